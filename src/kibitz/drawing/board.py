"""The cells of a scene in an SVG picture, and what stands in them; alone in a picture, or small in one of many."""

from collections.abc import Collection

from kibitz.drawing.grid import grid_of
from kibitz.drawing.loose import actions_alone
from kibitz.drawing.pen import Pen, spread
from kibitz.drawing.style import OWNERS
from kibitz.scene import Cell, Piece, Scene

UNIT = 60.0  # the width of a cell in pixels


class Board:
    """A scene of at least one cell, `width` by `height` pixels; (x, y) is where its top left is to be."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.grid = scene, grid_of(scene)
        self.left, right = spread(side for cell in scene.cells for side in _sides(cell.x, cell.size))
        self.top, bottom = spread(side for cell in scene.cells for side in _sides(cell.y, cell.size))
        self.width, self.height = (right - self.left) * UNIT, (bottom - self.top) * UNIT

    def places(self, pen: Pen, x: float, y: float, without: Collection[str] = ()) -> None:
        """The cells, but those that are marked anyhow."""
        for cell in self.scene.cells:
            if cell.name not in without:
                pen.outline("kb-cell", cell.shape, *self._middle(cell, x, y), cell.size * UNIT - 4)

    def pieces(self, pen: Pen, x: float, y: float, last: str | None = None, hints: bool = True) -> None:
        """What stands in the cells, what is marked, the cell of the last move; `hints`: also where moves can be made."""
        scene = self.scene
        labels = {cell: action.label for cell, action in actions_alone(scene).items()} if hints and self.grid is None else {}
        opened = {action.cell for action in scene.actions} if hints else set()
        for cell in scene.cells:
            middle, label = self._middle(cell, x, y), labels.get(cell.name, "")
            if cell.name in scene.marked:
                pen.outline("kb-marked", cell.shape, *middle, cell.size * UNIT - 4)
            if cell.name == last:
                pen.outline("kb-last", cell.shape, *middle, cell.size * UNIT - 6)
            if cell.name in scene.pieces:
                _piece(pen, cell, *middle, scene.pieces[cell.name], label)
            elif label:
                pen.text("kb-label", *middle, 16, label, UNIT * 0.7)
            elif cell.name in opened:
                pen.outline("kb-open", "round", *middle, UNIT / 5)

    def _middle(self, cell: Cell, x: float, y: float) -> tuple[float, float]:
        return x + (cell.x + 0.5 - self.left) * UNIT, y + (cell.y + 0.5 - self.top) * UNIT


def cell_of(scene: Scene | None, move: int | None) -> str | None:
    """The cell where a move is made; None where it has none."""
    return next((action.cell for action in scene.actions if action.move == move), None) if scene else None


def _sides(at: float, size: float) -> tuple[float, float]:
    return at + 0.5 - size / 2, at + 0.5 + size / 2


def _piece(pen: Pen, cell: Cell, x: float, y: float, piece: Piece, label: str) -> None:
    """A letter on a square; on a round or six-sided cell a disc in its owner's colour. The label goes below."""
    side = cell.size * UNIT
    colour, small = "kb-none" if piece.owner is None else f"kb-p{piece.owner % OWNERS}", "kb-label"
    if cell.shape != "square" and piece.owner is not None:
        pen.outline(colour, "round", x, y, side * 0.76)
        colour = small = "kb-on"
    size = side * (0.62 if cell.shape == "square" else 0.42)
    pen.text(f"{colour} kb-piece", x, y - (side * 0.09 if label else 0), size, piece.text, side * 0.8)
    if label:
        pen.text(small, x, y + side * 0.25, side * 0.2, label, side * 0.5)
