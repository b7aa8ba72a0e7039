"""A new game: who plays, how strongly, on which board; with nothing changed, one click plays."""

import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.errors import GameError, KibitzError
from kibitz.players import HUMAN
from kibitz.present.sentences import as_sentence
from kibitz.present.values import side_names
from kibitz.runtime.user_code import blame_rules
from kibitz.web.app import AppState
from kibitz.web.chooser import USUAL, Chooser, fill_form, groups, read_parameters, read_players, read_seconds
from kibitz.web.house import Wrong
from kibitz.web.pictures import emblem
from kibitz.web.shelf import Offer
from kibitz.web.table import Settings, TableSeat
from kibitz.web.tables import SEEDS

SECONDS = "1"  # a move, unless it is said


def routes(house: AppState) -> list[Route]:
    """The form, and what it begins."""
    tables = house.tables

    async def form(request: Request) -> Response:
        house.visitor(request)
        offer = _offer(house, request)
        return house.page(request, "begin.html", **await house.ruled(offer.base, _form_fields, offer, {}, ""))

    async def play(request: Request) -> Response:
        visitor = house.visitor(request)
        offer = _offer(house, request)
        given = await house.form(request)
        try:
            game, seats, settings = await house.ruled(offer.base, _wanted, house, offer, given)
            live = await tables.begin(visitor, game, seats, settings)
        except (KibitzError, OverflowError, MemoryError) as problem:
            sentence = as_sentence(str(problem) or "this is too large")
            return house.page(request, "begin.html", 400, **await house.ruled(offer.base, _form_fields, offer, given, sentence))
        live.look()
        return house.go(request, f"/play/{live.table.key}")

    return [Route("/g/{slug}", form), Route("/g/{slug}/play", play, methods=["POST"])]


def _offer(house: AppState, request: Request) -> Offer:
    try:
        return house.shelf[request.path_params["slug"]]
    except KeyError:
        raise Wrong("there is no such game here", 404) from None


def _form_fields(offer: Offer, given: dict[str, str], problem: str) -> dict[str, Any]:
    """The fields of the form: as it was sent, or as most people want it."""
    with blame_rules(offer.base):
        names = side_names(offer.base)
    return {
        "offer": offer,
        "sides": names,
        "emblems": [emblem(offer.base, side) for side in range(offer.players)],
        "groups": groups(offer.base, people=True),
        "given": fill_form(offer, given, _usual(offer.players), seconds=SECONDS, seed=""),
        "problem": problem,
    }


def _wanted(house: AppState, offer: Offer, given: dict[str, str]) -> tuple[Any, Any, Settings]:
    """The game, its seats and settings. Raises KibitzError for what does not fit."""
    with blame_rules(offer.base):
        game = offer.game(read_parameters(given), house.limits)
    seconds = read_seconds(given.get("seconds", "").strip() or SECONDS, house.limits)
    chooser = Chooser.at_table(game, house.limits, seconds)
    seats = [TableSeat(spec) for spec in read_players(chooser, given, _usual(game.players))]
    if given.get("begins") == "last":
        seats = [seats[-1], *seats[:-1]]
    return game, seats, Settings(_seed(given.get("seed", "")), seconds)


def _usual(players: int) -> list[str]:
    return [HUMAN, *[USUAL] * (players - 1)]


def _seed(text: str) -> int:
    text = text.strip()
    if not text:
        return secrets.randbelow(SEEDS)
    if not (text.isascii() and text.isdigit() and int(text[:12]) < SEEDS and len(text) <= 10):
        raise GameError(f"the seed of the dice is a whole number below {SEEDS}")
    return int(text)
