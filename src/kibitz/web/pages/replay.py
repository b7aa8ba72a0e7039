"""A game of a match, move by move."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.present.sentences import as_sentence
from kibitz.present.values import side_names
from kibitz.table.served_games import name_player, name_spec
from kibitz.table.standings import letter
from kibitz.web.addresses import analysis_of
from kibitz.web.app import AppState
from kibitz.web.board.html import board_of
from kibitz.web.board.share import share_of
from kibitz.web.board.stored_game import describe_ending, game_of, result
from kibitz.web.board.walk import MoveRow, Walk, is_in_turn, move_rows, positions_of
from kibitz.web.pages.match import number_of
from kibitz.web.site import House, HttpProblem


def routes(house: AppState) -> list[Route]:
    """`/match/{n}/{pair}/{side}?ply=`."""

    async def replay(request: Request) -> Response:
        """A game after `ply` moves; by default at its end."""
        house.visitor(request)
        key, given = key_of(request), dict(request.query_params)
        found = await house.run_blocking(stored, house, *key)
        game, missing = await game_of(house, found[0].game)
        fields = await house.run_rules(game, _replay_fields, house, key, found, game, missing, given)
        walk, place = fields["walk"], fields["place"]
        location = place if walk is None or (walk.ply == walk.last and walk.chosen is None) else walk.at(walk.ply)
        return house.page(request, "replay.html", **fields, fragments={"replay": "_replay.html"}, location=location)

    return [Route("/match/{number:int}/{pair:int}/{side:int}", replay)]


def key_of(request: Request) -> tuple[int, int, int]:
    """The match, pair and side of a request. HttpProblem for numbers that no game has."""
    pair, side = request.path_params["pair"], request.path_params["side"]
    if pair >= 10**9 or side >= 10**9:
        raise HttpProblem("there is no such game", 404)
    return number_of(request), pair, side


def stored(house: House, number: int, pair: int, side: int) -> tuple[Plan, Fixture, Played]:
    """The game of a match. HttpProblem if there is no such game, or it has not been played."""
    try:
        return house.store.plan(number), *house.store.game(number, pair, side)
    except KibitzError as problem:
        raise HttpProblem(str(problem), 404) from None


def _replay_fields(
    house: House,
    key: tuple[int, int, int],
    found: tuple[Plan, Fixture, Played],
    game: Game | None,
    missing: str,
    given: Mapping[str, str],
) -> dict[str, Any]:
    (number, pair, side), (plan, fixture, played) = key, found
    last, place = len(played.moves), f"/match/{number}/{pair}/{side}"
    players = [name_player(plan.players[place]) for place in fixture.seats]
    fields: dict[str, Any] = {
        "number": number,
        "pair": pair,
        "side": side,
        "ordinal": fixture.ordinal,
        "place": place,
        "name": name_spec(plan.game),
        "moves": [MoveRow(number, name, 0, "") for number, name in enumerate(played.moves, 1)],
        "in_pairs": False,
        "opening": len(fixture.moves),
        "who": [f"{letter(place)}: {name}" for place, name in zip(fixture.seats, players, strict=True)],
        "end": as_sentence(result(fixture.seats, played.payoffs, played.forfeit, played.reason)),
        "walk": None,
        "analysis": "",
        "pictures": (),
        "missing": missing,
        "reviewable": False,
        "caption": "",
    }
    if game is None:
        return fields
    game = fixture.from_start(game)
    try:
        positions = positions_of(game, played.moves)
    except KibitzError as problem:
        return fields | {"missing": str(problem)}
    sides, walk = side_names(game), Walk.read(place, game, last, given, last)
    position = positions[walk.ply]
    return fields | {
        "walk": walk,
        "board": board_of(position, False, is_turned=walk.is_turned),
        "moves": move_rows(positions, played.moves),
        "in_pairs": is_in_turn(positions),
        "analysis": analysis_of(house.catalog, game, played.moves, walk.ply),
        "pictures": share.pictures if (share := share_of(house.catalog, game, played.moves[: walk.ply])) else (),
        "who": [f"{one} is {who}" for one, who in zip(sides, fields["who"], strict=True)],
        "caption": f"Move {walk.ply} of {last}: {played.moves[walk.ply - 1]}." if walk.ply else "The start.",
        "end": describe_ending(game, played, players),
        "turn": _turn(position, sides),
        "reviewable": 0 < last <= house.limits.plies,
    }


def _turn(position: Position, sides: tuple[str, ...]) -> str:
    if position.is_over:
        return ""
    return "The dice are to be thrown." if position.is_chance else f"{sides[position.to_move]} is to move."
