"""What is shown of a tree: a shape says which children of a node, two bounds how deep and how many in all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from kibitz.core import registry
from kibitz.errors import TreeError
from kibitz.explain.tree.node import LEAVES, Node


@dataclass(frozen=True)
class Branch:
    """A node that is shown, with those of its children that are.

    `hidden`: how many of its children the search looked at that are not shown. `skipped`: the names of the moves that it never
    looked at, shown as cut branches where a picture has room for them.
    """

    node: Node
    children: "tuple[Branch, ...]" = ()
    hidden: int = 0
    skipped: tuple[str, ...] = ()

    def __iter__(self) -> "Iterator[Branch]":
        """This branch and all below it, each before those below it."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting += reversed(branch.children)

    def __len__(self) -> int:
        """How many nodes are shown."""
        return sum(1 for _ in self)

    @property
    def hidden_nodes(self) -> int:
        """How many nodes there are in the hidden children's trees."""
        return self.node.count - 1 - sum(child.node.count for child in self.children)


Choice = Callable[[Node], Sequence[Node]]  # the children of a node that are shown
Shape = Callable[[Node], Choice]  # of the node that is drawn first


def refuse_argument(shape: str, argument: str) -> None:
    """Raises TreeError where a shape that takes no argument is given one."""
    if argument:
        raise TreeError(f"the shape {shape} takes nothing: leave :{argument} out")


MOST = 5_000  # nodes that are shown when nothing is said
FIRST, ELSE = "whole", "line"  # what is taken when nothing is said: the first if there is room for it


def select_branch(root: Node, shape: str | None = None, plies: int | None = None, most: int = MOST) -> Branch:
    """What is shown of the tree from `root` on, at most so many plies deep and so many nodes, those near the root first.

    `shape`: "whole", "line", the best line with its siblings, or "top:2", the two best moves of each node; None for the whole
    tree if there is room for it, else the line. Raises TreeError for a shape that there is not, and for a whole tree that has
    more nodes than may be shown.
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
    """The shape that is taken when none is named."""
    return FIRST if _fits(root, plies, most) else ELSE


def read(shape: str) -> Shape:
    """The shape that a text names. TreeError for a shape that there is not, or that does not take its argument."""
    found: Shape = module_of(shape).make(shape.partition(":")[2])
    return found


def module_of(shape: str) -> ModuleType:
    """The module of a shape; TreeError lists those that there are."""
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
    """The children that are not too deep. What the search asked of a state anew is no deeper than the state."""
    return children if plies is None else [child for child in children if child.ply - root.ply <= plies]


def grown(root: Node, choice: Choice, plies: int | None, most: int) -> Branch:
    """The branch of the chosen children, level by level from the root, until there is no room for more."""
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
