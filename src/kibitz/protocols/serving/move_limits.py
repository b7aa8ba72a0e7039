"""Limits and clocks: how long the other program lets an engine think about a move."""

import math
from dataclasses import dataclass

from kibitz.core.thought import Limit

OVERTIME, SLACK = 2.0, 1.0  # a search is stopped after OVERTIME times the limit of a move, plus SLACK seconds


@dataclass(frozen=True)
class Clock:
    """One side's clock: seconds left, seconds that each move adds, and moves until the next time control, if known.

    `overtime`: seconds for each move once the clock is empty; 0 if an empty clock loses the game.
    """

    left: float
    increment: float = 0.0
    moves: int | None = None
    overtime: float = 0.0


@dataclass(frozen=True)
class MoveLimits:
    """How long to think about a move: limits, or a clock; nothing at all leaves it to the settings.

    `only`: the moves to choose from; empty for all. `waits`: the engine answers when `stop` or `release` asks for it, and no
    sooner; time limits count from then on.
    """

    limit: Limit = Limit()
    clock: Clock | None = None
    only: tuple[int, ...] = ()
    waits: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nothing limits the time to think."""
        return self.clock is None and self.limit.time is self.limit.depth is self.limit.nodes is None

    def longest(self, seconds: float | None) -> float:
        """Seconds until a search that ignores its limit of `seconds`, or its clock, is stopped."""
        if self.clock is not None:
            left = self.clock.left + self.clock.overtime
            return max(left / 2, left - SLACK)
        return math.inf if seconds is None else OVERTIME * seconds + SLACK
