"""The clock of a game: how much time each player has, and what it shows."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

UNITS = {"": 1.0, "s": 1.0, "m": 60.0}
CLOCK_FORM = "60+0.6 is a minute for the game and 0.6 seconds for each move, 40/60 a minute for every 40 moves"
TERM = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([sm]?)"


@dataclass(frozen=True)
class GameClock:
    """The seconds that a player has for a whole game, `base`, and those that each move of its own adds, `increment`.

    With `moves` it gets the base time for that many moves of its own, then again for the next ones.
    """

    base: float
    increment: float = 0.0
    moves: int = 0

    @classmethod
    def read(cls, text: str) -> "GameClock":
        """Read a clock: `60`, `60+0.5`, `1m+1` or `40/60`; ValueError for other text, and for no time at all."""
        found = re.fullmatch(rf"(?:([1-9][0-9]{{0,5}})/)?{TERM}(?:\+{TERM})?", text)
        if found is None:
            raise ValueError(text)
        base = float(found[2]) * UNITS[found[3]]
        clock = cls(base, float(found[4]) * UNITS[found[5]] if found[4] else 0.0, int(found[1] or 0))
        if not 0 < clock.base < math.inf or not clock.increment < math.inf:
            raise ValueError(text)
        return clock

    def __str__(self) -> str:
        base = f"{self.moves}/{self.base:g}" if self.moves else f"{self.base:g}"
        return f"{base}+{self.increment:g}" if self.increment else base

    def given(self, turns: int) -> float:
        """The seconds a player has received in all after this number of moves."""
        periods = 1 + turns // self.moves if self.moves else 1
        return periods * self.base + turns * self.increment

    @property
    def for_byoyomi(self) -> tuple[int, int, int]:
        """The same in whole seconds as Go counts: main time, time of a period, and moves in it, both 0 without periods.

        There are no increments: what they bring shows in the time that is left.
        """
        seconds = max(1, round(self.base))
        return (0, seconds, self.moves) if self.moves else (seconds, 0, 0)

    def turns_to_go(self, turns: int) -> float:
        """The moves left, after this number of moves, before more time is added; infinite if the base is for the whole game."""
        return self.moves - turns % self.moves if self.moves else math.inf


@dataclass(frozen=True)
class ClockReading:
    """A reading of a game's clock before a move: the seconds each player has left, and the moves each has made."""

    clock: GameClock
    left: Sequence[float]
    turns: Sequence[int]

    @classmethod
    def full(cls, clock: GameClock, seats: int) -> "ClockReading":
        """The clocks before the first move."""
        return cls(clock, (clock.given(0),) * seats, (0,) * seats)

    def after_seconds(self, seat: int, seconds: float) -> "ClockReading":
        """The clocks after that player used this many seconds; never below 0."""
        left = [max(0.0, one - seconds) if at == seat else one for at, one in enumerate(self.left)]
        return replace(self, left=tuple(left))

    def after_move(self, seat: int) -> "ClockReading":
        """The clocks after a move of that player, with what the move adds."""
        turns = self.turns[seat]
        more = self.clock.given(turns + 1) - self.clock.given(turns)
        left = [one + more if at == seat else one for at, one in enumerate(self.left)]
        return replace(self, left=tuple(left), turns=tuple(one + (at == seat) for at, one in enumerate(self.turns)))
