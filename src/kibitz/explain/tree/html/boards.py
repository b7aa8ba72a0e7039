"""The positions of the nodes, small: the empty board and each piece once, then for each node a character for each cell."""

import string
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

from kibitz.drawing.board import UNIT
from kibitz.drawing.forms import FORMS
from kibitz.drawing.pen import Pen
from kibitz.drawing.plate import Plate
from kibitz.drawing.text import draw
from kibitz.explain.tree.node import Node
from kibitz.rules import Game
from kibitz.scene import Look, Piece, Scene, Shape

EMPTY = "0"
PLAIN = string.digits[1:] + string.ascii_letters  # for the pieces, in the order in which they come up
FURTHER = 0x100  # where the alphabets go on


class Boards:
    """A scene for each node, as far as it differs from the others'; text where the game has none."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._grounds: dict[Any, int] = {}
        self._ground_pictures: list[tuple[Any, str]] = []  # for each ground: its cells in pixels, and the empty board
        self._pieces: dict[tuple[Piece, Shape, float], int] = {}
        self._looks: list[Look] = []  # of the grounds
        self._positions: list[str] = []
        self._others: dict[int, int] = {}  # node: its ground, if it is not the first
        self._marked: dict[int, list[int]] = {}
        self._last: dict[int, int] = {}
        self._cells: dict[int, dict[int, str | None]] = {}  # node: in which cells its moves are made

    def add(self, node: Node) -> None:
        """The position of the next node."""
        scene, here = self._game.scene(node.state), len(self._positions)
        if scene is not None and not node.by_chance:  # a throw of the dice leaves the mark where it is
            self._cells[node.index] = {action.move: action.cell for action in scene.actions}
        if scene is None or not scene.cells:
            self._positions.append(draw(self._game, node.state))
            self._others[here] = -1
            return
        ground = self._grounds.setdefault((scene.cells, scene.columns, scene.rows, scene.look), len(self._grounds))
        if ground == len(self._ground_pictures):
            self._ground_pictures.append(_draw_ground(scene))
            self._looks.append(scene.look)
        if ground:
            self._others[here] = ground
        places = {cell.name: number for number, cell in enumerate(scene.cells)}
        letters = [EMPTY] * len(places)
        for cell, piece in scene.pieces.items():
            at = scene.cells[places[cell]]
            number = self._pieces.setdefault((piece, at.shape, at.size), len(self._pieces))
            letters[places[cell]] = _letter(number)
        self._positions.append("".join(letters))
        if scene.marked:
            self._marked[here] = [places[cell] for cell in scene.marked if cell in places]
        if node.parent is not None and node.move is not None:
            last = self._cells.get(node.parent.index, {}).get(node.move)
            if last in places:
                self._last[here] = places[last]

    def columns(self) -> dict[str, Any]:
        """As they are written."""
        return {
            "grounds": self._ground_pictures,
            "looks": self._looks,
            "pieces": [_piece(*each) for each in self._pieces],
            "letters": "".join(_letter(number) for number in range(len(self._pieces))),
            "positions": self._positions,
            "others": self._others,
            "marked": self._marked,
            "last": self._last,
        }


def _letter(number: int) -> str:
    """A character for a piece."""
    return PLAIN[number] if number < len(PLAIN) else chr(FURTHER + number)


def _draw_ground(scene: Scene) -> tuple[Any, str]:
    """The cells in pixels: middle, shape, width, name; and the picture of the board without anything that changes."""
    plate = Plate(replace(scene, pieces={}, actions=(), marked=()))
    board, before = plate.board, plate.before
    cells = [(*board.middle(cell, before, before), cell.shape, board.inner(cell), cell.name) for cell in scene.cells]
    return cells, plate.inlaid()


def _piece(piece: Piece, shape: Shape, size: float) -> tuple[str, int | None, str]:
    """What it is, whose, and its picture round (0, 0)."""
    pen = Pen(ET.Element("g"))
    FORMS[piece.form](pen, piece, shape, 0, 0, size * UNIT)
    return piece.text, piece.owner, pen.done()
