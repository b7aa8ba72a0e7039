"""Matches, for programs: begun, listed, looked at while they are played, and their games."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kibitz.arena.fixture import Plan
from kibitz.arena.standing import Standing, game_as_json, standing_as_json, summary_as_json
from kibitz.arena.store import Store
from kibitz.arena.tournaments import tournament_of
from kibitz.errors import PlayerError, StoreError
from kibitz.jobs.matches import Run
from kibitz.table.served_games import public
from kibitz.web.api._operation import LIMITS, ApiRequest, Operation, Parameters, Slug, Text, game_of, offer
from kibitz.web.app import AppState
from kibitz.web.chooser import SHORTEST, Chooser
from kibitz.web.disconnects import while_here
from kibitz.web.new_match import MOST_PLAYERS, plan_match
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


class MeetingModel(Struct):
    """Two who meet in a round, by their places in `players`, from 0; `second` is null for a bye.

    `points` of each in `games`; `tie_breaks`: further pairs of games. `winner`: the one with more points, or who goes on; null
    while they play, and in a draw. `by_seed`: the winner is the higher seed, since all games left a tie.
    """

    first: int
    second: int | None
    points: Annotated[list[float], Meta(min_length=2, max_length=2)]
    games: int
    tie_breaks: int
    winner: int | None
    by_seed: bool
    over: bool


class RoundModel(Struct):
    """A round of a tournament."""

    title: str
    meetings: list[MeetingModel]


class TableRowModel(Struct):
    """A row of a tournament's table, the best first; `number`: the place of the player in `players`, from 0."""

    place: int
    player: str
    number: int
    score: float
    tie_break: float | None
    points: float
    games: int


class MatchModel(Struct):
    """A match's standing: the object of `kibitz match --json`, and whether it is `running` here, or `why` it ended early.

    Figures about two players, first named first, are present when there are two; infinite ones are null. More players have
    `ratings`, the strongest first, and the `advantage` of moving first with its error, both in Elo. They are null while they
    are not known: ask again. In a running match they may be a few games old. `conduct` is null for players without times.
    `form`, the `rounds` so far, `table` and `over` are those of a Swiss tournament or a knockout, null in other matches.
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
    form: str | None = None
    rounds: list[RoundModel] | None = None
    table: list[TableRowModel] | None = None
    over: bool | None = None


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
    """The players, and how they meet. `openings`: "auto", "start", "random:4", "all:3", with at most 20 plies.

    A game of two takes more players than two, who meet in the `form` "round_robin" where none is given. `games` of each two
    who meet: 20 where no number is given, 2 in a Swiss tournament and in a knockout. `rounds`: of a Swiss tournament.
    """

    game: Slug
    players: Annotated[list[Opponent], Meta(min_length=1, max_length=MOST_PLAYERS)]
    parameters: Parameters = {}
    form: Literal["pairs", "round_robin", "gauntlet", "swiss", "knockout"] | None = None
    rounds: Annotated[int, Meta(ge=1, le=LIMITS.games)] | None = None
    games: Annotated[int, Meta(ge=1, le=LIMITS.games)] | None = None
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
        standing = await house.run_blocking(find_standing, house.store, number)
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
    if len(new.players) < game.players:
        raise PlayerError(f"this game has {game.players} players: name each of them")
    chooser = Chooser(game, house.limits)
    players = [chooser.spec(one.player, _text(one.depth), _text(one.time)) for one in new.players]
    return plan_match(
        game,
        players,
        house.limits,
        form=new.form,
        games=new.games,
        rounds=new.rounds,
        openings=new.openings,
        seed=new.seed,
    )


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


# Matches of the store as JSON: files by their names, without the operator's folders.


def list_matches(store: Store, some: Some) -> dict[str, Any]:
    """A page of the list of all."""
    found, total = store.some_matches(some.skip, some.most)
    return {"matches": [_public(summary_as_json(one)) for one in found], "total": total}


def find_standing(store: Store, number: int) -> dict[str, Any]:
    """How a match stands, without ratings. HttpProblem, 404, if there is no such match."""
    plan = _find_plan(store, number)
    tournament = tournament_of(plan)
    if tournament is not None:
        tournament.hear(store.meetings(number))
    standing = Standing(number, plan, store.totals(number), tournament=tournament, conduct=store.conduct(number))
    return _public(standing_as_json(standing, None))


def ratings_in(record: dict[str, Any]) -> dict[str, Any]:
    """The ratings out of what `kibitz match` tells, null where it tells none."""
    rows = record.get("ratings")
    ratings = None if rows is None else [row | {"player": public(row["player"])} for row in rows]
    return {"ratings": ratings, "advantage": record.get("advantage")}


def list_games(store: Store, number: int, some: Some) -> dict[str, Any]:
    """A page of the games of a match. HttpProblem, 404, where there is no such match."""
    plan = _find_plan(store, number)
    found = store.some_games(number, some.skip, some.most)
    return {"games": [_public(game_as_json(number, plan, fixture, played)) for fixture, played in found]}


def find_game(store: Store, number: int, pair: int, side: int) -> dict[str, Any]:
    """One game. HttpProblem, 404, if there is no such game, or it has not been played."""
    plan = _find_plan(store, number)
    try:
        return _public(game_as_json(number, plan, *store.game(number, pair, side)))
    except StoreError as problem:
        raise HttpProblem(str(problem), 404) from None


def _find_plan(store: Store, number: int) -> Plan:
    try:
        return store.plan(number)
    except StoreError as problem:
        raise HttpProblem(str(problem), 404) from None


def _public(record: dict[str, Any]) -> dict[str, Any]:
    names = {name: public(record[name]) for name in ("game", "a", "b") if name in record}
    table = {"table": [row | {"player": public(row["player"])} for row in record["table"]]} if "table" in record else {}
    return record | names | table | {"players": [public(one) for one in record["players"]]}
