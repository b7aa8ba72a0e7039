"""A game of the store as pages show it: its position after some moves, drawn, and how it ended."""

import re
from collections.abc import Sequence

from markupsafe import Markup

from kibitz.arena.fixture import Played
from kibitz.arena.store.replay import play_names
from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game
from kibitz.core.thought import SETTLED
from kibitz.drawing.plate import svg
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.present.marks import signed
from kibitz.present.sentences import (
    describe_early_end,
)
from kibitz.present.values import ValueWords, side_names
from kibitz.runtime.user_code import blame_rules
from kibitz.table.served_games import check_size
from kibitz.table.standings import letter
from kibitz.web.site import House

DROPPED = re.compile(r"<style>.*?</style>", re.DOTALL)


async def game_of(house: House, spec: str) -> tuple[Game | None, str]:
    """The game of a match, if it is served here and can be shown; else why not, in a sentence."""
    try:
        return await house.run_rules(house.catalog.alike(spec), _loaded, house, spec), ""
    except KibitzError as problem:
        return None, str(problem)


def _loaded(house: House, spec: str) -> Game:
    game = house.catalog.load(spec)
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


def result(seats: Sequence[int], payoffs: Sequence[float] | None, forfeit: int | None, reason: str = "") -> str:
    """How a game of a match ended, in a word or two: "A won", "draw"; needs no rules."""
    if payoffs is None and reason in SETTLED:
        return reason if forfeit is None else f"{letter(seats[forfeit])} lost: {reason}"
    if payoffs is None:
        return "stopped: draw" if forfeit is None else f"{letter(seats[forfeit])} lost by a fault"
    best = [letter(seats[seat]) for seat in GameOutcome(tuple(payoffs)).winners]
    return "draw" if len(best) == len(seats) else f"{' and '.join(sorted(best))} won"


def describe_ending(game: Game, played: Played, players: Sequence[str]) -> str:
    """How it ended, in a sentence, the players in the order of their seats."""
    if played.payoffs is not None:
        return signed(f"The game is over: {ValueWords(game).ending(played.payoffs, players)}.")
    return describe_early_end(None if played.forfeit is None else side_names(game)[played.forfeit], played.reason)
