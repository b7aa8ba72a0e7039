"""Breaks `moves_are_ints`: the pass is -1. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class MinusOne(TicTacToe):
    """Tic-tac-toe in which the second player may pass."""

    def moves(self, state: State) -> Iterable[int]:
        yield from self.empty(state).squares()
        if len(state.theirs) > len(state.mine):
            yield -1
