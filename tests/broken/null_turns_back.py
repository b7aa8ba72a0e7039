"""Breaks `null_turns_back`: the turn goes by, and a mark is gone. Smallest line: 1,1."""

from dataclasses import dataclass

from kibitz import Board64
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Forgetful(TicTacToe):
    """Tic-tac-toe in which a turn that goes by takes the board with it."""

    def null(self, state: State) -> State:
        return State(Board64(), state.mine)
