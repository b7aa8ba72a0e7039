"""The front page: the games of the visitor, and all games there are, in groups and to be searched."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.games.textbook.tree import Tree
from kibitz.position import Position
from kibitz.table.served_games import ServedGame
from kibitz.web.app import AppState
from kibitz.web.board.html import board_of
from kibitz.web.board.own_games import finished, unfinished
from kibitz.web.board.pictures import picture

FINISHED = 10  # games that are over
BOARDS = 6  # games that go on whose board is drawn
FIRST, TREE = "connect_four", "tic_tac_toe"  # the game to be played at once, and the one whose tree is the first to see
WORDS = 100  # letters of what is searched for
FAMOUS = (  # games of two in the order in which most people know them; others follow by their names
    *("chess", "go", "tic_tac_toe", "connect_four", "checkers", "othello"),
    *("gomoku", "kalah", "morris", "hex", "dots_and_boxes", "nim"),
)
ALSO_CALLED = {
    "checkers": "draughts english",
    "connect_four": "four in a row four in a line vier gewinnt puissance",
    "dots_and_boxes": "squares timbiriche",
    "go": "baduk weiqi igo",
    "gomoku": "five in a row renju",
    "kalah": "mancala",
    "morris": "mills merels mühle",
    "othello": "reversi",
    "oware": "mancala awari",
    "tic_tac_toe": "noughts and crosses xs and os",
}
OWN = "Yours"
GROUPS = (OWN, "Two players", "Dice, more players, game trees")


def routes(house: AppState) -> list[Route]:
    """The front page, whole or with the games that a word is found in."""

    async def front(request: Request) -> Response:
        visitor, wanted = house.visitor(request), request.query_params.get("q", "").strip()[:WORDS]
        kept = await house.tables.of_visitor(visitor, False, house.limits.keeps)
        going = await house.run_blocking(unfinished, house.catalog, kept, visitor.key)
        going.sort(key=lambda one: not one.is_own_turn)  # where the visitor is waited for comes first
        ended = await house.tables.of_visitor(visitor, True, FINISHED)
        over = await house.run_blocking(finished, house.catalog, ended, visitor.key)
        offers = [offer for offer in house.catalog if offer.own]
        drawing = asyncio.create_task(house.pictures.reached([(one.game, one.moves) for one in going[:BOARDS]]))
        own = await asyncio.gather(*map(house.pictures.of, offers))
        covers = {offer.slug: picture for offer, picture in zip(offers, own, strict=True)}
        groups = await house.run_blocking(_grouped, house.catalog, covers, wanted)
        boards = await drawing + [Markup("")] * max(0, len(going) - BOARDS)
        is_any = any(card.is_found for _, cards in groups for card in cards)
        slugs = {offer.slug: offer for offer in house.catalog}
        first, tree = slugs.get(FIRST), slugs.get(TREE)
        board = await house.run_rules(first.base, board_of, Position(first.base), True) if first and not wanted else None
        hero = {"first": first if board and board.picture else None, "board": board, "tree": tree}
        fields = hero | {"groups": groups, "is_any": is_any, "wanted": wanted, "finished": over}
        return house.page(request, "front.html", tables=list(zip(going, boards, strict=True)), **fields)

    return [Route("/", front)]


@dataclass(frozen=True)
class GameCard:
    """A game on the front page; `words`: all that it is found by, in small letters; `is_found`: whether it matches the
    search text.
    """

    slug: str
    name: str
    title: str
    picture: Markup
    words: str
    is_found: bool


def _grouped(offers: Iterable[ServedGame], own: dict[str, Markup], wanted: str) -> list[tuple[str, list[GameCard]]]:
    """The games by group, those of users first; a search for words keeps the games that have them all."""
    found: dict[str, list[GameCard]] = {name: [] for name in GROUPS}
    known = {name: number for number, name in enumerate(FAMOUS)}
    for offer in sorted(offers, key=lambda one: known.get(one.spec.partition(":")[0], len(known))):
        words = f"{offer.name} {offer.title} {' '.join(offer.rules)} {offer.slug} {ALSO_CALLED.get(offer.slug, '')}".lower()
        small = own[offer.slug] if offer.slug in own else picture(offer.base)
        is_found = all(word in words for word in wanted.lower().split())
        found[_group_of(offer)].append(GameCard(offer.slug, offer.name, offer.title, small, words, is_found))
    return [(name, cards) for name, cards in found.items() if cards]


def _group_of(offer: ServedGame) -> str:
    if offer.own:
        return OWN
    return GROUPS[2] if isinstance(offer.base, Tree) or offer.chance or offer.players != 2 else GROUPS[1]
