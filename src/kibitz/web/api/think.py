"""What moves are worth, for programs: the answer of `kibitz analyze`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from starlette.routing import Route

from kibitz import registry
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.runtime.user_code import blame_rules
from kibitz.web.api._operation import (
    LIMITS,
    ApiRequest,
    Operation,
    PositionRequest,
    Text,
    offer,
    position_of,
    public_spec,
    routes_of,
)
from kibitz.web.chooser import SHORTEST
from kibitz.web.house import House, Wrong
from kibitz.web.job import while_here


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
    """What a position or a move is worth to the side to move; of several players, `result` is a list, first player first."""

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
    """What a search found. `stopped`: what ended it; `bounds`: proved limits, null where there is none, of a search
    that closes in on the value.

    `informed`: false where nothing estimates what is not searched to the end of the game: then an estimate is none.
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


def operations(house: House) -> list[Operation]:
    """A search, which ends when nobody waits for it any more."""

    async def think(request: ApiRequest) -> dict[str, Any]:
        question: QuestionModel = request.body
        if question.search is not None and question.search not in registry.names("search"):
            raise Wrong(f"there is no search of that name; there are {', '.join(registry.names('search'))}")
        position, spec, moves = await house.ruled(offer(house, question.game).base, _read_question, house, question)
        limit = question.limit
        seconds = limit.time or (house.limits.seconds if limit.depth or limit.nodes else house.limits.usual)
        args = {
            "game": spec,
            "moves": moves,
            "limit": {"depth": limit.depth, "time": seconds, "nodes": limit.nodes},
            "search": question.search,
            "all_moves": question.all_moves,
        }
        await house.off(house.shelf.check, spec)
        job = house.thinkers.submit("think", args, f"{house.visitors.caller(request.http)}/api", seconds)
        try:
            return await while_here(request.http, job.result()) | {"game": public_spec(position.game)}
        finally:
            job.cancel()

    example = {"game": "connect_four", "moves": ["4", "4"], "limit": {"time": 1}, "all_moves": True}
    title = "What the moves of a position are worth; one at a time for each visitor"
    return [Operation("POST", "/api/think", title, think, AnswerModel, QuestionModel, wrong=(404, 409, 503), example=example)]


def routes(house: House) -> list[Route]:
    """The routes of these operations."""
    return routes_of(house, operations(house))


def _read_question(house: House, question: QuestionModel) -> tuple[Position, str, list[str]]:
    position = position_of(house, question)
    with blame_rules(position.game):
        return position, spec_of(position.game), list(position.names())
