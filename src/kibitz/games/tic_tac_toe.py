"""Tic-tac-toe on a board of up to 64 squares, with lines of any length.

Squares of the 3x3 board, row by row; on other boards likewise:

     0 1 2
     3 4 5
     6 7 8
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.board import Board64, square
from kibitz.games.parts import grid
from kibitz.games.parts.marks import Marks
from kibitz.scene import Action, Piece, Scene


class State(NamedTuple):
    """The marks on the board."""

    mine: Board64  # marks of the side to move
    theirs: Board64  # marks of the other side, which has just moved


@dataclass(frozen=True)
class TicTacToe(Marks):
    """Put your mark on any empty square; three of yours in a row, a column or a diagonal win.

    When the board is full without such a line, nobody has won. X begins. Parameters: the board is `width` by `height`
    squares, and `line` marks win.
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
        """For the side to move: -1 if the other side has just made a line, else 0, a draw."""
        return -1 if self.has_line(state.theirs) else 0

    def null(self, state: State) -> State:
        """The same marks, seen by the other side."""
        return State(state.theirs, state.mine)

    def empty(self, state: State) -> Board64:
        """The squares that nobody has taken."""
        return self.board() - state.mine - state.theirs

    def show(self, state: State) -> str:
        first, second = self.sides(state)
        return grid.text(
            self.width, self.height, map(self.row_and_column, first.squares()), map(self.row_and_column, second.squares())
        )

    def scene(self, state: State) -> Scene:
        first, second = self.sides(state)
        pieces = {self.move_name(state, place): Piece("X", 0, "mark") for place in first.squares()}
        pieces |= {self.move_name(state, place): Piece("O", 1, "mark") for place in second.squares()}
        open_squares = () if self.is_over(state) else self.moves(state)
        return Scene(
            cells=grid.cells(self.width, self.height, grid.row_column),
            pieces=pieces,
            actions=tuple(Action(place, self.move_name(state, place), self.move_name(state, place)) for place in open_squares),
            marked=tuple(self.move_name(state, place) for place in self.squares_in_lines(state.theirs)),
            columns=grid.numbers(self.width),
            rows=grid.numbers(self.height),
            look="lines",
        )

    def sides(self, state: State) -> tuple[Board64, Board64]:
        """The marks of X, who began, and of O."""
        return (state.mine, state.theirs) if len(state.mine) == len(state.theirs) else (state.theirs, state.mine)
