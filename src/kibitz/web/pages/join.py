"""An invitation: the seat of a table that a secret address leads to. Only the button takes it, not looking at the page."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.errors import PlayerError
from kibitz.present.sentences import as_sentence
from kibitz.table.game_table import GameTable
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.served_games import describe_game, name_game
from kibitz.web.app import AppState
from kibitz.web.preferences import introduced
from kibitz.web.site import HttpProblem

GONE = "this invitation leads to no free seat: somebody has taken it, or it never was one"


def routes(house: AppState) -> list[Route]:
    """The page of an invitation, and what taking it does."""

    async def look(request: Request) -> Response:
        visitor, key = house.visitor(request), request.path_params["key"]
        table = (await house.tables.at(key)).table
        apart, seat = _invitation(table, request)
        fields = {
            "name": name_game(table.game),
            "about": describe_game(table.game),
            "side": table.words.names[seat],
            "host": next((one.person for one in table.seats if one.person), ""),
            "is_own": apart.seat_of(visitor.key) is not None,
            "clock": table.settings.clock,
            "key": key,
            "here": request.url.path,
        }
        return house.page(request, "join.html", **fields)

    async def join(request: Request) -> Response:
        visitor, key = house.visitor(request), request.path_params["key"]
        live = await house.tables.at(key)
        _invitation(live.table, request)
        wanted = introduced(request, await house.form(request))

        def seated(table: GameTable) -> GameTable:
            apart, seat = _invitation(table, request)
            return table.seat_person(seat, wanted.name, apart.join(request.path_params["secret"], visitor.key))

        try:
            await live.change(seated)
        except PlayerError as problem:
            raise HttpProblem(as_sentence(problem), 409) from None
        response = house.redirect(request, f"/play/{key}")
        wanted.keep(request, response)
        return response

    return [
        Route("/play/{key}/join/{secret}", look),
        Route("/play/{key}/join/{secret}", join, methods=["POST"]),
    ]


def _invitation(table: GameTable, request: Request) -> tuple[RemoteSeats, int]:
    """The seats, and the one that the address leads to. Raises HttpProblem."""
    apart = table.settings.apart
    seat = None if apart is None else apart.invited(request.path_params["secret"])
    if apart is None or seat is None or table.ended:
        raise HttpProblem(GONE, 410)
    return apart, seat
