"""Matches, for programs: begun, listed, looked at while they are played, and their games."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from kibitz.arena.match import Match
from kibitz.arena.standing import game_as_json, standing_as_json, summary_as_json
from kibitz.arena.store import Store
from kibitz.core.registry import spec_of
from kibitz.errors import PlayerError, StoreError
from kibitz.jobs.matches import Run
from kibitz.table.served_games import public, public_openings
from kibitz.web.api._operation import LIMITS, ApiRequest, Operation, Parameters, Slug, Text, game_of, offer
from kibitz.web.app import AppState
from kibitz.web.chooser import SHORTEST, Chooser
from kibitz.web.disconnects import while_here
from kibitz.web.site import HttpProblem

# The shapes of the answers.

LARGEST = 10**9
PAGE = 100  # matches or games in one answer


class MatchNumber(Struct):
    """The number of a match."""

    match: int


class SummaryModel(Struct):
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
    """Some matches, the oldest first; `total`: how many the store has."""

    matches: list[SummaryModel]
    total: int


class Rating(Struct):
    """A player's Elo, the mean of all being 0, its points and games; `elo_error` is null where it has no limit."""

    player: str
    elo: float | None
    elo_error: float | None
    points: float
    games: int


class Single(Struct):
    """Figures of all games, as if none resembled another."""

    elo: float | None
    elo_error: float | None
    los: float | None


class ConductModel(Struct):
    """How many moves a player has made, how long they took, and how many games it lost by each kind of fault."""

    moves: int
    mean_seconds: float
    longest_seconds: float
    faults: dict[str, int]


class MatchModel(Struct):
    """A match's standing: the object of `kibitz match --json`, and whether it is `running` here, or `why` it ended early.

    Figures about two players, first named first, are present when there are two; infinite ones are null. More players have
    `ratings`, the strongest first, and the `advantage` of moving first with its error, both in Elo. They are null while they
    are not known: ask again. In a running match they may be a few games old. `conduct` is null for players without times. A
    tournament has its `form`, `rounds` and `table`, and whether it is `over`; a gauntlet with a test the `tests` of all but the
    first player, and the `best`, null while none has passed.
    """

    match: int
    game: str
    players: list[str]
    games: int
    scheduled: int
    distinct: int
    forfeits: list[int]
    stopped: int
    unfinished: int
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
    ratings: list[Rating] | None = None
    advantage: Annotated[list[float | None], Meta(min_length=2, max_length=2)] | None = None
    conduct: list[ConductModel | None] | None = None
    resigned: int = 0
    agreed: int = 0
    time_control: str | None = None
    form: str = ""
    rounds: list[dict[str, Any]] | None = None
    table: list[dict[str, Any]] | None = None
    over: bool | None = None
    tests: list[dict[str, Any]] | None = None
    best: str | None = None


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
    """A part of a list: `limit` items after the first `skip`."""

    skip: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    most: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE


EXAMPLE = {"game": "nim", "players": [{"player": "random"}, {"player": "minimax", "depth": 2}], "games": 4}


class Opponent(Struct, forbid_unknown_fields=True):
    """A player of those that GET /api/games/{slug} lists: "computer:level=4", "random", "minimax" with a depth or a time
    for each move, here or as on the command line: "minimax:depth=2".
    """

    player: Text
    depth: Annotated[int, Meta(ge=1, le=LIMITS.depth)] | None = None
    time: Annotated[float, Meta(ge=SHORTEST, le=LIMITS.seconds)] | None = None


class NewMatch(Struct, forbid_unknown_fields=True):
    """The players and the number of games. `openings`: "auto", "start", "random:4", "all:3", with at most 20 plies."""

    game: Slug
    players: Annotated[list[Opponent], Meta(min_length=1, max_length=16)]
    parameters: Parameters = {}
    games: Annotated[int, Meta(ge=1, le=LIMITS.games)] = 20
    openings: Annotated[str, Meta(pattern=r"^(auto|start|(random|all):([0-9]|1[0-9]|20))$")] = "auto"
    seed: Annotated[int, Meta(ge=0, le=LARGEST)] | None = None


def operations(house: AppState) -> list[Operation]:
    """The operations on matches."""

    async def matches(request: ApiRequest) -> dict[str, Any]:
        return await house.run_blocking(list_matches, house.store, request.query)

    async def begin(request: ApiRequest) -> MatchNumber:
        plan = await house.run_rules(offer(house, request.body.game).base, _plan, house, request.body)
        return MatchNumber(await while_here(request.http, house.matches.begin(plan, "none")))

    async def match(request: ApiRequest) -> dict[str, Any]:
        number = _number(request, "match")
        run = house.matches.of(number)  # first: what is not running any more has all its games in the store
        standing = await _standing(house, number)
        if len(standing["players"]) != 2:
            standing |= ratings_in(await _ratings(house, run, number, standing["games"]))
        return standing | {"running": run is not None, "why": "" if run else house.matches.why(number)}

    async def stop(request: ApiRequest) -> dict[str, Any]:
        house.matches.stop(_number(request, "match"))
        return await match(request)

    async def games(request: ApiRequest) -> dict[str, Any]:
        return await house.run_blocking(list_games, house.store, _number(request, "match"), request.query)

    async def game(request: ApiRequest) -> dict[str, Any]:
        return await house.run_blocking(find_game, house.store, *(_number(request, name) for name in ("match", "pair", "side")))

    one, gone = "/api/matches/{match:int}", (404,)
    played = f"{one}/games/{{pair:int}}/{{side:int}}"
    return [
        Operation("GET", "/api/matches", "Matches of the store", matches, Matches, query=Some),
        Operation(
            "POST", "/api/matches", "Begin a match", begin, MatchNumber, NewMatch, code=202, wrong=(404, 409), example=EXAMPLE
        ),
        Operation("GET", one, "How a match stands", match, MatchModel, wrong=gone),
        Operation("POST", f"{one}/stop", "End a match that is played", stop, MatchModel, wrong=gone),
        Operation("GET", f"{one}/games", "Games of a match", games, MatchGames, query=Some, wrong=gone),
        Operation("GET", played, "One game of a match", game, MatchGame, wrong=gone),
    ]


async def _standing(house: AppState, number: int) -> dict[str, Any]:
    """How a match stands, without ratings. HttpProblem, 404, if there is no such match."""
    totals = await house.run_blocking(_found, house.store.totals, number)
    known, facts = house.standings.get(("api", number), (None, {}))
    if known != totals:
        facts = await house.run_blocking(read_standing, house.store, number)
        house.standings["api", number] = totals, facts
    return dict(facts)


async def _ratings(house: AppState, run: Run | None, number: int, played: int) -> dict[str, Any]:
    """Ratings: of a match that is played its worker tells them; of another they are worked out, and may not be known yet."""
    if run and "standing" in run.news:
        news: dict[str, Any] = run.news["standing"]
        return news
    found = await house.ratings.of(number, played)
    return {} if found is None else found.json


def _number(request: ApiRequest, name: str) -> int:
    number: int = request.place(name)
    if number > LARGEST:
        raise HttpProblem("there is no such match", 404)
    return number


def _plan(house: AppState, new: NewMatch) -> dict[str, Any]:
    """The plan of a match, as the worker takes it. Raises HttpProblem, GameError, PlayerError."""
    game = game_of(house, new.game, new.parameters)
    if len(new.players) != game.players:
        raise PlayerError(f"this game has {game.players} players: name each of them")
    chooser = Chooser(game, house.limits)
    players = [chooser.spec(one.player, _text(one.depth), _text(one.time)) for one in new.players]
    return {"game": spec_of(game), "players": players, "games": new.games, "openings": new.openings, "seed": new.seed}


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


# Matches of the store as JSON: files by their names, without the operator's folders.

Read = TypeVar("Read")


def list_matches(store: Store, some: Some) -> dict[str, Any]:
    """A page of the list of all."""
    found, total = store.some_matches(some.skip, some.most)
    return {"matches": [_public(summary_as_json(one)) for one in found], "total": total}


def read_standing(store: Store, number: int) -> dict[str, Any]:
    """The object of `kibitz match --json`, without ratings."""
    return _public(standing_as_json(Match(store, number).standing(), None))


def ratings_in(record: dict[str, Any]) -> dict[str, Any]:
    """The ratings out of what `kibitz match` tells, null where it tells none."""
    return _public({"ratings": record.get("ratings"), "advantage": record.get("advantage")})


def list_games(store: Store, number: int, some: Some) -> dict[str, Any]:
    """A page of the games of a match. HttpProblem, 404, where there is no such match."""
    plan = _found(store.plan, number)
    found = store.some_games(number, some.skip, some.most)
    return {"games": [_public(game_as_json(number, plan, fixture, played)) for fixture, played in found]}


def find_game(store: Store, number: int, pair: int, side: int) -> dict[str, Any]:
    """One game. HttpProblem, 404, if there is no such game, or it has not been played."""
    plan = _found(store.plan, number)
    try:
        return _public(game_as_json(number, plan, *store.game(number, pair, side)))
    except StoreError as problem:
        raise HttpProblem(str(problem), 404) from None


def _found(read: Callable[[int], Read], number: int) -> Read:
    """Read a match by a method of the store. HttpProblem, 404, if there is no such match."""
    try:
        return read(number)
    except StoreError as problem:
        raise HttpProblem(str(problem), 404) from None


def _public(record: dict[str, Any]) -> dict[str, Any]:
    names: dict[str, Any] = {name: public(record[name]) for name in ("game", "a", "b", "best") if record.get(name)}
    if "players" in record:
        names["players"] = [public(one) for one in record["players"]]
    if "openings" in record:
        names["openings"] = public_openings(record["openings"])
    for name in ("ratings", "table", "tests"):
        if record.get(name):
            names[name] = [row | {"player": public(row["player"])} for row in record[name]]
    return record | names
