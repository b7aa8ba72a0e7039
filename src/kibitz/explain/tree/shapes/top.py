"""The k best moves of each node, as its mover sees them."""

from kibitz.errors import TreeError
from kibitz.explain.tree.node import Node, value_above
from kibitz.explain.tree.playout_node import PlayoutWorth
from kibitz.explain.tree.shape import Shape
from kibitz.explain.tree.words import weights_at

SHOWS = "the best moves of each node"
ALL_OR_NOTHING = False


def make(argument: str) -> Shape:
    """Show that many children of every node in search order; of chance outcomes the likeliest."""
    if not (argument.isascii() and argument.isdecimal() and 0 < len(argument) < 10 and int(argument) > 0):
        raise TreeError(f"the shape top needs to know how many moves of each node to show, such as top:2, not {argument!r}")
    most = int(argument)

    def best(node: Node) -> tuple[Node, ...]:
        return tuple(sorted(ranked(node)[:most], key=lambda child: child.index))

    return lambda root: best


def ranked(node: Node) -> list[Node]:
    """The searched moves, each once, best first; chance outcomes likeliest first.

    The move with the node's value leads. Exact values come before bounds, unfinished ones last, ties in search order; in a
    playout search visits decide.
    """
    if node.by_chance:
        weights = weights_at(node)
        return sorted(node.final_children, key=lambda child: -weights.get(child.move, 0))
    return sorted(node.final_children, key=lambda child: _behind(node, child))


def _behind(node: Node, child: Node) -> tuple[bool, bool, bool, int, float]:
    worth = child.worth
    if worth is None:
        return True, True, True, 0, 0
    visits = worth.visits if isinstance(worth, PlayoutWorth) else 0
    return child is not node.best, False, worth.says != "exact", -visits, -value_above(child)
