"""Breaks `finish_is_right`: everything is said to be a draw. Smallest line: none."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Finished(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2


@dataclass(frozen=True)
class Drawn(Knowledge):
    """Nobody ever wins."""

    def finish(self, state: State, low: int, high: int) -> tuple[int, int]:
        return 1, 0
