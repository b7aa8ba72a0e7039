"""Ends games that both players consider decided before the rules do: one player resigns, or they agree on a draw."""

import math
import re
from dataclasses import dataclass
from typing import Literal

from kibitz.core.rules import Game, says
from kibitz.core.thought import Thought
from kibitz.errors import MatchError

RESIGN_FORM = "resignation is written MOVES:VALUE, such as 3:8"
DRAW_FORM = "an agreed draw is written FROM:MOVES:VALUE, such as 40:8:0.5"
MOST = 10_000  # moves
Verdict = Literal["first", "second", "draw"]  # the winner, or none


@dataclass(frozen=True)
class Adjudication:
    """When a game of two is ended early, by what both players think of it.

    `resign`: (moves, value): a player resigns when in its last `moves` moves it valued its position at -`value` or less, and
    the other one in as many moves its own at `value` or more. `draw`: (start, moves, value): they agree on a draw when
    `start` moves have been made, and each valued its last `moves` positions at between -`value` and `value`. Values are in
    the units of the game, as the players say them; what is proved to be won or lost counts as more than any of them, and a
    player that says no values ends no game.
    """

    resign: tuple[int, float] | None = None
    draw: tuple[int, int, float] | None = None

    @classmethod
    def read(cls, resign: str | None, draw: str | None, game: Game) -> "Adjudication | None":
        """The settings in words, `3:8` and `40:8:0.5`; None where there are none. MatchError, one sentence."""
        if resign is None and draw is None:
            return None
        if game.players != 2 or not says(game, "result"):
            raise MatchError("games end early by what two players think of the result: here two do not play for one result")
        given, found = _numbers(resign, 2, RESIGN_FORM), _numbers(draw, 3, DRAW_FORM)
        return cls(
            None if given is None else (int(given[0]), given[1]),
            None if found is None else (int(found[0]), int(found[1]), found[2]),
        )


def _numbers(text: str | None, count: int, form: str) -> tuple[float, ...] | None:
    if text is None:
        return None
    parts = str(text).split(":")
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,9}", one) for one in parts[:-1]):
        raise MatchError(f"{str(text)[:70]!r} does not fit: {form}")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", parts[-1]):
        raise MatchError(f"{str(text)[:70]!r} does not fit: {form}, with a value of 0 or more")
    if not 1 <= int(parts[-2]) <= MOST or int(parts[0]) > MOST:
        raise MatchError(f"{str(text)[:70]!r} does not fit: a count of moves is a whole number from 1 to {MOST:,}")
    return tuple(map(float, parts))


class EarlyEnd:
    """Hears what the players of one game think, move by move, and says when it is decided."""

    def __init__(self, settings: Adjudication) -> None:
        self._settings = settings
        self._values: tuple[list[float | None], list[float | None]] = ([], [])  # of each seat, as the first player sees them

    def hear(self, seat: int, thought: Thought, plies: int) -> Verdict | None:
        """Hear what a player thought before its move, after which `plies` moves have been made; None while the game is open."""
        value = opinion(thought)
        self._values[seat].append(None if value is None else -value if seat else value)
        if (resign := self._settings.resign) is not None:
            last = self._last(resign[0])
            if all(one is not None and one >= resign[1] for one in last):
                return "first"
            if all(one is not None and one <= -resign[1] for one in last):
                return "second"
        if (draw := self._settings.draw) is not None and plies >= draw[0]:
            even = all(one is not None and abs(one) <= draw[2] for one in self._last(draw[1]))
            return "draw" if even else None
        return None

    def _last(self, moves: int) -> list[float | None]:
        """The last values of both, `moves` of each; None where there are not so many yet."""
        return [one for values in self._values for one in (values[-moves:] if len(values) >= moves else [None])]


def opinion(thought: Thought) -> float | None:
    """The value of the position for the side to move; infinite where a win or a loss is proved; None where there is none."""
    value = thought.value
    if value is None or not math.isfinite(value.result):
        return None
    if value.kind == "estimate":
        return value.result if thought.informed else None
    if value.result > 0 and value.kind != "at_most":
        return math.inf
    if value.result < 0 and value.kind != "at_least":
        return -math.inf
    return 0.0 if value.kind == "exact" else None
