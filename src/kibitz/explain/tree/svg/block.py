"""One place in the picture of a tree: a node with all that is written at it, or what stands for moves that are not shown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.svg.parts import Box, Part, moved
from kibitz.explain.tree.svg.pictured import Pictured

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
        """What the body fills, its board with it."""
        return [*(part.box for part in self.body), *([self.board.box] if self.board else [])]

    @property
    def top(self) -> float:
        """Where an edge from above meets the body in its middle: a board, or a figure, which comes before its text."""
        return self.board.box[1] if self.board else self.body[0].box[1]

    def __iter__(self) -> "Iterator[Block]":
        """This one and all below, each before those below it."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            waiting += reversed(block.below)


def around(boxes: list[Box]) -> Box:
    """The smallest box that holds the point (0, 0) and all these."""
    sides = list(zip(*boxes, (0.0, 0.0, 0.0, 0.0), strict=True))
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])
