"""Breaks `candidates_are_enough`: where the mover is lost, nothing is offered. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Lost(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2


@dataclass(frozen=True)
class GivesUp(Knowledge):
    """The second player need not look."""

    def candidates(self, state: State) -> Iterable[int]:
        if len(state.mine) == len(state.theirs):
            yield from self.game.moves(state)
