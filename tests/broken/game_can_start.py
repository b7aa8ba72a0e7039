"""Breaks `game_can_start`: the set-up asks for a square that is not there. Smallest line: none."""

from dataclasses import dataclass

from kibitz import Board64
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class NoStart(TicTacToe):
    """Tic-tac-toe that cannot be set up."""

    def start(self) -> State:
        return State(Board64(), [Board64()][1])
