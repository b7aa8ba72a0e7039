"""Breaks `over_is_true_or_false`: `is_over` forgets to say that play goes on. Smallest line: none."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Forgets(TicTacToe):
    """Tic-tac-toe that says nothing while it goes on."""

    def is_over(self, state: State) -> bool:
        return (self.has_line(state.theirs) or not self.empty(state)) or None  # type: ignore[return-value]  # wrong on purpose
