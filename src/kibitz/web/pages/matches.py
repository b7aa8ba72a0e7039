"""The matches in the games store, those of `kibitz match` too: the newest first."""

import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.web import standings
from kibitz.web.app import AppState

PAGE_MATCHES = 20  # on a page


def routes(house: AppState) -> list[Route]:
    """`/matches`."""

    async def matches(request: Request) -> Response:
        """A page of the list, `?page=`."""
        house.visitor(request)
        number = page_number(request)
        lines, pages = await house.off(_lines, house, number)
        running = house.running
        return house.page(
            request,
            "matches.html",
            lines=lines,
            going={line.summary.number for line in lines if running.of(line.summary.number)},
            page=number,
            pages=pages,
            day=day,
            fragments={"matches": "_matches.html"},
            location="/matches" if number == 1 else f"/matches?page={number}",
        )

    return [Route("/matches", matches)]


def page_number(request: Request) -> int:
    """Which page of a list is asked for, from 1."""
    text = request.query_params.get("page", "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def day(seconds: float) -> str:
    """A moment as people of this machine write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _lines(house: AppState, number: int) -> tuple[list[standings.MatchLine], int]:
    found, total = house.store.some_matches((number - 1) * PAGE_MATCHES, PAGE_MATCHES, newest=True)
    crosses = house.store.crosses([one.number for one in found])
    return [standings.line(one, crosses[one.number]) for one in found], -(-total // PAGE_MATCHES)
