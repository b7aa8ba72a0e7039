"""Boards for a script to draw: each part drawn once by `kibitz.drawing`, and of each position what stands where."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from kibitz.core.best_result import best_result, is_decisive
from kibitz.core.rules import Game, says
from kibitz.core.scene import Action, Cell, Look, Piece, Scene, Shape
from kibitz.drawing.blocks import draw_frame
from kibitz.drawing.board import HEAP, MEN, RING, ROUND, UNIT, BoardPicture, ring_of_change
from kibitz.drawing.forms import FORMS
from kibitz.drawing.pen import BROAD, CAPITAL, CORNER, LETTER, NARROW, OTHER, RISE, Pen
from kibitz.drawing.plate import Area, Plate
from kibitz.present.pieces import piece_words
from kibitz.present.values import side_names
from kibitz.static_page.numbered import Numbered
from kibitz.web.board.html import LARGE, TOUCH, spoken_rows
from kibitz.web.board.player_panels import is_man

CellOutline = tuple[Shape, float, bool, float, float]  # shape, width, tinted or not, corners; the width of the cell


@dataclass(frozen=True)
class BareBoard:
    """The constant part of a game's picture: a scene without pieces, actions and marks. Without cells it is a text."""

    cells: tuple[Cell, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    look: Look = "plain"
    lines: tuple[tuple[str, str], ...] = ()

    def scene(self, used: frozenset[str] = frozenset()) -> Scene:
        """The scene of the empty board; `used`: the cells where something can be done."""
        actions = tuple(Action(0, "", cell) for cell in used)
        return Scene(self.cells, {}, actions, (), self.columns, self.rows, self.look, self.lines)


@dataclass(frozen=True)
class Still:
    """One position: the number of its board, of the piece in each cell (0: none), and of its marks, or its text."""

    board: int
    row: tuple[int, ...]
    marks: int


@dataclass(frozen=True)
class BoardMove:
    """A move: its name, what its button says, and the numbers of the cells where it is made and where it begins."""

    name: str
    label: str
    cell: int | None = None
    source: int | None = None


class Album:
    """All that is to be drawn of the positions of a game; `stills` and `moves` are counted by their numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._boards = Numbered[BareBoard]()
        self._pieces = Numbered[tuple[Piece, Shape, float]]()
        self._marks = Numbered[tuple[int, ...] | str]()
        self._moves = Numbered[BoardMove]()
        self._used: dict[int, set[str]] = defaultdict(set)
        start = game.scene(game.start())
        self._named = {one.cell for one in start.actions if one.cell == one.label} if start else set[str | None]()

    def still(self, state: Any) -> tuple[Still, dict[int, int]]:
        """A state as it is to be seen, and its moves by the actions of its scene: their numbers."""
        scene = self.game.scene(state)
        if scene is None or not scene.cells:
            number = self._boards.number(BareBoard())
            return Still(number, (), self._marks.number(self.game.show(state))), {}
        board = self._boards.number(BareBoard(scene.cells, scene.columns, scene.rows, scene.look, scene.lines))
        places = {cell.name: number for number, cell in enumerate(scene.cells)}
        row = tuple(self._piece(scene.pieces.get(cell.name), cell) for cell in scene.cells)
        self._used[board] |= {cell for one in scene.actions for cell in (one.cell, one.source) if cell is not None}
        moves = {
            one.move: self._moves.number(
                BoardMove(
                    self.game.move_name(state, one.move),
                    one.label,
                    None if one.cell is None else places[one.cell],
                    None if one.source is None else places[one.source],
                )
            )
            for one in scene.actions
        }
        return Still(board, row, self._marks.number(tuple(places[name] for name in scene.marked))), moves

    def keep_board(self, scene: Scene) -> None:
        """The next board: the constant part of a scene, with places for its actions."""
        board = self._boards.number(BareBoard(scene.cells, scene.columns, scene.rows, scene.look, scene.lines))
        self._used[board] |= {one.cell for one in scene.actions if one.cell is not None}

    def loose(self, name: str) -> int:
        """The number of a move that no action makes."""
        return self._moves.number(BoardMove(name, name))

    def data(self) -> dict[str, Any]:
        """The data for the script that draws them, as JSON."""
        kits = Numbered[CellOutline]()
        boards = [self._board(number, bare, kits) for number, bare in enumerate(self._boards)]
        return {
            "boards": boards,
            "pieces": [self.draw_piece(*one) for one in self._pieces],
            "marks": list(self._marks),
            "moves": [[one.name, one.label, one.cell, one.source] for one in self._moves],
            "kits": [_kit(*one) for one in kits],
            "letter": LETTER,
            "rise": RISE,
            "heap": HEAP,
            "unit": UNIT,
        }

    def _piece(self, piece: Piece | None, cell: Cell) -> int:
        return 0 if piece is None else 1 + self._pieces.number((piece, cell.shape, cell.size))

    def draw_piece(self, piece: Piece, shape: Shape, size: float) -> dict[str, Any]:
        """A piece in a cell of this shape and size, drawn around its middle, and what screen readers say of it."""
        pen = Pen.blank(1, 1)
        FORMS[piece.form](pen, piece, shape, 0, 0, size * UNIT)
        words = piece_words(piece, side_names(self.game))
        is_owned = piece.owner is not None and shape != "square"
        about = {
            "owner": piece.owner,
            "owned": is_owned,
            "isMan": is_man(piece, size),
            "canBeTaken": piece.form in MEN,
            "isRound": piece.form in ROUND,
        }
        return {"svg": _inside(pen), "said": words, "form": piece.form} | about

    def _board(self, number: int, bare: BareBoard, kits: Numbered[CellOutline]) -> dict[str, Any]:
        if not bare.cells:
            return {"cells": [], "columns": [], "order": [], "rows": [], "blocks": []}
        plate = Plate(bare.scene(frozenset(self._used[number])))
        pen, group = Pen.blank(plate.width, plate.height), Pen.blank(1, 1)
        plate.ground(pen)
        plate.names(group)
        *edges, ground = pen.root
        names = [cell.name for cell in bare.cells]
        areas = {area.cell: area for area in plate.areas()}
        dot = Pen.blank(1, 1)
        plate.board.hint(dot, bare.cells[0], 0, 0)
        return {
            "box": pen.root.attrib["viewBox"],
            "ratio": round(plate.width / plate.height, 4),
            "least": round(plate.width_for(TOUCH)),
            "most": round(LARGE * plate.width),
            "top": round(100 * plate.top / plate.height, 3),
            "tall": round(100 * plate.board.height / plate.height, 3),
            "kind": plate.board.kind,
            "edges": "".join(map(_written, edges)),
            "ground": "".join(map(_written, ground)),
            "names": _inside(group),
            "open": _inside(dot),
            "labelled": plate.board.has_labels,
            "columns": list(bare.columns),
            "named": [] if not plate.board.has_labels else [at for at, name in enumerate(names) if name in self._named],
            "order": [names.index(cell) for cell in areas],
            "blocks": [
                {
                    "box": plate.board.box(block, plate.left, plate.top),
                    "open": _frame(plate, block),
                    "cells": [names.index(cell.name) for cell in block],
                }
                for block in plate.board.blocks
            ],
            "rows": [[label, [names.index(cell.name) for cell in cells]] for label, cells in spoken_rows(bare.scene())],
            "cells": [
                {
                    "name": cell.name,
                    "at": [round(one, 2) for one in plate.board.middle(cell, plate.left, plate.top)],
                    "side": cell.size * UNIT,
                    "label": _label(plate, cell, is_low=False),
                    "low": _label(plate, cell, is_low=True),
                    "kit": kits.number(_outline(plate.board, cell)),
                    "shape": areas[cell.name].shape if cell.name in areas else cell.shape,
                    "area": _percent(areas.get(cell.name)),
                }
                for cell in bare.cells
            ],
        }


def _label(plate: Plate, cell: Cell, is_low: bool) -> list[float]:
    return [round(one, 2) for one in plate.board.label_place(cell, is_low, plate.left, plate.top)]


def _frame(plate: Plate, block: list[Cell]) -> str:
    """The frame of a block where a move can be made."""
    pen = Pen.blank(1, 1)
    draw_frame(pen, "kb-block-open", *plate.board.box(block, plate.left, plate.top))
    return _inside(pen)


def _percent(area: Area | None) -> list[float]:
    """The box of a cell, in percent of the picture; [] for a sign at the edge."""
    sides = () if area is None else (area.left, area.top, area.width, area.height)
    return [round(100 * one, 3) for one in sides]


def value_words(game: Game) -> dict[str, Any]:
    """All that a script needs to say what a position is worth, as `kibitz.present.values` and `marks` do."""
    return {
        "sides": list(side_names(game)),
        "values": {
            "byMargin": best_result(game) != 1 if says(game, "result") else True,
            "duel": says(game, "result"),
            "chance": says(game, "chances"),
            "decisive": says(game, "chances") and is_decisive(game),
            "most": best_result(game) if says(game, "result") else None,
        },
        "widths": {"narrow": NARROW, "broad": BROAD, "capital": CAPITAL, "other": OTHER},
    }


def _outline(board: BoardPicture, cell: Cell) -> CellOutline:
    shape: Shape = "round" if board.scene.look == "crossings" else cell.shape
    return shape, board.inner(cell), board.is_tinted(cell), board.corner, cell.size * UNIT


def _kit(shape: Shape, inner: float, is_tinted: bool, corner: float, side: float) -> dict[str, str | bool]:
    """The marks around the piece of a cell, as `BoardPicture.pieces` draws them."""
    kit: dict[str, str | bool] = {}
    last = ("tint", 0) if is_tinted else ("last", 2)
    for key, name, less in (("marked", "marked", 0), ("last", *last), ("picked", "picked", 2), ("movable", "movable", 4)):
        pen = Pen.blank(1, 1)
        pen.outline(f"kb-{name}", shape, 0, 0, inner - less, corner if name in ("marked", "tint") else CORNER)
        kit[key] = _inside(pen)
    for key, form in (("left", None), ("changed", "seeds"), ("turned", "disc")):
        pen = Pen.blank(1, 1)
        look, wide = ring_of_change(form, side)
        pen.outline(look, "round", 0, 0, wide)
        kit[key] = _inside(pen)
    pen = Pen.blank(1, 1)
    pen.outline("kb-take", "round", 0, 0, side * RING)
    kit |= {"take": _inside(pen), "isTinted": is_tinted}
    pen = Pen.blank(1, 1)
    pen.outline("kb-movable kb-around", "round", 0, 0, side * RING)
    return kit | {"around": _inside(pen)}


def _inside(pen: Pen) -> str:
    return "".join(map(_written, pen.root))


def _written(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")
