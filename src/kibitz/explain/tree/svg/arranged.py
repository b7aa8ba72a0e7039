"""A tree with everything in its place, ready to be drawn."""

from dataclasses import dataclass, field

from kibitz.explain.tree.svg.block import Block
from kibitz.explain.tree.svg.look import PictureLook
from kibitz.explain.tree.svg.parts import Text

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
    """`levels`: whose turn it is at each. The picture reaches from (0, 0) to (`width`, `height`)."""

    look: PictureLook
    blocks: list[Block]
    width: float
    height: float
    levels: list[Text] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
