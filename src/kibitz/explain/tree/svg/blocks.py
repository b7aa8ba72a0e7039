"""The blocks of a picture: a node with its texts, or a stub for moves not shown."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from kibitz.core.rules import Game
from kibitz.core.scene import Scene, cell_of
from kibitz.drawing.board import UNIT, BoardPicture
from kibitz.drawing.pen import Pen, width_of
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.svg.signs import Shape, Signs

Box = tuple[float, float, float, float]  # left, top, right, bottom
BAR = 3.5  # between the two bars across an edge


@dataclass(frozen=True)
class Text:
    """One line of text, centred on (x, y) or starting there."""

    kind: str
    x: float
    y: float
    size: float
    text: str
    left: bool = False

    @property
    def width(self) -> float:
        """The width at most."""
        return width_of(self.text, self.size)

    @property
    def box(self) -> Box:
        """The rectangle of the text."""
        left = self.x if self.left else self.x - self.width / 2
        return left, self.y - self.size * 0.55, left + self.width, self.y + self.size * 0.55

    def draw(self, pen: Pen) -> None:
        """Write the text."""
        pen.text(f"{self.kind} kb-t-left" if self.left else self.kind, self.x, self.y, self.size, self.text)


@dataclass(frozen=True)
class Figure:
    """A triangle, circle, box, or the two bars across an edge (width or height 0), centred on (x, y)."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    shape: Shape

    @property
    def box(self) -> Box:
        """The rectangle of the figure."""
        across, down = self.width / 2, self.height / 2
        return self.x - across, self.y - down, self.x + across, self.y + down

    def draw(self, pen: Pen) -> None:
        """Draw the figure."""
        left, top, right, bottom = self.box
        if self.shape == "box":
            pen.box(self.kind, left, top, self.width, self.height)
        elif self.shape == "round":
            pen.outline(self.kind, "round", self.x, self.y, self.width)
        elif self.shape == "bars":
            for shift in (-BAR / 2, BAR / 2):
                if self.width:
                    pen.line(self.kind, (left, self.y + shift), (right, self.y + shift))
                else:
                    pen.line(self.kind, (self.x + shift, top), (self.x + shift, bottom))
        else:
            pen.triangle(self.kind, self.x, self.y, self.width, self.shape == "up")


Part = Text | Figure


def moved(part: Part, x: float, y: float) -> Part:
    """The part, shifted right and down."""
    return replace(part, x=part.x + x, y=part.y + y)


MOST = 112.0  # pixels of its wider side
CELL = 21.0  # pixels of a cell, where that is less


class Pictured:
    """The board of a node, its top left at (x, y)."""

    def __init__(self, node: Node, board: BoardPicture) -> None:
        self.node, self.board = node, board
        self.scale = min(MOST / max(board.width, board.height), CELL / UNIT)
        self.width, self.height = board.width * self.scale, board.height * self.scale
        self.x = self.y = 0.0

    @property
    def box(self) -> Box:
        """The rectangle of the board."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def draw(self, pen: Pen, x: float, y: float, defined: dict[Any, str]) -> None:
        """Draw the board there; the empty board, the same in all nodes, is drawn once and named in `defined`."""
        cells = self.board.scene.cells
        if cells not in defined:
            defined[cells] = f"kb-t-board-{len(defined)}"
            self.board.places(pen.define(defined[cells]).group(self.board.kind), 0, 0)
        small = pen.small(x + self.x, y + self.y, self.scale, self.board.kind)
        small.use(defined[cells])
        self.board.pieces(small, 0, 0, self.last, hints=False)

    @property
    def last(self) -> str | None:
        """The cell of the move that led here."""
        parent = self.node.parent
        if parent is None or parent.by_chance:
            return None
        return cell_of(self.node.tree.game.scene(parent.state), self.node.move)


def pictured(node: Node) -> Pictured | None:
    """The board of a node; None if the game has no picture."""
    scene = node.tree.game.scene(node.state)
    return Pictured(node, BoardPicture(_plainer(scene))) if scene is not None and scene.cells else None


def _plainer(scene: Scene) -> Scene:
    """The scene with numbers instead of seeds, which are too small to count here."""
    return replace(
        scene,
        pieces={
            cell: replace(piece, form="letter") if piece.form == "seeds" else piece for cell, piece in scene.pieces.items()
        },
    )


def has_boards(game: Game, node: Node) -> bool:
    """Whether the picture is a board, with the same cells after every move (unlike a drawn tree)."""
    scenes = [game.scene(one.state) for one in (node, *node.children[:1])]
    cells = {scene.cells for scene in scenes if scene is not None and scene.cells}
    return len(cells) == 1 and None not in scenes


LARGE, SMALL = 600, 6000  # leaves: more of them are written smaller, and more than that only where there is room


@dataclass(frozen=True)
class PictureLook:
    """The layout: `standing` with the root on top, else at the left.

    `size` of letters and `row` height in pixels; `boards` in the nodes, `windows` on the edges. `short`: "at most 0" as a sign.
    `sparse`: leave out text that does not fit.
    """

    standing: bool
    boards: bool = False
    windows: bool = True
    size: float = 12.0
    row: float = 19.0
    short: bool = False
    sparse: bool = False

    @property
    def small(self) -> float:
        """The size of secondary text."""
        return self.size * 0.82

    @property
    def head(self) -> float:
        """The height of the text on the edge to a node in a standing tree."""
        return 23.0 + (12.0 if self.windows else 0.0)


def lying_look(lines: int, boards: bool, windows: bool) -> PictureLook:
    """The look of a tree with its root at the left: three steps, from comfortable to barely readable."""
    if boards or lines <= min(LARGE, SMALL):
        return PictureLook(False, boards, windows)
    if lines <= SMALL:
        return PictureLook(False, False, False, size=9.0, row=11.5, short=True)
    return PictureLook(False, False, False, size=8.0, row=4.0, short=True, sparse=True)


Role = Literal["node", "cut", "hidden"]
CLASSES = {"cut": "kb-t-cut", "hidden": "kb-t-cut kb-t-hidden"}


@dataclass(eq=False)
class Block:
    """Parts around a point of their own, which a layout puts at (x, y).

    `head`: the text on the edge that leads here; `body`: the node, `aside` of its head. `branch`: the shown tree from here, or
    from the node above for a stub; `edge`: the class of the edge here. `leaves`: where the edges to those `below` begin.
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
        """All parts in their places in the picture."""
        here = [moved(part, self.x, self.y) for part in self.head]
        return here + [moved(part, self.x + self.aside, self.y) for part in self.body]

    @cached_property
    def reach(self) -> Box:
        """The box around head and body before placement."""
        return around([*(part.box for part in self.head), *self.body_boxes])

    @property
    def body_boxes(self) -> list[Box]:
        """The rectangles of the parts of the body, its board included."""
        return [*(part.box for part in self.body), *([self.board.box] if self.board else [])]

    @property
    def top(self) -> float:
        """Where an edge from above meets the middle of the body: its board, or the figure before its text."""
        return self.board.box[1] if self.board else self.body[0].box[1]

    def __iter__(self) -> "Iterator[Block]":
        """Iterate over this block and all below it, parents first."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            waiting += reversed(block.below)


def around(boxes: list[Box]) -> Box:
    """The smallest box around (0, 0) and all these."""
    sides = list(zip(*boxes, (0.0, 0.0, 0.0, 0.0), strict=True))
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


Point = tuple[float, float]


@dataclass(frozen=True)
class Edge:
    """A line between nodes, of the classes `kind`."""

    kind: str
    points: tuple[Point, ...]

    @property
    def rank(self) -> int:
        """The drawing order: important edges last, on top."""
        return 2 if "kb-t-line" in self.kind else 1 if "kb-t-best" in self.kind else 0


@dataclass
class Arranged:
    """A tree ready to be drawn. `levels`: the player at each. The picture spans (0, 0) to (`width`, `height`)."""

    look: PictureLook
    blocks: list[Block]
    width: float
    height: float
    levels: list[Text] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


MakeNode = Callable[[Branch, int, str, Signs, PictureLook], Block]  # of what is shown, its depth, the class of the edge to it
MakeEnds = Callable[[Block, Signs, PictureLook], Iterable[Block]]  # what stands below a node for moves that are not shown


def unplaced(branch: Branch, signs: Signs, look: PictureLook, node: MakeNode, ends: MakeEnds) -> Block:
    """The root's block with all others below it; `node` and `ends` make the blocks of a layout."""
    root = node(branch, 0, "", signs, look)
    waiting = [root]
    while waiting:
        block = waiting.pop()
        above, ply = block.branch.node, block.ply + 1
        block.below += [node(child, ply, signs.edge(above, child.node), signs, look) for child in block.branch.children]
        waiting += block.below
        block.below += ends(block, signs, look)
    return root


def by_level(root: Block) -> list[list[Block]]:
    """The blocks of each level, the root's first."""
    blocks = list(root)
    levels: list[list[Block]] = [[] for _ in range(1 + max(block.ply for block in blocks))]
    for block in blocks:
        levels[block.ply].append(block)
    return levels
