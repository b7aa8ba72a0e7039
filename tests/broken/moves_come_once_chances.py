"""Breaks `moves_come_once`: the two ways to throw a 3 with two coins are two outcomes. Smallest line: roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State


@dataclass(frozen=True)
class Coins(Pig):
    """Pig with two coins that show 1 or 2 each."""

    target: int = 10

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((one + other, 1.0) for one in (1, 2) for other in (1, 2))
