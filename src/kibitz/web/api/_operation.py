"""One operation of the JSON interface: what it takes, what it gives, how it may fail. Its description is made from the same."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core.parameters import write_value
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.drawing.text import clean
from kibitz.errors import KibitzError
from kibitz.jobs.job import Cancelled
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.table.game_table import Stale
from kibitz.table.limits import Limits
from kibitz.table.served_games import ServedGame, public
from kibitz.web.site import House, HttpProblem

JSON = "application/json"
CONFLICTS = (Stale, Cancelled)


class Error(msgspec.Struct):
    """An error message."""

    error: str


@dataclass(frozen=True)
class ApiRequest:
    """A request that fits its description. `body` and `query` are structs of the operation's types, None where it has none."""

    house: House
    http: Request
    body: Any = None
    query: Any = None

    def place(self, name: str) -> Any:
        """A part of the address."""
        return self.http.path_params[name]


@dataclass(frozen=True)
class Operation:
    """`path` as Starlette has it; `run` returns the object to encode: one of type `gives`, or a dict of that shape.

    `wrong`: codes of errors beside those that any operation has; `example`: a body, for people who read about it.
    """

    method: str
    path: str
    title: str
    run: Callable[[ApiRequest], Awaitable[Any]]
    gives: Any
    takes: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] | None = None
    code: int = 200
    wrong: tuple[int, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)


def routes_of(house: House, operations: Sequence[Operation]) -> list[Route]:
    """One route for each path with all its methods: another method gets a 405 that lists them."""
    paths: dict[str, dict[str, Operation]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method] = one
    return [Route(path, _endpoint(house, methods), methods=list(methods)) for path, methods in paths.items()]


def _endpoint(house: House, methods: Mapping[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        house.visitor(request)
        one = methods["GET" if request.method == "HEAD" else request.method]
        body = None if one.takes is None else await _body(request, one.takes)
        query = None if one.query is None else _query(request, one.query)
        try:
            given = await one.run(ApiRequest(house, request, body, query))
        except CONFLICTS as problem:
            raise HttpProblem(str(problem), 409) from problem
        response = Response(encoded(given), one.code, media_type=JSON)
        house.visitors.greet(request, response)
        return response

    return endpoint


async def _body(request: Request, kind: type[msgspec.Struct]) -> Any:
    """The body of a request. HttpProblem: 415 for another content type, 400 for invalid JSON, 422 for the wrong fields."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise HttpProblem(f"this must be sent with the content type {JSON}", 415)
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.ValidationError as problem:
        raise HttpProblem(_format_problem(problem), 422) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise HttpProblem("this is not JSON") from None


def _query(request: Request, kind: type[msgspec.Struct]) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as problem:
        raise HttpProblem(_format_problem(problem), 422) from None


def _format_problem(problem: msgspec.ValidationError) -> str:
    """Msgspec's sentence, shortened: it may repeat what was sent."""
    text = clean(str(problem))[:200]
    return text[:1].lower() + text[1:]


def encoded(given: Any) -> bytes:
    """Encode for JSON: numbers that JSON lacks become null, and a game's texts lose characters that cannot be encoded."""
    try:
        return msgspec.json.encode(given)
    except UnicodeEncodeError:
        return json.dumps(_cleaned(msgspec.to_builtins(given)), ensure_ascii=False).encode()


def _cleaned(given: Any) -> Any:
    if isinstance(given, dict):
        return {_cleaned(name): _cleaned(one) for name, one in given.items()}
    if isinstance(given, list | tuple):
        return [_cleaned(one) for one in given]
    return clean(given) if isinstance(given, str) else given


LIMITS = Limits()

Slug = Annotated[str, Meta(min_length=1, max_length=64, description="A game of this server.")]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Text = Annotated[str, Meta(max_length=LIMITS.text)]
Setting = bool | Whole | Text | Annotated[list[Whole], Meta(max_length=LIMITS.text)]
Parameters = Annotated[
    dict[Text, Setting],
    Meta(max_length=LIMITS.fields, description="Parameters of the game, such as a width; the others are as usual."),
]
Move = Annotated[str, Meta(min_length=1, max_length=LIMITS.text)]
Moves = Annotated[list[Move], Meta(max_length=LIMITS.plies, description="All moves from the start, by their names.")]


class PositionRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position: a game, its parameters, and the moves that were made."""

    game: Slug
    parameters: Parameters = {}
    moves: Moves = []


def offer(house: House, slug: str) -> ServedGame:
    """A game of the catalog; HttpProblem, 404, if there is none."""
    return house.served_game(slug, ": GET /api/games lists them")


def game_of(house: House, slug: str, parameters: dict[str, Setting]) -> Game:
    """The game with these parameters. HttpProblem, 404, or GameError."""
    found = offer(house, slug)
    known = {knob.name for knob in found.knobs}
    for name in parameters:
        if name not in known:
            raise HttpProblem(f"{slug} has no parameter {name!r} that can be set here")
    given = {name: write_value(tuple(one) if isinstance(one, list) else one) for name, one in parameters.items()}
    with blame_rules(found.base):
        return found.game(given, house.limits)


def position_of(house: House, request: PositionRequest) -> Position:
    """The position after the moves. HttpProblem, 404; GameError; MoveError, which names the move; RulesError."""
    game = game_of(house, request.game, request.parameters)
    with blame_rules(game):
        position = Position.after(game)
        for number, name in enumerate(request.moves, 1):
            try:
                position = position.play(name)
            except KibitzError as problem:
                raise type(problem)(f"move {number}: {problem}") from None
    return position


def public_spec(game: Game) -> str:
    """The spec of a game, without folders."""
    return public(spec_of(game))
