"""A board small enough to stand in the node of a tree."""

from dataclasses import replace
from typing import Any

from kibitz.drawing.board import UNIT, BoardPicture, cell_of
from kibitz.drawing.pen import Pen
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.svg.parts import Box
from kibitz.rules import Game
from kibitz.scene import Scene

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
        """The rectangle that the board fills."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def draw(self, pen: Pen, x: float, y: float, defined: dict[Any, str]) -> None:
        """Draws the board at that point; the empty board, alike in all nodes, is drawn once, and named in `defined`."""
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
    """The board of a node; None where the game has no picture."""
    scene = node.tree.game.scene(node.state)
    return Pictured(node, BoardPicture(_plainer(scene))) if scene is not None and scene.cells else None


def _plainer(scene: Scene) -> Scene:
    """The scene with numbers instead of seeds, which nobody could count in so small a picture."""
    return replace(
        scene,
        pieces={
            cell: replace(piece, form="letter") if piece.form == "seeds" else piece for cell, piece in scene.pieces.items()
        },
    )


def has_boards(game: Game, node: Node) -> bool:
    """Whether the game's picture is a board: its cells stay the same from move to move (those of a drawn tree do not)."""
    scenes = [game.scene(one.state) for one in (node, *node.children[:1])]
    cells = {scene.cells for scene in scenes if scene is not None and scene.cells}
    return len(cells) == 1 and None not in scenes
