"""Laws of moves that bring something at once: what it is, and that no play brings more than the rules say."""

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.core import laws
from kibitz.core.laws import is_int
from kibitz.core.rules import says


@law("state", needs="reward")
def reward_is_for_two(context: CheckContext, node: CheckNode) -> str | None:
    """`reward` needs a zero-sum game of two players without dice or cards."""
    if not says(context.game, "result") or says(context.game, "chances"):
        return "`reward` needs a zero-sum game of two players without dice or cards"
    return None


@law("turn", needs="reward")
def reward_is_an_int(context: CheckContext, node: CheckNode) -> Breach | None:
    """`reward` gives an int for each legal move."""
    for move in node.legal:
        found = ask(context.game.reward, node.state, move)
        wrong = f"`reward` failed: {found.error}" if found.error else laws.wrong_reward(found.value, format_value)
        if wrong is not None:
            return Breach(wrong, move)
    return None


@law("game", needs="reward")
def rewards_keep_to_best_result(context: CheckContext) -> Breach | None:
    """From no state on does play bring more than `best_result` says, nor less than minus that."""
    best = context.best
    for end in sorted(context.playouts, key=lambda node: len(node.line)) if best is not None else ():
        nodes = _nodes_to(context, end)
        total, after = end.ending.value, end
        if not end.over.value or not is_int(total):
            continue
        for node in reversed(nodes):
            reward = ask(context.game.reward, node.state, after.line[-1]).value
            if not is_int(reward):
                break
            total = reward + (total if node.mover.value == after.mover.value else -total)
            after = node
            if best is not None and abs(total) > best:
                wrong = f"from here on this game brings {total}, but the declared maximum is {best}"
                return Breach(f"{wrong}; correct `best_result`, or `reward`", line=end.line)
    return None


def _nodes_to(context: CheckContext, end: CheckNode) -> list[CheckNode]:
    """The nodes from the start to the last but this one."""
    node, found = context.start(), list[CheckNode]()
    for move in end.line:
        if node is None or node.after(move).error:
            return []
        found.append(node)
        node = node.child(move)
    return found
