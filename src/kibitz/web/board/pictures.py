"""Small pictures: the board of a game, and the piece of a side, which tells beside its name who that is."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from cachetools import LRUCache
from markupsafe import Markup

from kibitz.arena.store.replay import play_names
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game, says
from kibitz.core.scene import Cell, Piece, Scene, Shape
from kibitz.drawing.board import UNIT
from kibitz.drawing.forms import FORMS
from kibitz.drawing.looks import OWNERS
from kibitz.drawing.pen import Pen
from kibitz.drawing.plate import Plate, svg
from kibitz.errors import KibitzError, RulesError
from kibitz.position import Position
from kibitz.present.values import side_names
from kibitz.runtime.orders import GivenUp
from kibitz.runtime.user_code import blame_rules
from kibitz.table.served_games import ServedGame
from kibitz.web.board.scenes import CLOSED, with_history
from kibitz.web.site import House

SPOKEN = re.compile(r"<style>.*?</style>|<title>.*?</title>|<desc>.*?</desc>", re.DOTALL)
BRIEF = 0.5  # seconds that the boards of games which go on may take together
SHORT = 1.0  # seconds for the picture of a user's game: everybody waits for it
REACHED = 200  # positions whose boards are kept
SEED, SAMPLE = 8, 5  # the plies after which a board looks like its game, played at random with this seed


class Pictures:
    """Small boards: of the games of users, each made once, and of positions; nothing where rules fail or do not end."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, asyncio.Task[Markup]] = {}
        self._tasks: set[asyncio.Task[Markup]] = set()
        self._reached: LRUCache[tuple[Game, tuple[str, ...]], Markup] = LRUCache(REACHED)

    async def of(self, offer: ServedGame) -> Markup:
        """The picture of that game."""
        if offer.slug not in self._known:
            self._known[offer.slug] = asyncio.create_task(self._draw(offer))
        return await asyncio.shield(self._known[offer.slug])

    async def reached(self, games: Sequence[tuple[Game, tuple[str, ...]]]) -> list[Markup]:
        """The boards of games after these moves; nothing for those that take long: they may be there the next time."""
        if not games:
            return []
        tasks = [asyncio.create_task(self._after(*one)) for one in games]
        self._tasks |= {*tasks}
        done, going = await asyncio.wait(tasks, timeout=BRIEF)
        self._tasks -= done
        for task in going:
            task.add_done_callback(self._tasks.discard)
        return [task.result() if task in done else Markup("") for task in tasks]

    async def _after(self, game: Game, moves: tuple[str, ...]) -> Markup:
        """The board of a game after these moves; recent ones are cached."""
        found = self._reached.get((game, moves))
        if found is None:
            try:
                found = await self._house.rules.run(game, lambda: _board_after(game, moves), SHORT)
            except KibitzError:
                found = Markup("")
        if found:  # if not, another time it may be quicker
            self._reached[game, moves] = found
        return found

    async def _draw(self, offer: ServedGame) -> Markup:
        try:
            return await self._house.rules.run(offer.base, lambda: picture(offer.base), SHORT)
        except RulesError:
            return Markup("")


@remembered(256)
def picture(game: Game) -> Markup:
    """A small board some moves after the start, never one where the game is over; nothing for a game whose rules fail."""
    try:
        with blame_rules(game):
            return _draw_board(game)
    except RulesError:  # the page of the game says what is wrong with it
        return Markup("")


def _board_after(game: Game, moves: tuple[str, ...]) -> Markup:
    with blame_rules(game):
        return _inlaid(play_names(game, moves))


def _draw_board(game: Game) -> Markup:
    position, dice = Position.after(game), random.Random(SEED)
    is_drawn = game.scene(position.state) is not None
    for _ in range(SAMPLE if is_drawn else 0):  # a text is shown as it is at the start
        legal = position.legal()
        after = position.play(dice.choice(legal)) if legal else position
        if not legal or after.is_over:
            break
        position = after
    return _inlaid(position)


def _inlaid(position: Position) -> Markup:
    """The board without what it says to those who cannot see it: words stand beside it."""
    scene = position.game.scene(position.state)
    if scene is not None and scene.cells:
        return Markup(Plate(replace(with_history(position, scene), actions=())).inlaid(position.last_cell))
    return Markup(SPOKEN.sub("", svg(position.game, position.state)))


@remembered(256)
def emblem(game: Game, side: int) -> Markup:
    """The first piece of that side, soon after the start; a disc in its colour where it has none. It says nothing aloud."""
    try:
        with blame_rules(game):
            found = next(((scene, *one) for scene in _scenes(game) if (one := _piece(scene, side))), None)
            if found is None and any(one.form == CLOSED for one in _kinds(game)):
                found = Scene((Cell("", 0, 0),), {}), Piece(side_names(game)[side][:1], side, "disc"), "square"
            if found is None and says(game, "result"):
                found = Scene((Cell("", 0, 0),), {}), Piece("", side, "disc"), "square"
    except (RulesError, GivenUp):  # the page of the game says what is wrong with it; rules that hang did it once, and no more
        return Markup("")
    return Markup(_draw(*found)) if found else Markup("")


def _kinds(game: Game) -> list[Piece]:
    layout = None if game.grid is None else game.grid.sized(game)
    return [one for one in layout.kinds if isinstance(one, Piece)] if layout is not None else []


def _scenes(game: Game) -> Iterator[Scene]:
    """At the start, and after the first moves, until each side may have put something down."""
    position = Position.after(game)
    for _ in range(game.players + 1):
        scene = game.scene(position.state)
        if scene is None:
            return
        yield scene
        legal = position.legal()
        if not legal:
            return
        position = position.play(legal[0])


def _piece(scene: Scene, side: int) -> tuple[Piece, Shape] | None:
    """The most frequent piece of a side, and the shape of its cell."""
    found = [
        (piece, cell.shape)
        for cell in scene.cells
        if (piece := scene.pieces.get(cell.name)) is not None and piece.owner == side and _stands_for(piece)
    ]
    return Counter(found).most_common(1)[0][0] if found else None


def _stands_for(piece: Piece) -> bool:
    """Whether a piece can stand for its side: it is no number, and nothing at the edge."""
    return piece.form != "side" and not (piece.form == "letter" and piece.text.isdigit())


def _draw(scene: Scene, piece: Piece, shape: Shape) -> str:
    pen = _blank()
    pictured = replace(piece, text="") if piece.form in ("cube", "seeds", "gauge") else piece  # all sides have the same numbers
    form = "disc" if piece.form in ("seeds", "gauge") else piece.form  # whose they are only their colour tells
    FORMS[form](pen.group(f"kb-{scene.look}"), pictured, shape, UNIT / 2, UNIT / 2, UNIT)
    return pen.done()


def _blank() -> Pen:
    pen = Pen.blank(UNIT, UNIT)
    for attribute in ("width", "height", "role"):
        del pen.root.attrib[attribute]
    pen.root.set("class", "kb emblem")
    pen.root.set("aria-hidden", "true")
    pen.root.set("focusable", "false")
    return pen


def colour(game: Game, side: int) -> tuple[str, str]:
    """The class of the board for the colour of a side, and of elements filled with it."""
    with suppress(RulesError, GivenUp), blame_rules(game):
        for scene in _scenes(game):
            found = _piece(scene, side)
            if found is not None:
                form = found[0].form
                filled = f"kb-s{side % OWNERS}" if form in ("stone", "crown") else f"kb-p{side % OWNERS}"
                return f"kb-{scene.look}", f"kb-s{1 - side}" if form == "chessman" and side < 2 else filled
    return "kb-plain", f"kb-p{side % OWNERS}"


def drawn_piece(look: str, piece: Piece, shape: Shape) -> Markup:
    """A piece alone, in a line of text; it says nothing aloud."""
    pen = _blank()
    FORMS[piece.form](pen.group(f"kb-{look}"), piece, shape, UNIT / 2, UNIT / 2, UNIT)
    return Markup(pen.done())
