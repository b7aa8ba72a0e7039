"""Breaks `bounds_hold`: everything is said to be a draw. Smallest line: 1,1 1,2."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Drawish(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class AllDraws(Knowledge):
    """Nobody ever wins."""

    def bounds(self, state: State) -> tuple[int, int]:
        return 0, 0
