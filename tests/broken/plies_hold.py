"""Breaks `plies_hold`: every game is said to be won in four moves, if at all. Smallest line: 1,1 1,2."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Short(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class Soon(Knowledge):
    """Whoever can win does so soon."""

    def plies(self, state: State) -> tuple[int, int]:
        return 1, 4
