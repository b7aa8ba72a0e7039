"""Breaks `symmetries_are_the_same_game`: a quarter turn is named, but not what it leads to. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Board64, Knowledge, square
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Turned(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class QuarterTurn(Knowledge):
    """A board turned by a quarter is the same."""

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(self.turned(state.mine), self.turned(state.theirs))

    def turned(self, marks: Board64) -> Board64:
        """The marks turned to the right."""
        found = Board64()
        for place in marks.squares():
            found |= square(place % 3 * 3 + 2 - place // 3)
        return found
