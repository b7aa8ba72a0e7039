"""The k best moves of each node, as its mover sees them."""

from kibitz.errors import TreeError
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.preference import ranked
from kibitz.explain.tree.shape import Shape

SHOWS = "the best moves of each node"
ALL_OR_NOTHING = False


def make(argument: str) -> Shape:
    """So many children of every node, in the order of the search; of what chance brings, the likeliest."""
    if not (argument.isascii() and argument.isdecimal() and 0 < len(argument) < 10 and int(argument) > 0):
        raise TreeError(f"the shape top needs to know how many moves of each node to show, such as top:2, not {argument!r}")
    most = int(argument)

    def best(node: Node) -> tuple[Node, ...]:
        return tuple(sorted(ranked(node)[:most], key=lambda child: child.index))

    return lambda root: best
