"""The positions of the nodes, small: the cells once, then for each node a string with a character for each cell."""

import string
from typing import Any

from kibitz.drawing.grid import grid_of
from kibitz.drawing.text import draw
from kibitz.explain.tree.node import Node
from kibitz.rules import Game
from kibitz.scene import Scene

EMPTY = "0"
PLAIN = string.digits[1:] + string.ascii_letters  # for the pieces, in the order in which they come up
FURTHER = 0x100  # where the alphabets go on


class Boards:
    """A scene for each node, as far as it differs from the others'; text where the game has none."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._grounds: dict[Any, int] = {}
        self._pieces: dict[tuple[str, int | None], int] = {}
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
        ground = self._grounds.setdefault(_ground(scene), len(self._grounds))
        if ground:
            self._others[here] = ground
        places = {cell.name: number for number, cell in enumerate(scene.cells)}
        letters = [EMPTY] * len(places)
        for cell, piece in scene.pieces.items():
            number = self._pieces.setdefault((piece.text, piece.owner), len(self._pieces))
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
            "grounds": list(self._grounds),
            "pieces": list(self._pieces),
            "letters": "".join(_letter(number) for number in range(len(self._pieces))),
            "positions": self._positions,
            "others": self._others,
            "marked": self._marked,
            "last": self._last,
        }


def _letter(number: int) -> str:
    """A character for a piece."""
    return PLAIN[number] if number < len(PLAIN) else chr(FURTHER + number)


def _ground(scene: Scene) -> tuple[Any, ...]:
    """All of a scene that stays as it is: cells, and the labels at the edges of a grid."""
    grid = grid_of(scene)
    cells = tuple((cell.x, cell.y, cell.shape, cell.size, cell.name) for cell in scene.cells)
    return cells, grid.columns if grid else (), grid.rows if grid else ()
