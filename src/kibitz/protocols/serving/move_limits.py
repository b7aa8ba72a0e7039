"""How long an engine may think about a move, as the other program has told it."""

import math
from dataclasses import dataclass

from kibitz.core.thought import Limit

OVERTIME, SLACK = 2.0, 1.0  # times the limit of a move, and more seconds: a search that takes longer does not keep to it


@dataclass(frozen=True)
class Clock:
    """The seconds left of one side, those that each move adds, and the moves until there are more, where that is known.

    `overtime`: the seconds that each move has when nothing is left; 0 where the game is lost then.
    """

    left: float
    increment: float = 0.0
    moves: int | None = None
    overtime: float = 0.0


@dataclass(frozen=True)
class MoveLimits:
    """How long to think about a move: limits, or a clock; nothing at all leaves it to the settings.

    `only`: the moves that may be played; none for all. `waits`: the answer is given when it is asked for, by `stop` or
    `release`, and no sooner; limits of time count from then on.
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
        """The seconds after which a search is ended that does not keep to its limit, of so many `seconds`, or to its clock."""
        if self.clock is not None:
            left = self.clock.left + self.clock.overtime
            return max(left / 2, left - SLACK)
        return math.inf if seconds is None else OVERTIME * seconds + SLACK
