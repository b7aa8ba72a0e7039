"""A match: how it stands, live while it is played, and its games."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.crew.luggage import changed, luggage
from kibitz.arena.fixture import Plan
from kibitz.errors import KibitzError, MatchError
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.web import standings
from kibitz.web.events import Stream
from kibitz.web.house import House, Wrong
from kibitz.web.pages.matches import page_number
from kibitz.web.ratings import Ratings
from kibitz.web.running import PACES, Occupied, Run, Running
from kibitz.web.shown import game_of, letter, picture, result, sentence, upto
from kibitz.wording.names import side_names

SHOWN = 40  # games on a page
PAUSE = 0.2  # seconds between two looks of a stream
CALM = 2.0  # seconds between two lists of games: who clicks on a link must not have it taken away
FRAGMENTS = {
    "going": "_match_going.html",
    "doing": "_match_doing.html",
    "live": "_match_live.html",
    "standing": "_match_standing.html",
    "games": "_match_games.html",
}


def routes(house: House) -> list[Route]:
    """`/match/{n}` and what can be done there."""
    running = house.room(Running)

    async def match(request: Request) -> Response:
        """The page."""
        house.visitor(request)
        return await shown(request, None)

    async def shown(request: Request, occupied: Occupied | None) -> Response:
        number, page = number_of(request), page_number(request)
        said = await house.off(_page, house, number, page)
        run = running.of(number)
        ratings = None if run and run.news.get("standing") else await _ratings(house, said)
        said |= await house.ruled(said["game"], _state, house, run, number, said["plan"], said["game"], ratings)
        if occupied:
            said |= {"problem": sentence(occupied), "occupied": occupied.matches}
        here = f"/match/{number}" + (f"?page={page}" if page > 1 else "")
        code = 503 if occupied else 200
        return house.page(request, "match.html", code, **said, fragments=FRAGMENTS, location=here)

    async def stop(request: Request) -> Response:
        """Whoever is here may end it: it can go on later."""
        house.visitor(request)
        running.stop(number_of(request))
        return house.go(request, f"/match/{number_of(request)}")

    async def on(request: Request) -> Response:
        """From where it came to."""
        house.visitor(request)
        number, given = number_of(request), await house.form(request)
        plan = await house.off(house.store.plan, number)
        refused = await house.off(_refusal, house, plan)
        if refused:
            raise MatchError(refused)
        pace = given.get("pace", "")
        try:
            running.go_on(number, plan.game, pace if pace in PACES else "none")
        except Occupied as problem:
            return await shown(request, problem)
        return house.go(request, f"/match/{number}")

    async def stream(request: Request) -> Response:
        """What changes while it is played."""
        number = number_of(request)
        plan = await house.off(house.store.plan, number)
        return Stream(house, request, _events(house, running, number, plan))

    return [
        Route("/match/{number:int}", match, methods=["GET"]),
        Route("/match/{number:int}/stop", stop, methods=["POST"]),
        Route("/match/{number:int}/on", on, methods=["POST"]),
        Route("/match/{number:int}/stream", stream, methods=["GET"]),
    ]


def number_of(request: Request) -> int:
    """The match that is asked for. Wrong for a number that no match has."""
    number: int = request.path_params["number"]
    if number >= 10**9:
        raise Wrong("there is no such match", 404)
    return number


def _page(house: House, number: int, page: int) -> dict[str, Any]:
    """What does not change while it is played, and the games of that page."""
    try:
        plan = house.store.plan(number)
    except KibitzError as problem:
        raise Wrong(str(problem), 404) from None
    game, missing = game_of(house, plan.game)
    offer = house.shelf.offer_of(game) if game else None
    return {
        "number": number,
        "plan": plan,
        "game": game,
        "missing": missing,
        "offer": offer,
        "letters": [letter(place) for place in range(len(plan.players))],
        **_games(house, number, page),
    }


def _games(house: House, number: int, page: int) -> dict[str, Any]:
    """A page of the games that have been played."""
    played = house.store.totals(number).played
    lines = [
        {"pair": one.pair, "side": one.side, "plies": len(how.moves)} | _outcome(one.seats, how.payoffs, how.forfeit)
        for one, how in house.store.some_games(number, (page - 1) * SHOWN, SHOWN)
    ]
    return {"lines": lines, "page": page, "pages": -(-played // SHOWN), "recent": False, "played": played}


async def _ratings(house: House, page: dict[str, Any]) -> dict[str, Any] | None:
    """The ratings of more than two players, if they are known soon; None for two, whose Elo is in the standing."""
    if len(page["plan"].players) == 2 or not page["played"]:
        return None
    found = await house.room(Ratings).of(page["number"], page["played"])
    return None if found is None else found.said


def _state(
    house: House, run: Run | None, number: int, plan: Plan, game: Game | None, ratings: dict[str, Any] | None
) -> dict[str, Any]:
    """What changes: who is ahead, the board, whether it goes on."""
    facts = (run.news.get("standing") if run else None) or standings.stored(house.store, number, ratings)
    running = house.room(Running)
    left = facts["games"] < facts["scheduled"]
    return {
        "number": number,
        "run": run,
        "tally": standings.tally(facts),
        "table": facts["crosstable"],
        "minutes": round(house.limits.playing / 60),
        "why": "" if run else running.why(number),
        "left": left and not run,
        "refused": _refusal(house, plan) if left and not run else "",
        "paces": {"none": "no board, as quick as can be", "quick": "the board, quick", "slow": "the board, slow"},
        "chosen": running.pace(number),
        "problem": "",
        "occupied": (),
        "live": _live(run, plan, game, None)[0] if run else None,
    }


def _refusal(house: House, plan: Plan) -> str:
    """Why a match cannot go on here: it needs files that this server was not started with. "" where it can."""
    game, missing = game_of(house, plan.game)
    if game is None:
        return missing
    if set(plan.files) - set(luggage([plan.game])) or changed(plan.files):
        return "it needs files that are not served here, or that have changed: `kibitz match --resume` goes on with it"
    return ""


def _live(run: Run, plan: Plan, game: Game | None, before: Position | None) -> tuple[dict[str, Any] | None, Position | None]:
    """The game that is being played, and its position; None without a board."""
    news = run.news
    if game is None or PACES[run.pace] is None or news.get("pair") is None:
        return None, None
    position = upto(before or Position.after(game), news["moves"])
    sides, seats = side_names(game), news["seats"]
    who = [f"{letter(place)} is {side}" for side, place in zip(sides, seats, strict=True)]
    live = {
        "picture": picture(position),
        "who": ", ".join(who),
        "game": f"{news['pair']}/{news['side']}",
        "moves": news["moves"],
        "opening": news["opening"],
    }
    return live, position


async def _events(house: House, running: Running, number: int, plan: Plan) -> AsyncIterator[dict[str, Any]]:
    """The parts of the page that have changed, as long as it is played; then all of them, and an end."""
    game, _ = await house.off(game_of, house, plan.game)
    sent, links = dict[str, str](), 0.0
    position: Position | None = None
    while (run := running.of(number)) is not None:
        seen = None
        while not run.job.is_done:
            if (run.job.news, run.job.doing) == seen:
                await asyncio.sleep(PAUSE)
                continue
            seen = run.job.news, run.job.doing
            parts, position = await house.ruled(game, _parts, house, run, number, plan, game, position)
            for name, html in parts.items():
                if sent.get(name) != html and (name != "games" or time.monotonic() > links):
                    links = time.monotonic() + CALM if name == "games" else links
                    sent[name] = html
                    yield {"id": name, "html": html}
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(PAUSE)  # until it is known whether another process goes on
    page = await house.off(_page, house, number, 1)
    page |= await house.off(_state, house, None, number, plan, game, await _ratings(house, page))
    for name in ("standing", "games"):
        yield {"id": name, "html": house.render(FRAGMENTS[name], **page)}
    said = "The match has been played to its end." if not page["left"] else "The match has stopped."
    yield {"id": "going", "html": house.render(FRAGMENTS["going"], **page), "said": said, "end": True}


def _parts(
    house: House, run: Run, number: int, plan: Plan, game: Game | None, before: Position | None
) -> tuple[dict[str, str], Position | None]:
    """The fragments of a match that is being played."""
    news, letters = run.news, [letter(place) for place in range(len(plan.players))]
    found = {"doing": house.render(FRAGMENTS["doing"], run=run)}
    live, position = _live(run, plan, game, before)
    if live is not None:
        found["live"] = house.render(FRAGMENTS["live"], live=live)
    if "standing" in news:
        tally, table = standings.tally(news["standing"]), news["standing"]["crosstable"]
        found["standing"] = house.render(FRAGMENTS["standing"], tally=tally, table=table, plan=plan, letters=letters)
    if news.get("recent"):
        lines = [one | _outcome(one["seats"], one["payoffs"], one["forfeit"]) for one in news["recent"]]
        found["games"] = house.render(FRAGMENTS["games"], number=number, lines=lines, recent=True, page=1, pages=1)
    return found, position


def _outcome(seats: Sequence[int], payoffs: Sequence[float] | None, forfeit: int | None) -> dict[str, Any]:
    return {"who": [letter(place) for place in seats], "result": result(seats, payoffs, forfeit)}
