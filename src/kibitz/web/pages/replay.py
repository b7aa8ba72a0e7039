"""A game of a match, move by move."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store.replay import play_names
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.present.values import side_names
from kibitz.rules import Game
from kibitz.web.house import House, Wrong
from kibitz.web.naming import name_player, name_spec
from kibitz.web.pages.match import number_of
from kibitz.web.stored_game import describe_ending, game_of, letter, picture, result


def routes(house: House) -> list[Route]:
    """`/match/{n}/{pair}/{side}?ply=`."""

    async def replay(request: Request) -> Response:
        """The position after so many moves; without `ply` the end."""
        house.visitor(request)
        key, ply = key_of(request), request.query_params.get("ply", "")
        found = await house.off(stored, house, *key)
        game, missing = await game_of(house, found[0].game)
        fields = await house.ruled(game, _replay_fields, house, key, found, game, missing, ply)
        place = fields["place"] + ("" if fields["ply"] == len(fields["moves"]) else f"?ply={fields['ply']}")
        return house.page(request, "replay.html", **fields, fragments={"replay": "_replay.html"}, location=place)

    return [Route("/match/{number:int}/{pair:int}/{side:int}", replay)]


def key_of(request: Request) -> tuple[int, int, int]:
    """The match, pair and side of a request. Wrong for numbers that no game has."""
    pair, side = request.path_params["pair"], request.path_params["side"]
    if pair >= 10**9 or side >= 10**9:
        raise Wrong("there is no such game", 404)
    return number_of(request), pair, side


def stored(house: House, number: int, pair: int, side: int) -> tuple[Plan, Fixture, Played]:
    """The game of a match. Wrong where there is none, or it has not been played."""
    try:
        return house.store.plan(number), *house.store.game(number, pair, side)
    except KibitzError as problem:
        raise Wrong(str(problem), 404) from None


def _replay_fields(
    house: House,
    key: tuple[int, int, int],
    found: tuple[Plan, Fixture, Played],
    game: Game | None,
    missing: str,
    ply_text: str,
) -> dict[str, Any]:
    (number, pair, side), (plan, fixture, played) = key, found
    last = len(played.moves)
    ply = min(int(ply_text), last) if ply_text.isascii() and ply_text.isdigit() and len(ply_text) < 9 else last
    players = [name_player(plan.players[place]) for place in fixture.seats]
    fields: dict[str, Any] = {
        "number": number,
        "pair": pair,
        "side": side,
        "ordinal": fixture.ordinal,
        "place": f"/match/{number}/{pair}/{side}",
        "name": name_spec(plan.game),
        "moves": played.moves,
        "ply": ply,
        "opening": len(fixture.opening.split()),
        "who": [f"{letter(place)}: {name}" for place, name in zip(fixture.seats, players, strict=True)],
        "end": result(fixture.seats, played.payoffs, played.forfeit),
        "picture": None,
        "missing": missing,
        "reviewable": False,
    }
    if game is None:
        return fields
    try:
        position = play_names(game, played.moves[:ply])
    except KibitzError as problem:
        return fields | {"missing": str(problem)}
    sides = side_names(game)
    return fields | {
        "picture": picture(position),
        "who": [f"{one} is {who}" for one, who in zip(sides, fields["who"], strict=True)],
        "end": describe_ending(game, played, players) if ply == last else "",
        "turn": _turn(position, sides),
        "reviewable": 0 < last <= house.limits.plies,
    }


def _turn(position: Position, sides: tuple[str, ...]) -> str:
    """Whose turn it is, where the game goes on."""
    if position.is_over:
        return ""
    return "The dice are to be thrown." if position.is_chance else f"{sides[position.to_move]} is to move."
