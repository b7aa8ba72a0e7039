"""Breaks `a_move_exists`: the die breaks once a player has two points. Smallest line: roll 2 roll."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import Pig, State


@dataclass(frozen=True)
class BrokenDie(Pig):
    """Pig."""

    target: int = 10

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((side, 1.0) for side in (range(1, 7) if state.pot != 2 else ()))
