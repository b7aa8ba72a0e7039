"""Breaks `plies_hold`: it is said that nobody can win at once. Smallest line: 1,1 1,2."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Slow(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2


@dataclass(frozen=True)
class NotYet(Knowledge):
    """There are always two moves to come."""

    def plies(self, state: State) -> tuple[int, int]:
        return 2, 4
