"""A state drawn as an SVG picture that stands alone: styles inside, light and dark, with a title and a description."""

from typing import Any

from kibitz.drawing.board import EDGE, MARGIN, Plate
from kibitz.drawing.looks import board_sheet, sheet
from kibitz.drawing.pen import Pen
from kibitz.drawing.text import draw
from kibitz.registry import title
from kibitz.rules import Game
from kibitz.scene import Scene


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
    plate = Plate(scene)
    buttons = [action.label for action in scene.actions if action.cell is None]
    height = plate.height + (EDGE if buttons else 0)
    pen = page(plate.width, height, name, f"{about} {_described(scene, last)}", board_sheet(scene.look))
    plate.draw(pen, last)
    if buttons:
        text, middle = "moves: " + " ".join(buttons), plate.height + EDGE / 2 - MARGIN / 2
        pen.text("kb-label", plate.width / 2, middle, 18, text, plate.width - MARGIN)
    return pen.done()


def page(width: float, height: float, name: str, about: str, style: str = "") -> Pen:
    """An empty picture in the looks of the house, or of a `style` sheet that says more.

    It has its name, and a description for those who cannot see it.
    """
    pen = Pen.blank(width, height)
    pen.words("title", name)
    pen.words("desc", about)
    pen.words("style", style or sheet())
    pen.box("kb-ground", 0, 0, width, height)
    return pen


def _described(scene: Scene, last: str | None) -> str:
    """The picture in words, for those who cannot see it."""
    parts = [", ".join(f"{piece.text} at {cell}" for cell, piece in scene.pieces.items()) or "The board is empty"]
    if last is not None:
        parts.append(f"last move {last}")
    if scene.marked:
        parts.append(f"marked {', '.join(scene.marked)}")
    return "; ".join(parts) + "."
