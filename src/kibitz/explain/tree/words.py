"""Short texts on a node for outlines and drawings: move, player, value, window, reason."""

from collections.abc import Sequence
from math import isinf
from typing import Final

from kibitz.core.rules import chances_of
from kibitz.core.thought import Value
from kibitz.drawing.text import clean
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.explain.tree.shape import Branch
from kibitz.present.values import ValueWords, amount
from kibitz.search.parts.trace_format import Reason

MAX, MIN, CHANCE, QUESTION = "MAX", "MIN", "chance", "asked"
NOTES: Final[dict[Reason, str]] = {
    "unfinished": "not finished",
    "over": "",
    "horizon": "horizon",
    "table": "from the table",
    "cut": "cut",
    "searched": "",
    "probed": "probed",
    "settled": "settled",
    "recurrence": "position comes back",
    "played": "",
}


def label(node: Node) -> str:
    """The move that led here, with its probability where chance decided; "" at the root, "asked" for another question."""
    if node.parent is None:
        return ""
    if node.move is None:
        return QUESTION
    name = one_line(node.name)
    return f"{name} {100 * share(node):.3g}%" if node.parent.by_chance else name


def share(node: Node) -> float:
    """The probability of this outcome, where chance decides above."""
    assert node.parent is not None
    weights = weights_at(node.parent)
    return weights.get(node.move, 0.0) / sum(weights.values())


def weights_at(node: Node) -> dict[int | None, float]:
    """The weight of each outcome of a chance node."""
    return {move: float(weight) for move, weight in chances_of(node.tree.game, node.state)}


def list_names(names: Sequence[str]) -> str:
    """Names of moves in a row."""
    cleaned = [one_line(name) for name in names]
    return ("; " if any(" " in name for name in cleaned) else " ").join(cleaned)


def one_line(name: str) -> str:
    """The name of a move, safe and in one line."""
    return " ".join(clean(name.replace("\t", " ")).split())


def role(node: Node) -> str:
    """The player to move: MAX, MIN, chance, or a name; "" when the game is over."""
    if node.reason == "over":
        return ""
    if node.by_chance:
        return CHANCE
    if named(node.tree):
        return one_line(node.tree.players[node.mover])
    return MAX if node.maximises else MIN


def named(tree: SearchedTree) -> bool:
    """Whether players are named: where they are not two opponents."""
    return tree.trace.vectors or tree.game.players != 2


def worth(node: Node) -> str:
    """The value: "1", "at most 0", "at least about 0.3"; "?" where the search was stopped before."""
    return "?" if node.worth is None else str(node.worth)


def verdict(node: Node) -> str:
    """The value in a sentence: "X wins in 5", "at least a draw for X"; "" where there is none."""
    found, tree = node.worth, node.tree
    if found is None or (found.says != "exact" and not found.proved):
        return ""
    value = Value(found.says if found.proved else "estimate", found.result, found.plies, found.payoffs)
    return ValueWords(tree.game).say(value, tree.hero)


def window(node: Node) -> str:
    """The window: "(3, ∞)"."""
    low, high = node.window
    ends = _bound(low), _bound(high)
    if ends[0] == ends[1] and low != high:  # a window so narrow that more digits show it
        ends = f"{low:.6g}", f"{high:.6g}"
    return f"({ends[0]}, {ends[1]})"


def is_open(node: Node) -> bool:
    """Whether the window is open on both sides."""
    low, high = node.window
    return isinf(low) and isinf(high)


def note(node: Node) -> str:
    """The reason in a word or two, where it is not obvious."""
    return "" if node.reason == "cut" and not node.skipped else NOTES[node.reason]


def unseen(branch: Branch) -> str:
    """The moves never searched below a node, and why."""
    return f"{'not asked' if branch.node.reason == 'probed' else 'cut'}: {list_names(branch.skipped)}"


def mark(node: Node) -> str:
    """ "best" for the move the node above has its value from, "refutes" for the one that cut it; else ""."""
    above = node.parent
    if above is None or above.worth is None or above.best is not node:
        return ""
    if above.worth.says == "exact":
        return "best"
    return "refutes" if above.reason == "cut" else ""


def counted(number: int, noun: str) -> str:
    """ "1 move", "12 moves"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _bound(number: float) -> str:
    return f"{'-' if number < 0 else ''}∞" if isinf(number) else amount(number)
