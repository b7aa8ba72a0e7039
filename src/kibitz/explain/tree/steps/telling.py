"""What a step of a search does, in a sentence or two."""

from math import isinf

from kibitz.explain.tree import words
from kibitz.explain.tree.html.listing import listing
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.sentences import explain
from kibitz.explain.tree.steps.moment import Moment, best_of
from kibitz.present.values import amount

LEAVES = ("over", "horizon", "table", "settled")


def describe_step(moment: Moment) -> str:
    """What has just happened."""
    node = moment.node
    if moment.is_end:
        return _ended(node)
    if moment.step.kind == "enter":
        return _entered(node)
    return explain(node) if moment.step.kind == "leave" else _returned(moment, node)


def who(node: Node) -> str:
    """Whose turn it is: "X (MAX)", or just "MAX" where the game itself says so."""
    role = words.role(node)
    if node.by_chance or not role:
        return role or "nobody"
    name = words.one_line(node.tree.players[node.mover])
    return name if role == name else f"{name} ({role})"


def bound(number: float) -> str:
    """An end of a window: "3", "-∞"."""
    return f"{'-' if number < 0 else ''}∞" if isinf(number) else amount(number)


def named(node: Node) -> str:
    """A position in a sentence: "the root", "the position after 5 1"."""
    return "the root" if not node.names else f"the position after {words.list_names(node.names)}"


def _ended(root: Node) -> str:
    if root.worth is None:
        return "The search was stopped here: this tree is not whole."
    line = [one.name for one in root.line if one.move is not None]
    best = f"; best is {words.one_line(line[0])}" if line else ""
    more = f" The line expected: {words.list_names(line)}." if len(line) > 1 else ""
    whose = "" if root.tree.trace.vectors else f" for {root.tree.players[root.tree.hero]}"
    return f"The search has ended: {root.worth}{whose}{best}.{more}"


def _entered(node: Node) -> str:
    above, leaf = node.parent, node.tree.game.is_over(node.state)
    if above is None:
        return f"The search begins. {who(node)[:1].upper()}{who(node)[1:]} is to move."
    if node.move is None:
        return f"The search asks of this position: is it worth {node.name.removesuffix('?')}?"
    turn = " There the game is over." if leaf else f" Now {who(node)} is to move."
    if above.by_chance:
        return f"Chance brings {words.label(node)}.{turn}"
    again = any(child.move == node.move and child.index < node.index for child in above.children)
    return f"{who(above)} tries {words.one_line(node.name)}{' again, with a wider window' if again else ''}.{turn}"


def _returned(moment: Moment, node: Node) -> str:
    above = node.parent
    assert above is not None
    if node.move is None:
        return f"The answer: {words.worth(node)}."
    gives = f"{words.one_line(node.name)} gives {words.worth(node)}"
    if above.by_chance:
        return f"{gives}, which counts by its probability."
    now, back = moment.best(above), moment.returned(above)
    if now is not None and now is not node:
        return f"{gives}: no better for {who(above)} than {words.one_line(now.name)} ({words.worth(now)})."
    rises = ""
    if above.tree.trace.windows:
        (lower, higher), (low, high) = above.window_after(len(back) - 1), above.window_after(len(back))
        rises = f", and α rises to {bound(low)}" if low > lower else f", and β falls to {bound(high)}" if high < higher else ""
    first = "the best so far" if best_of(above, back[:-1]) is not None else "the first value, so the best so far"
    return f"{gives}: {first} for {who(above)}{rises}."


# Which line of the pseudocode a step of the search executes.


def executing(moment: Moment) -> list[int]:
    """The numbers of the lines, counted from 0; none at the end, nor for a search that nobody has written down."""
    code = listing(moment.tree.trace.search)
    if code is None or moment.is_end:
        return []
    known = [set(steps) for _, steps in code["lines"]]
    wanted = next((step for step in _steps(moment) if any(step in names for names in known)), None)
    return [number for number, names in enumerate(known) if wanted in names]


def _steps(moment: Moment) -> list[str]:
    """What the step is called, by the kind of node and in general."""
    node, kind = moment.node, moment.step.kind
    if kind == "enter":
        return ["enter"]
    if kind == "return":
        return _by("update", node.parent or node)
    if node.reason in ("cut", "searched"):
        return _by("cut" if node.reason == "cut" else "return", node)
    return [node.reason]


def _by(name: str, node: Node) -> list[str]:
    return [f"{name}.{'chance' if node.by_chance else 'max' if node.maximises else 'min'}", name]
