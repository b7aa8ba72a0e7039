"""The matches in the games store, also those of `kibitz match`, and the form for a new one."""

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.fixture import Plan
from kibitz.core.parameters import split_settings
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, MatchError
from kibitz.jobs.matches import PACES, Occupied
from kibitz.present.sentences import as_sentence
from kibitz.table import standings
from kibitz.table.served_games import ServedGame
from kibitz.table.standings import letter
from kibitz.web.addresses import parameters_of
from kibitz.web.app import AppState
from kibitz.web.chooser import SET, USUAL, Chooser, fill_form, groups, read_parameters, read_player, specs
from kibitz.web.disconnects import while_here
from kibitz.web.new_match import GAMES, MOST_PLAYERS, WrongField, at_field, plan_for_worker

PAGE_MATCHES = 20  # on a page


def routes(house: AppState) -> list[Route]:
    """`/matches`, and `/g/{slug}/watch`, where one is begun."""

    async def matches(request: Request) -> Response:
        house.visitor(request)
        number = page_number(request)
        lines, pages = await house.run_blocking(_lines, house, number)
        return house.page(
            request,
            "matches.html",
            lines=lines,
            going={line.summary.number for line in lines if house.matches.of(line.summary.number)},
            page=number,
            pages=pages,
            day=day,
            fragments={"matches": "_matches.html"},
            location="/matches" if number == 1 else f"/matches?page={number}",
        )

    async def watch(request: Request) -> Response:
        house.visitor(request)
        return _form(house, request, house.served_game(request.path_params["slug"]), {})

    async def begin(request: Request) -> Response:
        """Plan and begin a match; errors appear at the field concerned, others above the form."""
        house.visitor(request)
        offer, given = house.served_game(request.path_params["slug"]), await house.form(request)
        pace = given.get("pace", "")
        try:
            game = await house.run_rules(offer.base, offer.game, read_parameters(given), house.limits)
            plan = await house.run_rules(game, _plan, house, game, given)
            number = await while_here(request, house.matches.begin(plan, pace if pace in PACES else "none"))
        except KibitzError as problem:
            return _form(house, request, offer, given, problem)
        return house.redirect(request, f"/match/{number}")

    return [
        Route("/matches", matches),
        Route("/g/{slug}/watch", watch, methods=["GET"]),
        Route("/g/{slug}/watch", begin, methods=["POST"]),
    ]


def page_number(request: Request) -> int:
    """The number of the wanted page of a list, from 1."""
    text = request.query_params.get("page", "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def day(seconds: float) -> str:
    """A moment as people of this machine write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _lines(house: AppState, number: int) -> tuple[list[standings.MatchLine], int]:
    found, total = house.store.some_matches((number - 1) * PAGE_MATCHES, PAGE_MATCHES, newest=True)
    crosses = house.store.crosses([one.number for one in found])
    return [standings.line(one, crosses[one.number]) for one in found], -(-total // PAGE_MATCHES)


# Computers against each other: the form of a match.

PLAYERS = (USUAL, "computer:level=2", "greedy", "random")
FORMS = {
    "round-robin": "round-robin: each meets each",
    "gauntlet": "gauntlet: the first meets each",
    "swiss": "Swiss: rounds of equal scores",
    "knockout": "knockout: the loser is out",
}
OPENINGS = {
    "auto": "random moves, enough for games to differ",
    "start": "none: every game from the start",
    "random": "so many random moves",
    "all": "every position after so many moves",
}


def _form(
    house: AppState, request: Request, offer: ServedGame, given: dict[str, str], problem: KibitzError | None = None
) -> Response:
    has_forms = offer.players == 2
    others = {"games": "", "pace": "quick", "openings": "auto", "plies": "4", "seed": ""}
    others |= {"form": "", "rounds": ""} if has_forms else {}
    letters = [letter(side) for side in range(MOST_PLAYERS if has_forms else offer.players)]
    usual = [*_usual(offer.players), *[""] * (len(letters) - offer.players)]
    form = fill_form(offer, given, usual, **others)
    busy = problem is not None and getattr(problem, "retry", None)
    return house.page(
        request,
        "watch.html",
        503 if busy else 400 if problem else 200,
        offer=offer,
        letters=letters,
        groups=groups(offer.base, engines=house.limits.engines),
        forms=FORMS if has_forms else {},
        openings=OPENINGS,
        usual_games=GAMES,
        given=form,
        more=any(form[f"player-{side}"] for side in range(offer.players, len(letters))),
        limits=house.limits,
        problem=as_sentence(problem) if problem else "",
        wrong=problem.field if isinstance(problem, WrongField) and problem.field in form else "",
        matches=problem.matches if isinstance(problem, Occupied) else (),
    )


def _plan(house: AppState, game: Game, given: dict[str, str]) -> dict[str, Any]:
    """The plan of a match out of its form, as the worker takes it. Raises WrongField, a sentence."""
    texts = {name: given.get(name, "").strip() for name in ("games", "rounds", "seed", "form")}
    most, players = house.limits.games, _players(house, game, given)
    with at_field("seed"):
        seed = _number(texts["seed"], "the seed", 0, 10**9) if texts["seed"] else None
    openings = _openings(given, house.limits.opening)
    with at_field("games"):
        games = _number(texts["games"], "the games", 1, most) if texts["games"] else None
    with at_field("rounds"):
        rounds = _number(texts["rounds"], "the rounds", 0, most) if texts["rounds"] else None
    with at_field("form"):
        form = _form_named(texts["form"])
    return plan_for_worker(game, players, house.limits, form=form, games=games, rounds=rounds, openings=openings, seed=seed)


def _players(house: AppState, game: Game, given: Mapping[str, str]) -> list[str]:
    """The players of the sides, and those that are named beyond them."""
    chooser, usual = Chooser(game, house.limits), _usual(game.players)
    sides = [*range(game.players), *(side for side in range(game.players, MOST_PLAYERS + 1) if given.get(f"player-{side}"))]
    if sides[-1] == MOST_PLAYERS:
        raise MatchError(f"a match here is between {MOST_PLAYERS} players at most")
    players = []
    for side in sides:
        with at_field(f"player-{side}"):
            players.append(read_player(chooser, given, side, usual[side] if side < game.players else ""))
    return players


def _form_named(text: str) -> str | None:
    """The form as plans call it; None for what fits."""
    if text and text not in FORMS:
        raise MatchError("choose the form from the list")
    return None if text in ("", "round-robin") else text


def _usual(players: int) -> list[str]:
    return [PLAYERS[side % len(PLAYERS)] for side in range(players)]


def _openings(given: dict[str, str], most: int) -> str:
    how = given.get("openings", "")
    if how not in OPENINGS:
        raise WrongField("openings", "choose the openings from the list")
    with at_field("plies"):
        return how if how in ("auto", "start") else f"{how}:{_number(given.get('plies', ''), 'the opening length', 0, most)}"


def another_match(
    house: AppState, offer: ServedGame | None, game: Game | None, plan: Plan, standing: dict[str, Any]
) -> dict[str, Any]:
    """After a match: the `fields` of the form for as many games again, and where the `winner` may be played; {} for neither.

    A match of the terminal may have what no form of the page can say.
    """
    how, _, plies = plan.openings.partition(":")
    if offer is None or game is None or how not in OPENINGS or plan.form != "pairs" or len(plan.players) != game.players:
        return {}
    offered, chosen = specs(game, engines=house.limits.engines), dict[str, str]()
    for side, spec in enumerate(plan.players):
        kind, _, rest = spec.partition(":")
        settings = {} if spec in offered else {name: value for name, _, value in split_settings(rest)}
        chosen |= {f"player-{side}": spec if spec in offered else kind}
        chosen |= {f"depth-{side}": settings.pop("depth", ""), f"seconds-{side}": settings.pop("time", "")}
        if settings or chosen[f"player-{side}"] not in offered:
            return {}
    parameters = parameters_of(offer, game)
    fields = chosen | {f"{SET}{name}": text for name, text in parameters.items()}
    fields |= {"games": str(standing["scheduled"]), "pace": "quick", "openings": how, "plies": plies or "4"}
    lead = standing.get("a_wins", 0) - standing.get("b_wins", 0)
    winner = plan.players[0 if lead > 0 else 1] if lead else ""
    against = urlencode({**parameters, "against": winner}, safe="/,:=") if winner in specs(game, people=True) else ""
    return {"fields": fields, "games": standing["scheduled"], "winner": against and f"/g/{offer.slug}?{against}"}


def _number(text: str, what: str, low: int, high: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
        raise MatchError(f"{what}: a whole number from {low:,} to {high:,} is wanted")
    return int(text)
