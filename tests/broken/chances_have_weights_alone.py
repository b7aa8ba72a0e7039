"""Breaks `chances_have_weights`: `chances` yields outcomes without weights. Smallest line: roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State


@dataclass(frozen=True)
class Unweighted(Pig):
    """Pig."""

    target: int = 10

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return range(1, 7)  # type: ignore[return-value]  # wrong on purpose
