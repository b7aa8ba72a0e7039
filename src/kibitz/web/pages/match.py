"""A match: how it stands, live while it is played, and its games."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.errors import MatchError
from kibitz.web.events import Stream
from kibitz.web.house import House, Wrong
from kibitz.web.pages._match import facts, refusal
from kibitz.web.pages._match_stream import FRAGMENTS, events
from kibitz.web.pages.matches import page_number
from kibitz.web.running import PACES, Occupied, Running
from kibitz.web.shown import game_of
from kibitz.wording.sentence import as_sentence


def routes(house: House) -> list[Route]:
    """`/match/{n}` and what can be done there."""
    running = house.room(Running)

    async def match(request: Request) -> Response:
        """The page."""
        house.visitor(request)
        return await shown(request, None)

    async def shown(request: Request, occupied: Occupied | None) -> Response:
        number, page = number_of(request), page_number(request)
        said = await facts(house, number, page, running.of(number))
        if occupied:
            said |= {"problem": as_sentence(occupied), "occupied": occupied.matches}
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
        _, missing = await game_of(house, plan.game)
        refused = await house.off(refusal, plan, missing)
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
