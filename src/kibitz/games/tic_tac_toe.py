"""Tic-tac-toe on a board of up to 64 squares, which are numbered row by row, with lines of any length."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.board import Board64, square
from kibitz.games.parts.marks import Marks


class State(NamedTuple):
    """The marks on the board."""

    mine: Board64  # marks of the side to move
    theirs: Board64  # marks of the other side, which has just moved


@dataclass(frozen=True)
class TicTacToe(Marks):
    """Put your mark on any empty square; three of yours in a row, a column or a diagonal win.

    A full board without such a line is a draw. X begins. Parameters: `width` is the number of columns, `height` of rows, and
    `line` of marks in a winning line.
    """

    def start(self) -> State:
        return State(Board64(), Board64())

    def moves(self, state: State) -> Iterable[int]:
        return self.empty(state).squares()

    def play(self, state: State, place: int) -> State:
        return State(state.theirs, state.mine | square(place))

    def is_over(self, state: State) -> bool:
        return self.has_line(state.theirs) or not self.empty(state)

    def result(self, state: State) -> int:
        return -1 if self.has_line(state.theirs) else 0  # for the side to move: the other side has just made a line, or a draw

    def null(self, state: State) -> State:
        return State(state.theirs, state.mine)
