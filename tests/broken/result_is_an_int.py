"""Breaks `result_is_an_int`: a draw is worth half a point. Smallest line: 1,1 1,2."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class HalfPoint(TicTacToe):
    """Tic-tac-toe on two squares."""

    width: int = 2
    height: int = 1
    line: int = 2

    def result(self, state: State) -> int:
        return 0.5  # type: ignore[return-value]  # wrong on purpose

    def best_result(self) -> int:
        return 1
