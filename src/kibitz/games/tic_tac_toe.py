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
from kibitz.errors import GameError
from kibitz.games import _grid
from kibitz.rules import Game
from kibitz.scene import Action, Piece, Scene


class State(NamedTuple):
    """The marks on the board."""

    mine: Board64  # marks of the side to move
    theirs: Board64  # marks of the other side, which has just moved


@dataclass(frozen=True)
class TicTacToe(Game):
    """Put your mark on any empty square; three of yours in a row, a column or a diagonal win.

    When the board is full without such a line, nobody has won. X begins. Parameters: the board is `width` by `height`
    squares, and `line` marks win.
    """

    width: int = 3
    height: int = 3
    line: int = 3

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.width * self.height > 64:
            raise GameError(f"a {self.width}x{self.height} board does not fit: width times height is 1 to 64")
        if not 1 <= self.line <= max(self.width, self.height):
            raise GameError(f"a line of {self.line} does not fit: line is 1 to {max(self.width, self.height)} on this board")

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

    def empty(self, state: State) -> Board64:
        """The squares that nobody has taken."""
        board = ~Board64() >> 64 - self.width * self.height
        return board - state.mine - state.theirs

    def has_line(self, marks: Board64) -> bool:
        """Whether a line of these marks is complete."""
        for step, first, last in self.directions():
            if self.lines(marks, step, first, last):
                return True
        return False

    def directions(self) -> tuple[tuple[int, int, int], ...]:
        """Across, down, falling and rising: the step from square to square, and the columns where such a line may begin."""
        left, right = self.width - self.line, self.line - 1  # a line that runs right has room to column `left`
        down = (self.width, 0, self.width - 1)
        return (1, 0, left), down, (self.width + 1, 0, left), (self.width - 1, right, self.width - 1)

    def lines(self, marks: Board64, step: int, first: int, last: int) -> Board64:
        """The squares in columns `first` to `last` where a line of these marks begins that goes on `step` by `step`."""
        found, length = marks, 1
        while length < self.line:
            further = min(length, self.line - length)
            found &= found >> further * step
            length += further
        return found & self.columns(first, last)

    def columns(self, first: int, last: int) -> Board64:
        """All squares of the columns `first` to `last`."""
        found = Board64()
        for row in range(self.height):
            for column in range(first, last + 1):
                found |= square(row * self.width + column)
        return found

    def move_name(self, state: State, place: int) -> str:
        """The square as `row,column`, both from 1."""
        return _grid.row_column(*self.row_and_column(place))

    def show(self, state: State) -> str:
        first, second = self.sides(state)
        return _grid.text(
            self.width, self.height, map(self.row_and_column, first.squares()), map(self.row_and_column, second.squares())
        )

    def scene(self, state: State) -> Scene:
        first, second = self.sides(state)
        pieces = {self.move_name(state, place): Piece("X", 0) for place in first.squares()}
        pieces |= {self.move_name(state, place): Piece("O", 1) for place in second.squares()}
        open_squares = () if self.is_over(state) else self.moves(state)
        return Scene(
            cells=_grid.cells(self.width, self.height, _grid.row_column),
            pieces=pieces,
            actions=tuple(Action(place, self.move_name(state, place), self.move_name(state, place)) for place in open_squares),
            marked=tuple(self.move_name(state, place) for place in self.winning_squares(state)),
            columns=_grid.numbers(self.width),
            rows=_grid.numbers(self.height),
        )

    def sides(self, state: State) -> tuple[Board64, Board64]:
        """The marks of X, who began, and of O."""
        return (state.mine, state.theirs) if len(state.mine) == len(state.theirs) else (state.theirs, state.mine)

    def row_and_column(self, place: int) -> tuple[int, int]:
        """Where a square lies, both from 0."""
        return divmod(place, self.width)

    def winning_squares(self, state: State) -> list[int]:
        """The squares of the lines that the last move has made, in order."""
        found = {
            begin + number * step
            for step, first, last in self.directions()
            for begin in self.lines(state.theirs, step, first, last).squares()
            for number in range(self.line)
        }
        return sorted(found)
