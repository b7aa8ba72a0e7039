"""Breaks `symmetries_are_the_same_game`: two columns change places. Smallest line: 1,1 1,2."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Board64, Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Swapped(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class TwoColumns(Knowledge):
    """The first two columns are alike."""

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(self.swapped(state.mine), self.swapped(state.theirs))

    def swapped(self, marks: Board64) -> Board64:
        """The marks with the first two columns exchanged."""
        first, second, third = Board64(0b001001001), Board64(0b010010010), Board64(0b100100100)
        return (marks & first) << 1 | (marks & second) >> 1 | marks & third
