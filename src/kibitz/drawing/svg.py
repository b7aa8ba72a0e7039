"""A state drawn as an SVG picture that stands alone: styles inside, light and dark, with a title and a description."""

from typing import Any

from kibitz.drawing.grid import grid_of
from kibitz.drawing.loose import actions_alone
from kibitz.drawing.pen import Pen, spread
from kibitz.drawing.style import OWNERS, sheet
from kibitz.drawing.text import draw
from kibitz.registry import title
from kibitz.rules import Game
from kibitz.scene import Cell, Piece, Scene

UNIT = 60.0  # the width of a cell in pixels
EDGE = 36.0  # room for labels
MARGIN = 12.0


def svg(game: Game, state: Any, last: str | None = None) -> str:
    """The picture as text; `last` names the cell of the last move (`Position.last_cell` knows it).

    A game without a scene is drawn as the text that its `show` gives.
    """
    scene = game.scene(state)
    if scene is None or not scene.cells:
        return _draw_text(type(game).__name__, title(type(game)), draw(game, state).split("\n"))
    return _draw_scene(type(game).__name__, title(type(game)), scene, last)


def _draw_text(name: str, about: str, lines: list[str]) -> str:
    letter, height = 10.9, 24.0
    pen = page(max(map(len, lines)) * letter + 2 * MARGIN, len(lines) * height + 2 * MARGIN, name, about)
    for number, line in enumerate(lines):
        pen.text("kb-none kb-shown", MARGIN, MARGIN + (number + 0.5) * height, 18, line)
    return pen.done()


def _draw_scene(name: str, about: str, scene: Scene, last: str | None) -> str:
    left, right = spread(side for cell in scene.cells for side in (cell.x + 0.5 - cell.size / 2, cell.x + 0.5 + cell.size / 2))
    top, bottom = spread(side for cell in scene.cells for side in (cell.y + 0.5 - cell.size / 2, cell.y + 0.5 + cell.size / 2))
    grid, buttons = grid_of(scene), [action.label for action in scene.actions if action.cell is None]
    before = EDGE if grid else MARGIN
    width, height = before + (right - left) * UNIT + MARGIN, before + (bottom - top) * UNIT + MARGIN
    pen = page(width, height + (EDGE if buttons else 0), name, f"{about} {_described(scene, last)}")
    for number, label in enumerate(grid.columns if grid else ()):
        pen.text("kb-label", before + (number + 0.5) * UNIT, EDGE / 2, 18, label, UNIT)
    for number, label in enumerate(grid.rows if grid else ()):
        pen.text("kb-label", EDGE / 2, before + (number + 0.5) * UNIT, 18, label, EDGE)
    labels = {} if grid else {cell: action.label for cell, action in actions_alone(scene).items()}
    opened = {action.cell for action in scene.actions}
    for cell in scene.cells:
        x, y = before + (cell.x + 0.5 - left) * UNIT, before + (cell.y + 0.5 - top) * UNIT
        label = labels.get(cell.name, "")
        _place(pen, cell, x, y, cell.name in scene.marked, cell.name == last)
        if cell.name in scene.pieces:
            _piece(pen, cell, x, y, scene.pieces[cell.name], label)
        elif label:
            pen.text("kb-label", x, y, 16, label, UNIT * 0.7)
        elif cell.name in opened:
            pen.outline("kb-open", "round", x, y, UNIT / 5)
    if buttons:
        pen.text("kb-label", width / 2, height + EDGE / 2 - MARGIN / 2, 18, "moves: " + " ".join(buttons), width - MARGIN)
    return pen.done()


def page(width: float, height: float, name: str, about: str) -> Pen:
    """An empty picture in the looks of the house, with its name and a description for those who cannot see it."""
    pen = Pen(width, height)
    pen.words("title", name)
    pen.words("desc", about)
    pen.words("style", sheet())
    pen.box("kb-ground", 0, 0, width, height)
    return pen


def _place(pen: Pen, cell: Cell, x: float, y: float, marked: bool, last: bool) -> None:
    side = cell.size * UNIT - 4
    pen.outline("kb-marked" if marked else "kb-cell", cell.shape, x, y, side)
    if last:
        pen.outline("kb-last", cell.shape, x, y, side - 2)


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


def _described(scene: Scene, last: str | None) -> str:
    """The picture in words, for those who cannot see it."""
    parts = [", ".join(f"{piece.text} at {cell}" for cell, piece in scene.pieces.items()) or "The board is empty"]
    if last is not None:
        parts.append(f"last move {last}")
    if scene.marked:
        parts.append(f"marked {', '.join(scene.marked)}")
    return "; ".join(parts) + "."
