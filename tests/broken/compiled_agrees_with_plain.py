"""Breaks `compiled_agrees_with_plain`: a number that orders the moves grows above 64 bits. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe

CENTRE = 4


@dataclass(frozen=True)
class Overflows(TicTacToe):
    """Tic-tac-toe that tries its centre early, once there are marks."""

    def moves(self, state: State) -> Iterable[int]:
        weight = len(state.theirs) * (1 << 62) * 4
        early = weight != 0 and CENTRE in self.empty(state)
        if early:
            yield CENTRE
        for place in self.empty(state).squares():
            if not early or place != CENTRE:
                yield place
