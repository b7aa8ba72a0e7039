"""A game that was stored, as a page shows it: its position after so many moves, drawn, and what is said about it."""

import re
from collections.abc import Sequence

from markupsafe import Markup

from kibitz.arena.fixture import Played
from kibitz.arena.store.replay import play_names
from kibitz.drawing.board import svg
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.present.marks import signed
from kibitz.present.values import ValueWords, side_names
from kibitz.rules import Game
from kibitz.runtime.user_code import blame_rules
from kibitz.web.house import House
from kibitz.web.shelf import check_size

DROPPED = re.compile(r"<style>.*?</style>", re.DOTALL)


async def game_of(house: House, spec: str) -> tuple[Game | None, str]:
    """The game of a match, if it is served here and can be shown; else why not, in a sentence."""
    try:
        return await house.ruled(house.shelf.alike(spec), _loaded, house, spec), ""
    except KibitzError as problem:
        return None, str(problem)


def _loaded(house: House, spec: str) -> Game:
    game = house.shelf.load(spec)
    with blame_rules(game):
        check_size(game, house.limits)
    return game


def picture(position: Position) -> Markup:
    """The board as a picture in a page that has the style sheet board.css; the last move is marked."""
    return Markup(DROPPED.sub("", svg(position.game, position.state, position.last_cell)))


def upto(position: Position, names: Sequence[str]) -> Position:
    """The position after these moves, taken on from one that may be on the way there. StoreError where the rules forbid it."""
    played = position.names()
    if played == tuple(names[: len(played)]):
        for name in names[len(played) :]:
            position = position.play(name)
        return position
    return play_names(position.game, names)


def letter(place: int) -> str:
    """What a player of a match is called where its spec is too long, or stands twice: A, B, C, ..."""
    return chr(ord("A") + place) if place < 26 else f"player {place + 1}"


def result(seats: Sequence[int], payoffs: Sequence[float] | None, forfeit: int | None) -> str:
    """How a game of a match ended, in a word or two: "A won", "draw"; needs no rules."""
    if payoffs is None:
        return "stopped: draw" if forfeit is None else f"{letter(seats[forfeit])} lost by a fault"
    best = [letter(seat) for seat, paid in zip(seats, payoffs, strict=True) if paid == max(payoffs)]
    return "draw" if len(best) == len(seats) else f"{' and '.join(sorted(best))} won"


def describe_ending(game: Game, played: Played, players: Sequence[str]) -> str:
    """How it ended, in a sentence, the players in the order of their seats."""
    if played.payoffs is not None:
        return signed(f"The game is over: {ValueWords(game).ending(played.payoffs, players)}.")
    if played.forfeit is not None:
        return f"{side_names(game)[played.forfeit]} lost by a fault: {played.reason}."
    return f"The game was {played.reason}."
