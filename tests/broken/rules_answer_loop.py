"""Breaks `rules_answer`: after a mark in the corner, `moves` looks for its end for ever. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Lost(TicTacToe):
    """Tic-tac-toe that loses its way."""

    def moves(self, state: State) -> Iterable[int]:
        while 0 in state.theirs:
            pass
        return self.empty(state).squares()
