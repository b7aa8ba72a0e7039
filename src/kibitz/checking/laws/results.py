"""Laws of the end: who gets how much when a game is over."""

from collections import defaultdict
from typing import Any

from kibitz.checking.context import CheckContext, describe_excess, payoff_limits_of
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.core import laws
from kibitz.core.laws import is_int, is_row
from kibitz.core.rules import says

MIRRORED = (("mine", "theirs"), ("my", "their"))


@law("node", needs="result")
def result_is_an_int(context: CheckContext, node: CheckNode) -> str | None:
    """When a game is over, `result` gives an int."""
    if not node.over.value:
        return None
    ending = node.ending
    if ending.error:
        return f"the game is over, but {ending.failed('`result`')}"
    return laws.wrong_result(ending.value, format_value)


@law("node", needs="result")
def result_keeps_to_best_result(context: CheckContext, node: CheckNode) -> str | None:
    """No result is larger than `best_result` says, nor smaller than minus that."""
    if says(context.game, "best_result"):
        declared = ask(context.game.best_result)
        if declared.error:
            return f"`best_result` failed: {declared.error}"
        if wrong := laws.wrong_best_result(declared.value, format_value):
            return wrong
    if context.best is None or not node.over.value or not is_int(node.ending.value):
        return None
    if abs(node.ending.value) > context.best:
        return f"`result` gave {node.ending.value}, but the largest declared result is {context.best}; correct one of them"
    return None


@law("node", needs="payoffs")
def payoffs_are_numbers(context: CheckContext, node: CheckNode) -> str | None:
    """When a game is over, `payoffs` gives each player a number that is finite."""
    if not node.over.value:
        return None
    if node.ending.error:
        return f"the game is over, but {node.ending.failed('`payoffs`')}"
    return laws.wrong_payoffs(node.ending.value, context.game.players, format_value)


@law("node", needs="payoff_limits")
def payoff_limits_hold(context: CheckContext, node: CheckNode) -> str | None:
    """`payoff_limits` gives two ints, and no player gets less than the first, nor all together more than the second."""
    limits = ask(context.game.payoff_limits)
    if limits.error:
        return f"`payoff_limits` failed: {limits.error}"
    if wrong := laws.wrong_payoff_limits(limits.value, context.game.players, format_value):
        return wrong
    if not node.over.value or not is_row(node.ending.value, context.game.players):
        return None
    wrong = describe_excess(payoff_limits_of(context), node.ending.value)
    return f"`payoffs` gave {wrong}, says `payoff_limits`; correct one of them" if wrong else None


@law("game", needs="result", compiles=True)
def result_turns_with_the_mover(context: CheckContext) -> Breach | None:
    """The result is seen by the side to move: with the other side to move, the same end has minus that result.

    Checked where the two can be told apart: the state says whose turn it is, or has pairs of fields such as `mine` and
    `theirs`. Some rules do depend on whose turn it is (a player who cannot move loses), and results of 0 say nothing: so only
    rules that give the same result to both sides, whichever side has won, break this law.
    """
    ends = _ends(context)
    results = {node.state: node.ending.value for node in ends if is_int(node.ending.value)}
    if not any(value > 0 for value in results.values()) or not any(value < 0 for value in results.values()):
        return None
    turned = _turn_fields(context.nodes + context.playouts)
    alike: list[tuple[CheckNode, int]] = []
    for node in ends:
        result = results.get(node.state)
        other = _other_side(node.state, turned)
        if not result or other is None or ask(context.game.is_over, other).value is not True:
            continue
        seen = ask(context.game.result, other).value
        if seen != result:
            return None
        alike.append((node, result))
    signs = {result > 0 for _, result in alike}
    if len(signs) < 2:
        return None
    node, result = min(alike, key=lambda pair: len(pair[0].line))
    return Breach(
        f"`result` gave {result}, and gives {result} too when the other side is to move in the same end; "
        f"it must be seen by the side to move, so one of them is {-result}",
        line=node.line,
    )


def _ends(context: CheckContext) -> list[CheckNode]:
    """A few hundred nodes where the game is over, each state once."""
    ends: dict[Any, CheckNode] = {}
    for node in [*context.nodes, *sorted(context.playouts, key=lambda node: len(node.line))]:
        if node.over.value:
            ends.setdefault(node.state, node)
    return list(ends.values())[:500]


def _turn_fields(nodes: list[CheckNode]) -> dict[str, dict[Any, Any]]:
    """The fields that say whose turn it is: one value for each of the two players; and what the value becomes for the other."""
    values: dict[str, dict[int, set[Any]]] = defaultdict(lambda: {0: set(), 1: set()})
    for node in [node for node in nodes if not node.chance]:
        for name, value in zip(node.state._fields, node.state, strict=True):
            values[name].setdefault(node.mover.value, set()).add(value)
    found = {}
    for name, by_mover in values.items():
        if len(by_mover) == 2 and all(len(seen) == 1 for seen in by_mover.values()) and by_mover[0] != by_mover[1]:
            (first,), (second,) = by_mover[0], by_mover[1]
            found[name] = {first: second, second: first}
    return found


def _other_side(state: Any, turned: dict[str, dict[Any, Any]]) -> Any:
    """The same board with the other side to move; None where the state does not show how."""
    changes = {name: turned[name][getattr(state, name)] for name in turned}
    for name in state._fields:
        for mine, theirs in MIRRORED:
            other = theirs + name.removeprefix(mine)
            if (name == mine or name.startswith(mine + "_")) and other in state._fields:
                changes |= {name: getattr(state, other), other: getattr(state, name)}
    return state._replace(**changes) if changes else None
