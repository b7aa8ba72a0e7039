"""The front page: all games, and those the visitor has begun."""

import asyncio
import functools
import re
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.store.sitting import Sitting
from kibitz.drawing.board import Plate
from kibitz.drawing.svg import svg
from kibitz.errors import KibitzError, RulesError
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.web.house import House
from kibitz.web.lawful import lawful
from kibitz.web.naming import name_game
from kibitz.web.shelf import Offer
from kibitz.web.table import TableSeat
from kibitz.web.tables import Tables

SHORT = 1.0  # seconds for the picture of a user's game: everybody waits for it
SAMPLE = 5  # plies after which a board looks like its game


def routes(house: House) -> list[Route]:
    """The front page."""
    tables = house.room(Tables)

    async def front(request: Request) -> Response:
        visitor = house.visitor(request)
        pictures = house.room(Pictures)
        own = {offer.slug: await pictures.of(offer) for offer in house.shelf if offer.own}
        games = await house.off(lambda: [_card(offer, own.get(offer.slug)) for offer in house.shelf])
        return house.page(
            request,
            "front.html",
            games=games,
            tables=await house.off(_unfinished_games, house, await tables.unfinished(visitor)),
        )

    return [Route("/", front)]


def _card(offer: Offer, own_picture: Markup | None) -> dict[str, Any]:
    small = picture(offer.base) if own_picture is None else own_picture
    return {"slug": offer.slug, "name": offer.name, "title": offer.title, "picture": small}


class Pictures:
    """Small boards of the games of users, each made once; nothing for one whose rules do not come to an end."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, asyncio.Task[Markup]] = {}

    async def of(self, offer: Offer) -> Markup:
        """The picture of that game."""
        if offer.slug not in self._known:
            self._known[offer.slug] = asyncio.create_task(self._draw(offer))
        return await asyncio.shield(self._known[offer.slug])

    async def _draw(self, offer: Offer) -> Markup:
        try:
            return await self._house.referee.run(offer.base, lambda: picture(offer.base), SHORT)
        except RulesError:
            return Markup("")


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


@functools.lru_cache(maxsize=256)
def picture(game: Game) -> Markup:
    """A small board some moves after the start, never one where the game is over; nothing for a game whose rules fail."""
    try:
        with lawful(game):
            return _draw_board(game)
    except RulesError:  # the page of the game says what is wrong with it
        return Markup("")


def _draw_board(game: Game) -> Markup:
    position = Position.after(game)
    is_drawn = game.scene(position.state) is not None
    for number in range(SAMPLE if is_drawn else 0):  # a text is shown as it is at the start
        legal = position.legal()
        after = position.play(legal[number * 7 % len(legal)]) if legal else position
        if not legal or after.is_over:
            break
        position = after
    scene = game.scene(position.state)
    if scene is not None and scene.cells:
        return Markup(Plate(scene).inlaid(position.last_cell))
    return Markup(
        re.sub(r"<style>.*?</style>|<title>.*?</title>|<desc>.*?</desc>", "", svg(game, position.state), flags=re.DOTALL)
    )
