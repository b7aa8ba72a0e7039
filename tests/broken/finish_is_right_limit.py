"""Breaks `finish_is_right`: a loss is said to be exactly what was asked about. Smallest line: 1,1."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Asked(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2


@dataclass(frozen=True)
class Agrees(Knowledge):
    """Whoever moves on an odd turn wins; the other side gets what it asks for."""

    def finish(self, state: State, low: int, high: int) -> tuple[int, int]:
        return (1, 1) if len(state.mine) == len(state.theirs) else (1, high)
