"""A whole picture of a position: the board with labels at its edges, or the text of a game that has no board."""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal

from kibitz.core.registry import title
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Scene, Shape
from kibitz.drawing.board import NOTHING, UNIT, BoardPicture
from kibitz.drawing.looks import board_sheet
from kibitz.drawing.marks import Arrow, WorthLabel
from kibitz.drawing.pen import Pen, page
from kibitz.drawing.text import draw

BELOW = {"checkered"}  # looks with the labels of columns below the board, where chess has them
EDGE = 30.0  # room for labels
LARGE = 6  # rows or columns of a board whose labels have their full size
LARGEST = 1.8  # of labels, however large the board
BESIDE = 20.0  # the size of labels beside coloured sides
LABEL = 14.0  # the size of labels at the edges
MARGIN = 12.0
LINE = 24.0  # of a text


@dataclass(frozen=True)
class Area:
    """The bounding box of a cell, in fractions of the picture's width and height.

    Boxes of six-sided neighbours overlap: the style sheet clips `kb-at-hex` to the cell, and `kb-at-round` to a circle. A move
    in the middle of a line draws it: "across" or "down".
    """

    cell: str
    shape: Shape | Literal["across", "down"]
    left: float
    top: float
    width: float
    height: float


class Plate:
    """A board with its edges, `width` by `height` pixels."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.board = scene, BoardPicture(scene)
        self.labelled = self.board.grid if not self.board.is_numbered else None
        lines = max(
            len(scene.rows),
            len(scene.columns),
            *(map(len, (self.labelled.rows, self.labelled.columns)) if self.labelled else ()),
        )
        self.scale = min(LARGEST, (lines + 2) / (LARGE + 2))  # the larger a board, the smaller it is shown, but for its labels
        # where a scene labels one edge alone, numbers along the other would be of no use
        self.columns = self.labelled.columns if self.labelled and (scene.columns or not scene.rows) else ()
        self.rows = self.labelled.rows if self.labelled and (scene.rows or not scene.columns) else ()
        self.left, beside = (EDGE * self.scale if labels else MARGIN for labels in (self.rows, self.columns))
        self.top, self.below = (MARGIN, beside) if scene.look in BELOW else (beside, MARGIN)
        self.width = self.left + self.board.width + MARGIN
        self.height = self.top + self.board.height + self.below

    def areas(self) -> tuple[Area, ...]:
        """The cells row by row, each from the left; not the signs at the edges."""
        places = [cell for cell in self.scene.cells if cell.shape != "side"]
        return tuple(self._area(cell) for cell in sorted(places, key=lambda cell: (round(cell.y, 3), cell.x)))

    def width_for(self, pixels: float) -> float:
        """The width at which no cell that takes part in a move is smaller than `pixels`."""
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
        apart: bool = False,
        hints: bool = True,
        way: Set[str] = frozenset(),
        gone: Set[str] = frozenset(),
    ) -> None:
        """Draw the board and its labels; see `BoardPicture.pieces` for the arguments."""
        group = self.ground(pen)
        self.board.pieces(group, self.left, self.top, last, hints, picked, worth, named, apart, way, gone)
        self.names(group)

    def empty(self, pen: Pen) -> None:
        """Draw the empty board with its labels."""
        self.names(self.ground(pen))

    def ground(self, pen: Pen) -> Pen:
        """Draw the labels beside the board, and the board; return the pen for the pieces."""
        size = LABEL * self.scale
        middle = self.height - self.below / 2 + 1 if self.scene.look in BELOW else self.top / 2 - 1
        for number, label in enumerate(self.columns):
            pen.text("kb-label", self.board.edge(number, self.left, self.top)[0], middle, size, label, UNIT)
        for number, label in enumerate(self.rows):
            place = self.left / 2 - 1, self.board.edge(number, self.left, self.top)[1]
            pen.text("kb-label", *place, size, label, self.left - 4)
        for label, at in self.board.side_labels(self.left, self.top):
            pen.text("kb-label", *at, BESIDE, label, UNIT)
        group = pen.group(self.board.kind)
        self.board.places(group, self.left, self.top)
        return group

    def names(self, group: Pen) -> None:
        """Write the names in the corners of cells, over whatever stands there."""
        self.board.numbers(group, self.left, self.top)

    def inlaid(
        self,
        last: str | None = None,
        picked: str | None = None,
        worth: Mapping[str, WorthLabel] = NOTHING,
        named: Set[str] = frozenset(),
        arrows: Sequence[Arrow] = (),
        way: Set[str] = frozenset(),
        gone: Set[str] = frozenset(),
    ) -> str:
        """The picture for a page with `board_css()` and buttons over the `areas`, which speak to screen readers instead.

        It fills its box. Each piece is a group of the class `kb-at`, so that a script can move it. See `BoardPicture.pieces`
        for the arguments.
        """
        pen = Pen.blank(self.width, self.height)
        for attribute in ("width", "height", "role"):
            del pen.root.attrib[attribute]
        pen.root.set("aria-hidden", "true")
        pen.root.set("focusable", "false")
        self.draw(pen, last, picked, worth, named, apart=True, way=way, gone=gone)
        middles = {cell.name: self.board.middle(cell, self.left, self.top) for cell in self.scene.cells}
        group = pen.group(self.board.kind)
        for arrow in arrows:
            arrow.draw(group, middles[arrow.source], middles[arrow.target])
        return pen.done()

    def _area(self, cell: Cell) -> Area:
        wide, high = cell.size * UNIT, cell.size * UNIT * (2 / math.sqrt(3) if cell.shape == "hex" else 1)
        left, top = self.board.middle(cell, self.left, self.top)
        return Area(
            cell.name,
            self.board.way_along(cell) or cell.shape,
            (left - wide / 2) / self.width,
            (top - high / 2) / self.height,
            wide / self.width,
            high / self.height,
        )


def svg(game: Game, state: Any, last: str | None = None, hints: bool = True) -> str:
    """The picture as text; `last`: the cell of the last move (see `Position.last_cell`); `hints`: where moves can be made.

    A game without a scene is drawn as the text of its `show`.
    """
    scene = game.scene(state)
    if scene is None or not scene.cells:
        lines = draw(game, state).split("\n")
        pen = page(*text_size(lines), type(game).__name__, title(type(game)))
        draw_lines(pen, lines)
        return pen.done()
    return _draw_scene(type(game).__name__, title(type(game)), scene, last, hints)


def text_size(lines: Sequence[str]) -> tuple[float, float]:
    """Width and height of a text's picture."""
    return max(map(len, lines)) * 10.9 + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN


def draw_lines(pen: Pen, lines: Sequence[str]) -> None:
    """Write a text line by line."""
    for number, line in enumerate(lines):
        pen.text("kb-none kb-shown", MARGIN, MARGIN + (number + 0.5) * LINE, 18, line)


def _draw_scene(name: str, about: str, scene: Scene, last: str | None, hints: bool) -> str:
    plate = Plate(scene)
    buttons = [action.label for action in scene.actions if action.cell is None and hints]
    height = plate.height + (EDGE if buttons else 0)
    pen = page(plate.width, height, name, f"{about} {_described(scene, last)}", board_sheet(scene.look))
    plate.draw(pen, last, hints=hints)
    if buttons:
        text, middle = "moves: " + " ".join(buttons), plate.height + EDGE / 2 - MARGIN / 2
        pen.text("kb-label", plate.width / 2, middle, 18, text, plate.width - MARGIN)
    return pen.done()


def _described(scene: Scene, last: str | None) -> str:
    """The picture in words, for readers who cannot see it."""
    men = {cell: piece for cell, piece in scene.pieces.items() if piece.form != "side"}
    parts = [", ".join(f"{piece.text} at {cell}" for cell, piece in men.items()) or "The board is empty"]
    if last is not None:
        parts.append(f"last move {last}")
    if scene.marked:
        parts.append(f"marked {', '.join(scene.marked)}")
    return "; ".join(parts) + "."
