"""Breaks `payoffs_match_the_result`: the payoffs are those of the side to move first. Smallest line: 1,1 1,2 2,1."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class MoverFirst(TicTacToe):
    """Tic-tac-toe on four squares, where two in a line win."""

    width: int = 2
    height: int = 2
    line: int = 2

    def payoffs(self, state: State) -> tuple[int, ...]:
        return self.result(state), -self.result(state)
