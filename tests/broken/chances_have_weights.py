"""Breaks `chances_have_weights`: the die has six sides, but one of them never falls. Smallest line: roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State


@dataclass(frozen=True)
class Loaded(Pig):
    """Pig with a die that never shows the 1."""

    target: int = 10

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((side, 1.0 if side > 1 else 0.0) for side in range(1, 7))
