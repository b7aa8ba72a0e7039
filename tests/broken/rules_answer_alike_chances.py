"""Breaks `rules_answer_alike`: the weights change from one question to the next. Smallest line: roll."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State

ASKED = itertools.count(1)


@dataclass(frozen=True)
class Worn(Pig):
    """Pig with a die that wears off."""

    target: int = 10

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        worn = next(ASKED)
        return ((side, float(worn if side == 6 else 1)) for side in range(1, 7))
