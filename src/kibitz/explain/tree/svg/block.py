"""The blocks of a picture: a node with all that is written at it, or what stands for moves that are not shown."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.svg.look import PictureLook
from kibitz.explain.tree.svg.parts import Box, Part, Text, moved
from kibitz.explain.tree.svg.pictured import Pictured
from kibitz.explain.tree.svg.signs import Signs

Role = Literal["node", "cut", "hidden"]
CLASSES = {"cut": "kb-t-cut", "hidden": "kb-t-cut kb-t-hidden"}


@dataclass(eq=False)
class Block:
    """Parts round a point of their own, which is put to (x, y) by a layout.

    `head`: what stands on the edge that leads here; `body`: the node itself, which may be put `aside` from its head, farther to
    the right. `branch` is the shown part of the tree from here, or, for what stands for moves that are not shown, from the
    node above; `edge`: the class of the edge that leads here. `leaves`: the point where edges to those `below` begin.
    """

    branch: Branch
    role: Role
    ply: int
    edge: str
    head: list[Part] = field(default_factory=list)
    body: list[Part] = field(default_factory=list)
    board: Pictured | None = None
    leaves: tuple[float, float] = (0.0, 0.0)
    below: "list[Block]" = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    aside: float = 0.0

    @property
    def parts(self) -> list[Part]:
        """All parts where they are in the picture."""
        here = [moved(part, self.x, self.y) for part in self.head]
        return here + [moved(part, self.x + self.aside, self.y) for part in self.body]

    @cached_property
    def reach(self) -> Box:
        """The box round head and body, before they are put anywhere."""
        return around([*(part.box for part in self.head), *self.body_boxes])

    @property
    def body_boxes(self) -> list[Box]:
        """The rectangles of the parts of the body, its board among them."""
        return [*(part.box for part in self.body), *([self.board.box] if self.board else [])]

    @property
    def top(self) -> float:
        """Where an edge from above meets the body in its middle: a board, or a figure, which comes before its text."""
        return self.board.box[1] if self.board else self.body[0].box[1]

    def __iter__(self) -> "Iterator[Block]":
        """This block and all below it, each before those below it."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            waiting += reversed(block.below)


def around(boxes: list[Box]) -> Box:
    """The smallest box that holds the point (0, 0) and all these."""
    sides = list(zip(*boxes, (0.0, 0.0, 0.0, 0.0), strict=True))
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


# The tree with every block in its place, ready to be drawn.

Point = tuple[float, float]


@dataclass(frozen=True)
class Edge:
    """A line from node to node, of the classes `kind`."""

    kind: str
    points: tuple[Point, ...]

    @property
    def rank(self) -> int:
        """When it is drawn: what matters more later, above the others."""
        return 2 if "kb-t-line" in self.kind else 1 if "kb-t-best" in self.kind else 0


@dataclass
class Arranged:
    """A tree ready to be drawn. `levels`: whose turn it is at each. The picture reaches from (0, 0) to (`width`, `height`)."""

    look: PictureLook
    blocks: list[Block]
    width: float
    height: float
    levels: list[Text] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


# All blocks of a picture before any has its place: what trees that stand and trees that lie have in common.

MakeNode = Callable[[Branch, int, str], Block]  # made of what is shown, how deep it is, and the class of the edge to it
MakeEnds = Callable[[Block], Iterable[Block]]  # what stands below a node for moves that are not shown


def unplaced(branch: Branch, signs: Signs, node: MakeNode, ends: MakeEnds) -> Block:
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
