"""All blocks of a picture before any has its place: what trees that stand and trees that lie have in common."""

from collections.abc import Callable, Iterable

from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.svg.block import Block
from kibitz.explain.tree.svg.signs import Signs

Node = Callable[[Branch, int, str], Block]  # made of what is shown, how deep it is, and the class of the edge to it
Ends = Callable[[Block], Iterable[Block]]  # what stands below a node for moves that are not shown


def unplaced(branch: Branch, signs: Signs, node: Node, ends: Ends) -> Block:
    """The block of the root, with all others below it."""
    root = node(branch, 0, "")
    waiting = [root]
    while waiting:
        block = waiting.pop()
        above, ply = block.branch.node, block.ply + 1
        block.below += [node(child, ply, signs.edge(above, child.node)) for child in block.branch.children]
        waiting += block.below
        block.below += ends(block)
    return root
