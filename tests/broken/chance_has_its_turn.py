"""Breaks `chance_has_its_turn`: there are dice, but nobody says when they are thrown. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class DiceInTheBox(TicTacToe):
    """Tic-tac-toe with dice."""

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((square, 1.0) for square in self.empty(state).squares())
