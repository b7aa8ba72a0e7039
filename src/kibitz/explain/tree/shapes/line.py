"""The best line, with the siblings of each of its nodes."""

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Choice, Shape, refuse_argument

SHOWS = "the best line with its siblings"
ALL_OR_NOTHING = False


def make(argument: str) -> Shape:
    """Show children of the nodes on the line only."""
    refuse_argument("line", argument)
    return _along


def _along(root: Node) -> Choice:
    on = {root.index, *(node.index for node in line(root))}
    return lambda node: node.children if node.index in on else ()


def line(root: Node) -> tuple[Node, ...]:
    """The best line; of a stopped search, the line it was at."""
    if root.worth is not None:
        return root.line
    found: list[Node] = []
    node = root
    while node.worth is None and node.children:
        node = node.children[-1]
        found.append(node)
    return (*found, *node.line)
