"""Breaks `compiled_agrees_with_plain`: a weight grows above 64 bits. Smallest line: roll 1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State


@dataclass(frozen=True)
class Heavy(Pig):
    """Pig with a die that is heavy on one side."""

    target: int = 6

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        for side in range(1, 7):
            heavy = (1 << 61) * (side + 3)
            yield side, 1.0 if heavy > 0 else 2.0
