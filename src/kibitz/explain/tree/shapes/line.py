"""The best line, with the siblings of each of its nodes."""

from kibitz.explain.tree.choice import Choice, nothing_told
from kibitz.explain.tree.node import Node

EXAMPLE = "line"
ALL_OR_NOTHING = False


def make(told: str, root: Node) -> Choice:
    """The children of the nodes on the line, none of any other."""
    nothing_told("line", told)
    on = {root.index, *(node.index for node in line(root))}
    return lambda node: node.children if node.index in on else ()


def line(root: Node) -> tuple[Node, ...]:
    """The best line; of a search that was stopped, the one that it was at."""
    if root.worth is not None:
        return root.line
    found: list[Node] = []
    node = root
    while node.worth is None and node.children:
        node = node.children[-1]
        found.append(node)
    return (*found, *node.line)
