"""Matches, for programs: begun, listed, looked at while they are played, and their games."""

from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.routing import Route

from kibitz.errors import PlayerError
from kibitz.registry import spec_of
from kibitz.web.api import _stored
from kibitz.web.api._matches import LARGEST, Matches, MatchGame, MatchGames, MatchModel, MatchNumber, Some
from kibitz.web.api._operation import ApiRequest, Operation, routes_of
from kibitz.web.api._request import LIMITS, Parameters, Slug, Text, game_of, offer
from kibitz.web.chooser import SHORTEST, Chooser
from kibitz.web.house import House, Wrong
from kibitz.web.leaving import while_here
from kibitz.web.ratings import Ratings
from kibitz.web.running import Run, Running

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


def operations(house: House) -> list[Operation]:
    """All that can be asked of matches."""

    async def matches(request: ApiRequest) -> dict[str, Any]:
        return await house.off(_stored.matches, house.store, request.query)

    async def begin(request: ApiRequest) -> MatchNumber:
        plan = await house.ruled(offer(house, request.body.game).base, _plan, house, request.body)
        return MatchNumber(await while_here(request.http, house.room(Running).begin(plan, "none")))

    async def match(request: ApiRequest) -> dict[str, Any]:
        number = _number(request, "match")
        running = house.room(Running)
        run = running.of(number)  # first: what is not running any more has all its games in the store
        standing = await house.off(_stored.standing, house.store, number)
        if len(standing["players"]) != 2:
            standing |= _stored.rated(await _ratings(house, run, number, standing["games"]))
        return standing | {"running": run is not None, "why": "" if run else running.why(number)}

    async def stop(request: ApiRequest) -> dict[str, Any]:
        house.room(Running).stop(_number(request, "match"))
        return await match(request)

    async def games(request: ApiRequest) -> dict[str, Any]:
        return await house.off(_stored.games, house.store, _number(request, "match"), request.query)

    async def game(request: ApiRequest) -> dict[str, Any]:
        return await house.off(_stored.game, house.store, *(_number(request, name) for name in ("match", "pair", "side")))

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


def routes(house: House) -> list[Route]:
    """Their addresses."""
    return routes_of(house, operations(house))


async def _ratings(house: House, run: Run | None, number: int, played: int) -> dict[str, Any]:
    """While it is played its worker tells them; of another match they are worked out, and may not be known yet."""
    if run and "standing" in run.news:
        news: dict[str, Any] = run.news["standing"]
        return news
    found = await house.room(Ratings).of(number, played)
    return {} if found is None else found.told


def _number(request: ApiRequest, name: str) -> int:
    number: int = request.place(name)
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
