"""Positions as JSON: whose turn it is, what may be played, and how it looks; the rules alone, no search."""

import math
from typing import Literal

from msgspec import Struct
from starlette.routing import Route

from kibitz.notation import line_names
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.scene import Scene
from kibitz.web.api._operation import ApiRequest, Operation, PositionRequest, offer, position_of, public_spec, routes_of
from kibitz.web.house import House
from kibitz.web.sight import draw_board, named, scene_of


class CellModel(Struct):
    """A place of the board; x to the right, y downwards, in widths of a cell."""

    name: str
    x: float
    y: float
    shape: str
    size: float


class PieceModel(Struct):
    """What stands in a cell; `owner` 0 is the first player, null nobody."""

    cell: str
    text: str
    owner: int | None
    form: str


class ActionModel(Struct):
    """A legal move and where it is made: in `cell`, from `source` where it has two steps; nowhere for a plain button."""

    move: str
    label: str
    cell: str | None
    source: str | None


class SceneModel(Struct):
    """The picture of a position; `marked` are cells, such as a winning line."""

    cells: list[CellModel]
    pieces: list[PieceModel]
    actions: list[ActionModel]
    marked: list[str]
    columns: list[str]
    rows: list[str]
    look: str


class StateModel(Struct):
    """A position. `to_move`: 0 is the first player; `payoffs`: what each player gets, null while it is not over.

    `legal`: what may be played by name, and where chance decides what it may bring. `scene` is null for a game of text alone.
    """

    game: str
    moves: list[str]
    to_move: int | Literal["chance"]
    over: bool
    payoffs: list[float | None] | None
    legal: list[str]
    text: str
    scene: SceneModel | None


def state_of(position: Position) -> StateModel:
    """The position; rules run for this."""
    faults: list[str] = []
    names, picture = named(position, faults), scene_of(position, faults)
    text = draw_board(position, faults)
    payoffs = position.payoffs
    return StateModel(
        public_spec(position.game),
        list(line_names(position.game, position.game.start(), position.moves)),
        "chance" if position.is_chance else position.to_move,
        position.is_over,
        None if payoffs is None else [float(one) if math.isfinite(one) else None for one in payoffs],
        list(names.values()),
        text,
        None if picture is None else _scene(picture, names),
    )


def _scene(picture: Scene, names: dict[int, str]) -> SceneModel:
    return SceneModel(
        [CellModel(one.name, one.x, one.y, one.shape, one.size) for one in picture.cells],
        [PieceModel(cell, one.text, one.owner, one.form) for cell, one in picture.pieces.items()],
        [ActionModel(names[one.move], one.label, one.cell, one.source) for one in picture.actions if one.move in names],
        list(picture.marked),
        list(picture.columns),
        list(picture.rows),
        picture.look,
    )


def operations(house: House) -> list[Operation]:
    """The operation that gives the position after some moves."""

    async def state(request: ApiRequest) -> StateModel:
        return await house.ruled(offer(house, request.body.game).base, _state, house, request.body)

    example = {"game": "connect_four", "moves": ["4", "4"]}
    title = "The position after some moves"
    return [Operation("POST", "/api/state", title, state, StateModel, PositionRequest, wrong=(404,), example=example)]


def routes(house: House) -> list[Route]:
    """The routes of these operations."""
    return routes_of(house, operations(house))


def _state(house: House, wanted: PositionRequest) -> StateModel:
    position = position_of(house, wanted)
    with blame_rules(position.game):
        return state_of(position)
