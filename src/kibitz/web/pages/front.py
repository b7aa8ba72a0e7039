"""The front page: all games, and those the visitor has begun."""

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.store.records import Sitting
from kibitz.errors import KibitzError
from kibitz.web.app import AppState
from kibitz.web.house import House
from kibitz.web.naming import name_game
from kibitz.web.pictures import picture
from kibitz.web.shelf import Offer
from kibitz.web.table import TableSeat


def routes(house: AppState) -> list[Route]:
    """The front page."""

    async def front(request: Request) -> Response:
        visitor = house.visitor(request)
        own = {offer.slug: await house.pictures.of(offer) for offer in house.shelf if offer.own}
        games = await house.off(lambda: [_card(offer, own.get(offer.slug)) for offer in house.shelf])
        return house.page(
            request,
            "front.html",
            games=games,
            tables=await house.off(_unfinished_games, house, await house.tables.unfinished(visitor)),
        )

    return [Route("/", front)]


def _card(offer: Offer, own_picture: Markup | None) -> dict[str, Any]:
    small = picture(offer.base) if own_picture is None else own_picture
    return {"slug": offer.slug, "name": offer.name, "title": offer.title, "picture": small}


def _unfinished_games(house: House, kept: list[Sitting]) -> list[dict[str, str]]:
    """The games that go on, as far as they are still served: which, against whom, how far."""
    found = []
    for one in kept:
        try:
            name = name_game(house.shelf.load(one.game))
        except KibitzError:
            continue
        others = [seat.name for seat in map(TableSeat, one.seats) if not seat.is_person]
        against = f" against {' and '.join(dict.fromkeys(others))}" if others else ""
        count = len(one.moves)
        text = f"{count} move{'' if count == 1 else 's'}{against}"
        found.append({"key": one.key, "name": name, "said": text})
    return found
