"""Breaks `result_or_payoffs`: the payoffs are said beside the result. Smallest line: none."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class SaidTwice(TicTacToe):
    """Tic-tac-toe."""

    def payoffs(self, state: State) -> tuple[int, ...]:
        return self.result(state), -self.result(state)
