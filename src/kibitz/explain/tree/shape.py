"""The part of a tree to show: a shape chooses children, two limits bound depth and size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from kibitz.core import registry
from kibitz.errors import TreeError
from kibitz.explain.tree.node import LEAVES, Node


@dataclass(frozen=True)
class Branch:
    """A shown node with its shown children.

    `hidden`: the number of its searched children not shown. `skipped`: the names of the moves never searched.
    """

    node: Node
    children: "tuple[Branch, ...]" = ()
    hidden: int = 0
    skipped: tuple[str, ...] = ()

    def __iter__(self) -> "Iterator[Branch]":
        """Iterate over this branch and all below it, parents first."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting += reversed(branch.children)

    def __len__(self) -> int:
        """The number of shown nodes."""
        return sum(1 for _ in self)

    @property
    def hidden_nodes(self) -> int:
        """The number of nodes in the trees of the hidden children."""
        return self.node.count - 1 - sum(child.node.count for child in self.children)


Choice = Callable[[Node], Sequence[Node]]  # the children of a node that are shown
Shape = Callable[[Node], Choice]  # of the node that is drawn first


def refuse_argument(shape: str, argument: str) -> None:
    """Raise TreeError if a shape that takes no argument gets one."""
    if argument:
        raise TreeError(f"the shape {shape} takes nothing: leave :{argument} out")


MOST = 5_000  # nodes shown by default
FIRST, ELSE = "whole", "line"  # the default shapes: the first, if it fits


def select_branch(root: Node, shape: str | None = None, plies: int | None = None, most: int = MOST) -> Branch:
    """The shown part of the tree from `root`, at most that deep and large, nodes near the root first.

    `shape`: "whole", "line" (the best line with its siblings), or "top:2" (the two best moves of each node); None for the whole
    tree if it fits, else the line. TreeError for an unknown shape, and for a whole tree that does not fit.
    """
    if most < 1:
        raise TreeError(f"a tree shows at least 1 node, not {most}")
    shape = usual(root, plies, most) if shape is None else shape
    choose = read(shape)
    if module_of(shape).ALL_OR_NOTHING and not _fits(root, plies, most):
        there = f"the tree has {root.count:,} nodes"
        if plies is not None:
            there = f"{plies} plies of the tree have more nodes" if plies > 1 else "one ply of the tree has more nodes"
        raise TreeError(
            f"{there}, and at most {most:,} are shown: take the shape line or top:2, show fewer plies, or allow more nodes"
        )
    return grown(root, choose(root), plies, most)


def usual(root: Node, plies: int | None, most: int) -> str:
    """The default shape."""
    return FIRST if _fits(root, plies, most) else ELSE


def read(shape: str) -> Shape:
    """The shape named by a text. TreeError for an unknown shape or a wrong argument."""
    found: Shape = module_of(shape).make(shape.partition(":")[2])
    return found


def module_of(shape: str) -> ModuleType:
    """The module of a shape; TreeError lists the known ones."""
    found: ModuleType = registry.member("explain.tree.shapes", shape.partition(":")[0], TreeError, "shape")
    return found


def _fits(root: Node, plies: int | None, most: int) -> bool:
    if plies is None or root.count <= most:
        return root.count <= most
    nodes = [root]
    for node in nodes:  # it grows meanwhile
        nodes += _within(node.children, root, plies)
        if len(nodes) > most:
            return False
    return True


def _within(children: Sequence[Node], root: Node, plies: int | None) -> Sequence[Node]:
    """The children within the depth; a question about the same state is no deeper."""
    return children if plies is None else [child for child in children if child.ply - root.ply <= plies]


def grown(root: Node, choice: Choice, plies: int | None, most: int) -> Branch:
    """Grow the branch level by level until it is full."""
    nodes, children = [root], list[range]()
    for node in nodes:  # it grows meanwhile
        begin = len(nodes)
        nodes += _within(choice(node), root, plies)[: most - begin] if begin < most else ()
        children.append(range(begin, len(nodes)))
    branches: dict[int, Branch] = {}
    for place in reversed(range(len(nodes))):
        below = tuple(branches.pop(child) for child in children[place])
        node = nodes[place]
        branches[place] = Branch(node, below, len(node.children) - len(below), () if node.reason in LEAVES else node.skipped)
    return branches[0]
