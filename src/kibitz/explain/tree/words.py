"""What outlines and drawings say of a node: its move, whose turn it is, its value, its window, why the search left it."""

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
    """The move that led here, and how probable it was where chance decided; "" at the root.

    Where the search asked another question of the same state: "asked".
    """
    if node.parent is None:
        return ""
    if node.move is None:
        return QUESTION
    name = one_line(node.name)
    return f"{name} {100 * share(node):.3g}%" if node.parent.by_chance else name


def share(node: Node) -> float:
    """How probable it is that chance brings this, where it decides above."""
    assert node.parent is not None
    weights = weights_at(node.parent)
    return weights.get(node.move, 0.0) / sum(weights.values())


def weights_at(node: Node) -> dict[int | None, float]:
    """How often each outcome comes where chance decides."""
    return {move: float(weight) for move, weight in chances_of(node.tree.game, node.state)}


def list_names(names: Sequence[str]) -> str:
    """Names of moves in a row, whatever signs they hold."""
    cleaned = [one_line(name) for name in names]
    return ("; " if any(" " in name for name in cleaned) else " ").join(cleaned)


def one_line(name: str) -> str:
    """The name of a move as text that does no harm, in one line."""
    return " ".join(clean(name.replace("\t", " ")).split())


def role(node: Node) -> str:
    """Whose turn it is: MAX, MIN, chance, among several the player's name; "" when the game is over."""
    if node.reason == "over":
        return ""
    if node.by_chance:
        return CHANCE
    if named(node.tree):
        return one_line(node.tree.players[node.mover])
    return MAX if node.maximises else MIN


def named(tree: SearchedTree) -> bool:
    """Whether players go by their names: where there are not two who want the opposite of each other."""
    return tree.trace.vectors or tree.game.players != 2


def worth(node: Node) -> str:
    """The value: "1", "at most 0", "at least about 0.3"; "?" where the search was stopped before."""
    return "?" if node.worth is None else str(node.worth)


def verdict(node: Node) -> str:
    """The value in a sentence, as every face says values: "X wins in 5", "at least a draw for X"; "" where there is none."""
    found, tree = node.worth, node.tree
    if found is None or (found.says != "exact" and not found.proved):
        return ""
    value = Value(found.says if found.proved else "estimate", found.result, found.plies, found.payoffs)
    return ValueWords(tree.game).say(value, tree.hero)


def window(node: Node) -> str:
    """What a value has to be between to matter: "(3, ∞)"."""
    low, high = node.window
    ends = _bound(low), _bound(high)
    if ends[0] == ends[1] and low != high:  # a window so narrow that more digits show it
        ends = f"{low:.6g}", f"{high:.6g}"
    return f"({ends[0]}, {ends[1]})"


def is_open(node: Node) -> bool:
    """Whether any value matters there."""
    low, high = node.window
    return isinf(low) and isinf(high)


def note(node: Node) -> str:
    """Why the search left the node, where that is not plain, in a word or two; nothing where a cut has left nothing out."""
    return "" if node.reason == "cut" and not node.skipped else NOTES[node.reason]


def unseen(branch: Branch) -> str:
    """Which moves were never looked at below a node, and why."""
    return f"{'not asked' if branch.node.reason == 'probed' else 'cut'}: {list_names(branch.skipped)}"


def mark(node: Node) -> str:
    """ "best" of the move that gives the node above its value, "refutes" of the one for which that was cut; else nothing."""
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
