"""Breaks `result_has_a_side`: when the game is won, the die is still in the air. Smallest line: roll 6."""

from dataclasses import dataclass

from kibitz.games.pig import Pig, State
from kibitz.rules import CHANCE


@dataclass(frozen=True)
class StillRolling(Pig):
    """Pig up to three points."""

    target: int = 3

    def to_move(self, state: State) -> int:
        return CHANCE if state.rolling or self.is_over(state) else state.turn
