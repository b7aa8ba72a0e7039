"""Breaks `result_keeps_to_best_result`: a win is worth 2, but said to be worth 1. Smallest line: 1,1 1,2 2,1."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Double(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2

    def result(self, state: State) -> int:
        return -2 if self.has_line(state.theirs) else 0

    def best_result(self) -> int:
        return 1
