"""Computers against each other: the form in which a visitor says who plays whom, and how often."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.errors import KibitzError, MatchError
from kibitz.present.sentences import as_sentence
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.web.app import AppState
from kibitz.web.chooser import USUAL, Chooser, fill_form, groups, read_parameters, read_players
from kibitz.web.house import Wrong
from kibitz.web.job import while_here
from kibitz.web.running import PACES, Occupied
from kibitz.web.shelf import Offer
from kibitz.web.stored_game import letter

GAMES = 20
PLAYERS = (USUAL, "computer:level=2", "greedy", "random")
OPENINGS = {
    "auto": "random moves, as many as it takes for games to differ",
    "start": "none: every game from the start",
    "random": "so many random moves",
    "all": "every position after so many moves",
}


def routes(house: AppState) -> list[Route]:
    """`/g/{slug}/watch`."""

    async def watch(request: Request) -> Response:
        """The form."""
        house.visitor(request)
        return _form(house, request, _offer(house, request), {})

    async def begin(request: Request) -> Response:
        """A match is planned and begun; what is wrong with it is said over the form."""
        house.visitor(request)
        offer, given = _offer(house, request), await house.form(request)
        pace = given.get("pace", "")
        try:
            game = await house.ruled(offer.base, offer.game, read_parameters(given), house.limits)
            plan = await house.ruled(game, _plan, house, game, given)
            number = await while_here(request, house.running.begin(plan, pace if pace in PACES else "none"))
        except Occupied as problem:
            return _form(house, request, offer, given, 503, as_sentence(problem), problem.matches)
        except KibitzError as problem:
            code = 503 if getattr(problem, "retry", None) else 400
            return _form(house, request, offer, given, code, as_sentence(problem))
        return house.go(request, f"/match/{number}")

    return [Route("/g/{slug}/watch", watch, methods=["GET"]), Route("/g/{slug}/watch", begin, methods=["POST"])]


def _offer(house: AppState, request: Request) -> Offer:
    try:
        return house.shelf[request.path_params["slug"]]
    except KeyError:
        raise Wrong("there is no such game here", 404) from None


def _form(
    house: AppState,
    request: Request,
    offer: Offer,
    given: dict[str, str],
    code: int = 200,
    problem: str = "",
    matches: tuple[int, ...] = (),
) -> Response:
    others = {"games": str(GAMES), "pace": "quick", "openings": "auto", "plies": "4", "seed": ""}
    return house.page(
        request,
        "watch.html",
        code,
        offer=offer,
        letters=[letter(side) for side in range(offer.players)],
        groups=groups(offer.base),
        openings=OPENINGS,
        given=fill_form(offer, given, _usual(offer.players), **others),
        limits=house.limits,
        problem=problem,
        matches=matches,
    )


def _plan(house: AppState, game: Game, given: dict[str, str]) -> dict[str, Any]:
    """The plan of a match out of its form, as the worker takes it. Raises MatchError, PlayerError, each a sentence."""
    limits = house.limits
    seed = given.get("seed", "").strip()
    return {
        "game": spec_of(game),
        "players": read_players(Chooser(game, limits), given, _usual(game.players)),
        "games": _number(given.get("games", ""), "the games", 1, limits.games),
        "openings": _openings(given, limits.opening),
        "seed": _number(seed, "the seed", 0, 10**9) if seed else None,
    }


def _usual(players: int) -> list[str]:
    return [PLAYERS[side % len(PLAYERS)] for side in range(players)]


def _openings(given: dict[str, str], most: int) -> str:
    how = given.get("openings", "")
    if how not in OPENINGS:
        raise MatchError("choose the openings from the list")
    return how if how in ("auto", "start") else f"{how}:{_number(given.get('plies', ''), 'the moves of an opening', 0, most)}"


def _number(text: str, what: str, low: int, high: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
        raise MatchError(f"{what}: a whole number from {low:,} to {high:,} is wanted")
    return int(text)
