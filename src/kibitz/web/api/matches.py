"""Matches, for programs: begun, listed, looked at while they are played, and their games."""

from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.routing import Route

from kibitz.arena.fixture import Plan
from kibitz.arena.standing import Standing
from kibitz.arena.told import game_as_json, standing_as_json, summary_as_json
from kibitz.errors import PlayerError, StoreError
from kibitz.registry import spec_of
from kibitz.web.api._asked import LIMITS, Parameters, Slug, Text, game_of, public
from kibitz.web.api._operation import Asked, Operation, routes_of
from kibitz.web.chooser import SHORTEST, Chooser
from kibitz.web.house import House, Wrong
from kibitz.web.leaving import while_here
from kibitz.web.running import Running

LARGEST = 10**9
PAGE = 100  # games in one answer
EXAMPLE = {"game": "nim", "players": [{"player": "random"}, {"player": "minimax", "depth": 2}], "games": 4}


class Opponent(Struct, forbid_unknown_fields=True):
    """A player of those that GET /api/games/{slug} lists: "computer:level=4", "random", "minimax" with a depth or a time
    for each move, here or as on the command line: "minimax:depth=2".
    """

    player: Text
    depth: Annotated[int, Meta(ge=1, le=LIMITS.depth)] | None = None
    time: Annotated[float, Meta(ge=SHORTEST, le=LIMITS.seconds)] | None = None


class NewMatch(Struct, forbid_unknown_fields=True):
    """Who plays whom, how often. `openings`: "auto", "start", "random:4", "all:3", with at most 20 plies."""

    game: Slug
    players: Annotated[list[Opponent], Meta(min_length=1, max_length=16)]
    parameters: Parameters = {}
    games: Annotated[int, Meta(ge=1, le=LIMITS.games)] = 20
    openings: Annotated[str, Meta(pattern=r"^(auto|start|(random|all):([0-9]|1[0-9]|20))$")] = "auto"
    seed: Annotated[int, Meta(ge=0, le=LARGEST)] | None = None


class Begun(Struct):
    """The number of a match."""

    match: int


class Summary(Struct):
    """A match in the list of all; `created` in seconds since 1970."""

    match: int
    game: str
    players: list[str]
    form: str
    created: float
    games: int
    scheduled: int
    kibitz: str


class Matches(Struct):
    """All matches of the store, the oldest first."""

    matches: list[Summary]


class Single(Struct):
    """Figures of all games, as if none resembled another."""

    elo: float | None
    elo_error: float | None
    los: float | None


class Match(Struct):
    """How a match stands: the object of `kibitz match --json`, and whether it is `running` here, or `why` it ended early.

    What is about two players, first named first, is there when there are two; what is infinite is null.
    """

    match: int
    game: str
    players: list[str]
    games: int
    scheduled: int
    distinct: int
    forfeits: list[int]
    stopped: int
    openings: str
    seed: int
    seconds: float
    running: bool
    why: str
    a: str = ""
    b: str = ""
    a_wins: int = 0
    b_wins: int = 0
    draws: int = 0
    pairs: list[int] | None = None
    score: float | None = None
    elo: float | None = None
    elo_error: float | None = None
    nelo: float | None = None
    nelo_error: float | None = None
    los: float | None = None
    sprt: dict[str, Any] | None = None
    single: Single | None = None


class MatchGame(Struct):
    """One game of a match; `payoffs` is null where it came to no end, and `forfeit` the seat that lost it by a fault."""

    match: int
    pair: int
    side: int
    game: str
    players: list[str]
    opening: str
    moves: list[str]
    payoffs: list[float | None] | None
    forfeit: int | None
    reason: str
    seconds: float


class MatchGames(Struct):
    """Some games of a match, in the order of its schedule."""

    games: list[MatchGame]


class Some(Struct):
    """Which of the games: without the first `skip`, and so many."""

    skip: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    most: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE


def operations(house: House) -> list[Operation]:
    """All that can be asked of matches."""

    async def matches(asked: Asked) -> dict[str, Any]:
        found = await house.off(house.store.matches)
        return {"matches": [_public(summary_as_json(one)) for one in found]}

    async def begin(asked: Asked) -> Begun:
        plan = await house.off(_plan, house, asked.body)
        return Begun(await while_here(asked.request, house.room(Running).begin(plan, "none")))

    async def match(asked: Asked) -> dict[str, Any]:
        number = _number(asked, "match")
        running = house.room(Running)
        goes_on = running.of(number) is not None  # first: what is not running any more has all its games in the store
        told = await house.off(_standing, house, number)
        return told | {"running": goes_on, "why": "" if goes_on else running.why(number)}

    async def stop(asked: Asked) -> dict[str, Any]:
        house.room(Running).stop(_number(asked, "match"))
        return await match(asked)

    async def games(asked: Asked) -> dict[str, Any]:
        return await house.off(_games, house, _number(asked, "match"), asked.query)

    async def game(asked: Asked) -> dict[str, Any]:
        return await house.off(_game, house, *(_number(asked, name) for name in ("match", "pair", "side")))

    one, gone = "/api/matches/{match:int}", (404,)
    played = f"{one}/games/{{pair:int}}/{{side:int}}"
    return [
        Operation("GET", "/api/matches", "All matches", matches, Matches),
        Operation("POST", "/api/matches", "Begin a match", begin, Begun, NewMatch, code=202, wrong=(404, 409), example=EXAMPLE),
        Operation("GET", one, "How a match stands", match, Match, wrong=gone),
        Operation("POST", f"{one}/stop", "End a match that is played", stop, Match, wrong=gone),
        Operation("GET", f"{one}/games", "Games of a match", games, MatchGames, query=Some, wrong=gone),
        Operation("GET", played, "One game of a match", game, MatchGame, wrong=gone),
    ]


def routes(house: House) -> list[Route]:
    """Their addresses."""
    return routes_of(house, operations(house))


def _number(asked: Asked, name: str) -> int:
    number: int = asked.place(name)
    if number > LARGEST:
        raise Wrong("there is no such match", 404)
    return number


def _plan(house: House, new: NewMatch) -> dict[str, Any]:
    """What was wished, as the worker takes it. Raises Wrong, GameError, PlayerError."""
    game = game_of(house, new.game, new.parameters)
    if len(new.players) != game.players:
        raise PlayerError(f"this game has {game.players} players: name each of them")
    chooser = Chooser(game, house.limits)
    players = [chooser.spec(one.player, _text(one.depth), _text(one.time)) for one in new.players]
    return {"game": spec_of(game), "players": players, "games": new.games, "openings": new.openings, "seed": new.seed}


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


def _standing(house: House, number: int) -> dict[str, Any]:
    plan = _plan_of(house, number)
    return _public(standing_as_json(Standing(number, plan, house.store.totals(number)), None))


def _games(house: House, number: int, some: Some) -> dict[str, Any]:
    plan = _plan_of(house, number)
    found = house.store.some_games(number, some.skip, some.most)
    return {"games": [_public(game_as_json(number, plan, fixture, played)) for fixture, played in found]}


def _game(house: House, number: int, pair: int, side: int) -> dict[str, Any]:
    plan = _plan_of(house, number)
    try:
        return _public(game_as_json(number, plan, *house.store.game(number, pair, side)))
    except StoreError as problem:
        raise Wrong(str(problem), 404) from None


def _plan_of(house: House, number: int) -> Plan:
    try:
        return house.store.plan(number)
    except StoreError as problem:
        raise Wrong(str(problem), 404) from None


def _public(told: dict[str, Any]) -> dict[str, Any]:
    """The same without the folders of the operator's files."""
    shown = {name: public(told[name]) for name in ("game", "a", "b") if name in told}
    return told | shown | {"players": [public(one) for one in told["players"]]}
