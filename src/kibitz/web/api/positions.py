"""Positions, for programs: whose turn it is, what may be played, how it looks; and what moves are worth."""

import math
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kibitz.core import registry
from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of
from kibitz.core.scene import Scene
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.table.legal_moves import name_legal
from kibitz.web.api._operation import (
    LIMITS,
    ApiRequest,
    Operation,
    PositionRequest,
    Text,
    offer,
    position_of,
    public_spec,
)
from kibitz.web.board.html import draw_board, scene_of
from kibitz.web.chooser import SHORTEST
from kibitz.web.disconnects import while_here
from kibitz.web.site import House, HttpProblem


class CellModel(Struct):
    """A place of the board; x to the right, y downwards, in widths of a cell."""

    name: str
    x: float
    y: float
    shape: str
    size: float


class PieceModel(Struct):
    """The piece in a cell; `owner` 0 is the first player, null none."""

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
    names, picture = name_legal(position, faults), scene_of(position, faults)
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


# What moves are worth: the answer of `kibitz analyze`.


class LimitModel(Struct, forbid_unknown_fields=True, frozen=True):
    """When the search ends: at whichever comes first. Plies, seconds, positions."""

    depth: Annotated[int, Meta(ge=1, le=LIMITS.depth)] | None = None
    time: Annotated[float, Meta(ge=SHORTEST, le=LIMITS.seconds)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=LIMITS.nodes)] | None = None


class QuestionModel(PositionRequest, forbid_unknown_fields=True, kw_only=True):
    """A position to think about. `search`: an algorithm, null for the one that fits; `all_moves`: or only the best one."""

    limit: LimitModel = LimitModel()
    search: Text | None = None
    all_moves: bool = True


class ValueModel(Struct):
    """The value of a position or a move for the side to move; with several players, `result` is a list, first player first."""

    kind: Literal["exact", "at_least", "at_most", "estimate"]
    result: float | list[float | None] | None
    plies: int | None


class MoveValueModel(Struct, omit_defaults=True):
    """A move, with the line that shows its value; `words` say it. `probability`: where dice or cards bring it."""

    move: str
    value: ValueModel
    line: list[str]
    words: str
    probability: float = 1.0


class AnswerModel(Struct, omit_defaults=True):
    """A search's answer. `stopped`: why it ended; `bounds`: proved limits, null where there is none, from a search that closes
    in on the value.

    `informed`: false if nothing estimates positions before the end of the game: then an estimate means nothing. `estimate`: the
    source of learned estimates.
    """

    game: str
    to_move: int | Literal["chance"]
    value: ValueModel
    best: str | None
    line: list[str]
    moves: list[MoveValueModel]
    depth: int
    nodes: int
    seconds: float
    nodes_per_second: int
    table_hits: float | None
    threads: int
    stopped: Literal["depth", "time", "nodes", "solved", "interrupted"]
    informed: bool
    words: str
    bounds: list[ValueModel | None] = []
    estimate: str | None = None


def operations(house: House) -> list[Operation]:
    """The position after some moves; and a search there, which ends when the client has gone."""

    async def state(request: ApiRequest) -> StateModel:
        return await house.run_rules(offer(house, request.body.game).base, _state, house, request.body)

    async def think(request: ApiRequest) -> dict[str, Any]:
        question: QuestionModel = request.body
        if question.search is not None and question.search not in registry.names("search"):
            raise HttpProblem(f"there is no search of that name; there are {', '.join(registry.names('search'))}")
        position, spec, moves = await house.run_rules(offer(house, question.game).base, _read_question, house, question)
        limit = question.limit
        seconds = limit.time or (house.limits.seconds if limit.depth or limit.nodes else house.limits.usual)
        args = {
            "game": spec,
            "moves": moves,
            "limit": {"depth": limit.depth, "time": seconds, "nodes": limit.nodes},
            "search": question.search,
            "all_moves": question.all_moves,
        }
        await house.run_blocking(house.catalog.check, spec)
        job = house.thinkers.submit("think", args, f"{house.visitors.caller(request.http)}/api", seconds)
        try:
            found = await while_here(request.http, job.result())
            house.proved.learn(spec, moves, found)
            return found | {"game": public_spec(position.game)}
        finally:
            job.cancel()

    place = {"game": "connect_four", "moves": ["4", "4"]}
    question = place | {"limit": {"time": 1}, "all_moves": True}
    after = "The position after some moves"
    worth = "What the moves of a position are worth; one at a time for each visitor"
    return [
        Operation("POST", "/api/state", after, state, StateModel, PositionRequest, wrong=(404,), example=place),
        Operation("POST", "/api/think", worth, think, AnswerModel, QuestionModel, wrong=(404, 409, 503), example=question),
    ]


def _state(house: House, wanted: PositionRequest) -> StateModel:
    position = position_of(house, wanted)
    with blame_rules(position.game):
        return state_of(position)


def _read_question(house: House, question: QuestionModel) -> tuple[Position, str, list[str]]:
    position = position_of(house, question)
    with blame_rules(position.game):
        return position, spec_of(position.game), list(position.names())
