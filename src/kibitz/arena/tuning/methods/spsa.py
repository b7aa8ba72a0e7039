"""SPSA: all numbers are moved at once, up or down by lot, and follow the side that wins (Spall 1992, as engines use it).

n is the number of pairs of games, k the number of the pair that a step begins with, from 1. The numbers are moved by
c_k = c / k^gamma to both sides, and then by R_k c_k times wins less losses, where R_k = a / (A + k)^alpha / c_k^2; c and a are
such that c_n = c_end and R_n = r_end.
"""

import math
import random
from dataclasses import dataclass

from kibitz.arena.tuning.methods import Outcome, Proposal, Schedule, Tuner
from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.errors import TuningError

ALPHA, GAMMA, SETTLING = 0.602, 0.101, 0.1  # the last is A, as a share of n
C_END = 0.05  # of the range
R_END, ENOUGH = 0.02, 10_000  # for so many pairs; with fewer it grows with their square root, or they would not move far


@dataclass(frozen=True)
class Gains:
    """The schedule of one number."""

    c_end: float
    r_end: float
    pairs: int

    def c(self, k: int) -> float:
        """How far the number is moved to both sides."""
        return float(self.c_end * (self.pairs / k) ** GAMMA)

    def r(self, k: int) -> float:
        """The step by which a win moves the number, in units of c."""
        settling = SETTLING * self.pairs
        a = self.r_end * self.c_end**2 * (settling + self.pairs) ** ALPHA
        return float(a / (settling + k) ** ALPHA / self.c(k) ** 2)


class Spsa(Tuner):
    """The numbers as they are now, and the schedule of their moves; takes `c_end`, as a share of the range, and `r_end`."""

    settings = ("c_end", "r_end")

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        super().__init__(parameters, schedule)
        pairs = schedule.steps * schedule.pairs
        usual = R_END * max(1.0, math.sqrt(ENOUGH / max(pairs, 1)))
        share, r_end = schedule.more.get("c_end", C_END), schedule.more.get("r_end", usual)
        if not share > 0 or not r_end > 0:
            raise TuningError("c_end and r_end of spsa must be above 0")
        # A whole number that is moved by less than a half does not move at all.
        self.gains = [Gains(max(share * one.width, 0.5 if one.whole else 0.0), r_end, pairs) for one in parameters]
        self.theta = parameters.start

    def ask(self, step: int) -> Proposal:
        """Where the numbers are, moved to both sides."""
        k = self._pair(step)
        moved = [gains.c(k) * sign for gains, sign in zip(self.gains, self._signs(step), strict=True)]
        up = tuple(number + by for number, by in zip(self.theta, moved, strict=True))
        down = tuple(number - by for number, by in zip(self.theta, moved, strict=True))
        return Proposal(self._parameters.fitted(up), self._parameters.fitted(down))

    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Moves the numbers towards the side that has won."""
        k, lead = self._pair(step), outcome.wins - outcome.losses
        self.theta = tuple(
            min(max(number + gains.r(k) * gains.c(k) * lead * sign, one.low), one.high)
            for number, gains, sign, one in zip(self.theta, self.gains, self._signs(step), self._parameters, strict=True)
        )

    def best(self) -> Vector:
        """Where the numbers are now."""
        return self._parameters.fitted(self.theta)

    def _pair(self, step: int) -> int:
        return step * self._schedule.pairs + 1

    def _signs(self, step: int) -> list[int]:
        dice = random.Random(f"spsa {self._schedule.seed} {step}")
        return [dice.choice((-1, 1)) for _ in self._parameters]


METHOD = Spsa
