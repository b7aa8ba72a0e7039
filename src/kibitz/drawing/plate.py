"""A board with the labels at its edges: as a picture that stands alone, or one that lies below the buttons of a page."""

import math
from collections.abc import Mapping, Set
from dataclasses import dataclass

from kibitz.drawing.board import NOTHING, UNIT, BoardPicture
from kibitz.drawing.pen import Pen
from kibitz.drawing.worth import WorthLabel
from kibitz.scene import Cell, Scene, Shape

EDGE = 36.0  # room for labels
MARGIN = 12.0


@dataclass(frozen=True)
class Area:
    """Where a cell lies in a picture, in fractions of its width and height: the smallest rectangle that holds it.

    A six-sided cell does not fill it, and those of its neighbours overlap: the style sheet clips what has the class
    `kb-at-hex` to the cell, and `kb-at-round` to a circle.
    """

    cell: str
    shape: Shape
    left: float
    top: float
    width: float
    height: float


class Plate:
    """The board of a scene of at least one cell, `width` by `height` pixels with its edges."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.board = scene, BoardPicture(scene)
        self.labelled = self.board.grid if not self.board.is_numbered else None
        self.before = EDGE if self.labelled else MARGIN
        self.width, self.height = (side + self.before + MARGIN for side in (self.board.width, self.board.height))

    def areas(self) -> tuple[Area, ...]:
        """The cells as people read them: row by row, each from the left."""
        return tuple(self._area(cell) for cell in sorted(self.scene.cells, key=lambda cell: (round(cell.y, 3), cell.x)))

    def width_for(self, pixels: float) -> float:
        """How wide the picture has to be shown so that no cell where something can be done is smaller than so many pixels."""
        used = {cell for action in self.scene.actions for cell in (action.cell, action.source)}
        sizes = [cell.size for cell in self.scene.cells if cell.name in used] or [1.0]
        return pixels * self.width / (UNIT * min(sizes))

    def draw(
        self,
        pen: Pen,
        last: str | None = None,
        picked: str | None = None,
        worth: Mapping[str, WorthLabel] = NOTHING,
        named: Set[str] = frozenset(),
    ) -> None:
        """The labels, the cells, the pieces and all that is to be seen on them, as in `BoardPicture.pieces`."""
        grid = self.labelled
        for number, label in enumerate(grid.columns if grid else ()):
            pen.text("kb-label", self.before + (number + 0.5) * UNIT, EDGE / 2 - 3, 18, label, UNIT)
        for number, label in enumerate(grid.rows if grid else ()):
            pen.text("kb-label", EDGE / 2 - 3, self.before + (number + 0.5) * UNIT, 18, label, EDGE - 8)
        group = pen.group(self.board.kind)
        self.board.places(group, self.before, self.before)
        self.board.numbers(group, self.before, self.before)
        self.board.pieces(group, self.before, self.before, last, picked=picked, worth=worth, named=named)

    def inlaid(
        self,
        last: str | None = None,
        picked: str | None = None,
        worth: Mapping[str, WorthLabel] = NOTHING,
        named: Set[str] = frozenset(),
    ) -> str:
        """The picture for a page that has `board_css()` as a style sheet, and lays buttons over the `areas`.

        It fills the box it is in, and says nothing to those who cannot see it: the buttons do. `last` is the cell of the last
        move, `picked` that of a piece that is picked up, `worth` what is written into cells, `named` the cells
        that bear their names while they are empty, whether or not a move can be made there.
        """
        pen = Pen.blank(self.width, self.height)
        for attribute in ("width", "height", "role"):
            del pen.root.attrib[attribute]
        pen.root.set("aria-hidden", "true")
        pen.root.set("focusable", "false")
        self.draw(pen, last, picked, worth, named)
        return pen.done()

    def _area(self, cell: Cell) -> Area:
        wide, high = cell.size * UNIT, cell.size * UNIT * (2 / math.sqrt(3) if cell.shape == "hex" else 1)
        left, top = ((at + 0.5) * UNIT + self.before for at in (cell.x - self.board.left, cell.y - self.board.top))
        return Area(
            cell.name,
            cell.shape,
            (left - wide / 2) / self.width,
            (top - high / 2) / self.height,
            wide / self.width,
            high / self.height,
        )
