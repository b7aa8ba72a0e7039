"""Breaks `a_move_exists`: a full board is not over. Smallest line: 1,1 1,2."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class NeverFull(TicTacToe):
    """Tic-tac-toe on two squares that ends with a line only."""

    width: int = 2
    height: int = 1
    line: int = 2

    def is_over(self, state: State) -> bool:
        return self.has_line(state.theirs)
