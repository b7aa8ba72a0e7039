"""A match: how it stands, live while it is played, and its games."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.fixture import Plan
from kibitz.errors import KibitzError, MatchError
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.web import standings
from kibitz.web.events import Stream
from kibitz.web.house import House, Wrong
from kibitz.web.pages import _match
from kibitz.web.pages._match import facts, refusal
from kibitz.web.pages.matches import page_number
from kibitz.web.running import PACES, Occupied, Run, Running
from kibitz.web.shown import game_of
from kibitz.wording.sentence import as_sentence


def routes(house: House) -> list[Route]:
    """`/match/{n}` and what can be done there."""
    running = house.room(Running)

    async def match(request: Request) -> Response:
        """The page."""
        house.visitor(request)
        return await show(request, None)

    async def show(request: Request, occupied: Occupied | None) -> Response:
        number, page = number_of(request), page_number(request)
        fields = await facts(house, number, page, running.of(number))
        if occupied:
            fields |= {"problem": as_sentence(occupied), "occupied": occupied.matches}
        here = f"/match/{number}" + (f"?page={page}" if page > 1 else "")
        code = 503 if occupied else 200
        return house.page(request, "match.html", code, **fields, fragments=FRAGMENTS, location=here)

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
        _, missing = await game_of(house, plan.game)
        refused = await house.off(refusal, plan, missing)
        if refused:
            raise MatchError(refused)
        pace = given.get("pace", "")
        try:
            running.go_on(number, plan.game, pace if pace in PACES else "none")
        except Occupied as problem:
            return await show(request, problem)
        return house.go(request, f"/match/{number}")

    async def stream(request: Request) -> Response:
        """What changes while it is played."""
        number = number_of(request)
        plan = await house.off(house.store.plan, number)
        return Stream(house, request, events(house, number, plan))

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


# A match that is played, as a stream of the parts of its page that change.

PAUSE = 0.2  # seconds between two looks
CALM = 2.0  # seconds between two lists of games: who clicks on a link must not have it taken away
FRAGMENTS = {
    "going": "_match_going.html",
    "doing": "_match_doing.html",
    "live": "_match_live.html",
    "standing": "_match_standing.html",
    "games": "_match_games.html",
}


async def events(house: House, number: int, plan: Plan) -> AsyncIterator[dict[str, Any]]:
    """The parts of the page that have changed, as long as it is played; then all of them, and an end."""
    running = house.room(Running)
    game, _ = await game_of(house, plan.game)
    sent, links = dict[str, str](), 0.0
    position: Position | None = None
    while (run := running.of(number)) is not None:
        seen = None
        while not run.job.is_done:
            if (run.job.news, run.job.doing) == seen:
                await asyncio.sleep(PAUSE)
                continue
            seen = run.job.news, run.job.doing
            try:
                parts, position = await house.ruled(game, _parts, house, run, number, plan, game, position)
            except KibitzError:  # of its rules: it goes on without a board
                game = seen = None
                continue
            for name, html in parts.items():
                if sent.get(name) != html and (name != "games" or time.monotonic() > links):
                    links = time.monotonic() + CALM if name == "games" else links
                    sent[name] = html
                    yield {"id": name, "html": html}
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(PAUSE)  # until it is known whether another process goes on
    page = await _match.facts(house, number, 1, None)
    for name in ("standing", "games"):
        yield {"id": name, "html": house.render(FRAGMENTS[name], **page)}
    sentence = "The match has been played to its end." if not page["left"] else "The match has stopped."
    yield {"id": "going", "html": house.render(FRAGMENTS["going"], **page), "said": sentence, "end": True}


def _parts(
    house: House, run: Run, number: int, plan: Plan, game: Game | None, before: Position | None
) -> tuple[dict[str, str], Position | None]:
    """The fragments of a match that is being played."""
    news = run.news
    found = {"doing": house.render(FRAGMENTS["doing"], run=run)}
    live, position = _match.live(run, plan, game, before)
    if live is not None:
        found["live"] = house.render(FRAGMENTS["live"], live=live)
    if "standing" in news:
        tally, table = standings.tally(news["standing"]), news["standing"]["crosstable"]
        letters = _match.letters(plan)
        found["standing"] = house.render(FRAGMENTS["standing"], tally=tally, table=table, plan=plan, letters=letters)
    if news.get("recent"):
        lines = _match.recent(news)
        found["games"] = house.render(FRAGMENTS["games"], number=number, lines=lines, recent=True, page=1, pages=1)
    return found, position
