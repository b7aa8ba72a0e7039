"""Breaks `estimates_are_symmetric`: the left column is liked better than the right one, its mirror. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Board64, Knowledge, square
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class LikesTheLeft(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class LeftHanded(Knowledge):
    """Left and right are the same, but one of them is better."""

    def evaluate(self, state: State) -> float:
        left = square(0) | square(3) | square(6)
        return (len(state.mine & left) - len(state.theirs & left)) / 10

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(self.mirrored(state.mine), self.mirrored(state.theirs))

    def mirrored(self, marks: Board64) -> Board64:
        """Left and right exchanged."""
        found = Board64()
        for place in marks.squares():
            found |= square(place // 3 * 3 + 2 - place % 3)
        return found
