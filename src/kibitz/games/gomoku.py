"""Gomoku, five in a row, on boards of 5x5 to 19x19 points.

Points of the 5x5 board, row by row from a1; on other boards likewise:

    5   20 21 22 23 24
    4   15 16 17 18 19
    3   10 11 12 13 14
    2    5  6  7  8  9
    1    0  1  2  3  4
         a  b  c  d  e
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board, square
from kibitz.core.rules import Game
from kibitz.errors import GameError
from kibitz.games.parts.grid import smallest_board

SMALLEST, LARGEST = 5, 19


class State(NamedTuple):
    """The stones on the board."""

    mine: Board  # stones of the side to move
    theirs: Board  # stones of the other side, which has just moved


@dataclass(frozen=True)
class Gomoku(Game):
    """Put a stone on any free point; five of yours in a row, a column or a diagonal win.

    More than five in a line also win, unless the game asks for exactly five. When the board is full without such a line, the
    game is drawn. Black begins. Parameters: `size` is the number of points on a side, 5 to 19; `exactly` is true or false.
    """

    size: int = 15
    exactly: bool = False
    grid = layout.grid("size", rows="up", look="crossings", form="stone")

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise GameError(f"a Gomoku board of size {self.size} does not fit: size is {SMALLEST} to {LARGEST}")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.size**2

    def start(self) -> State:
        return State(self.kind(), self.kind())

    def moves(self, state: State) -> Iterable[int]:
        return self.free(state).squares()

    def play(self, state: State, place: int) -> State:
        return State(state.theirs, state.mine | square(place, self.kind))

    def is_over(self, state: State) -> bool:
        return self.has_five(state.theirs) or not self.free(state)

    def result(self, state: State) -> int:
        """For the side to move: -1 if the other side has just made a line, else 0, a draw."""
        return -1 if self.has_five(state.theirs) else 0

    def null(self, state: State) -> State:
        """The same stones, seen by the other side."""
        return State(state.theirs, state.mine)

    def free(self, state: State) -> Board:
        """The empty points."""
        return self.board - state.mine - state.theirs

    def has_five(self, stones: Board) -> bool:
        """Whether a line of these stones wins."""
        across, down = self.fives(stones, 1, self.to_right), self.fives(stones, self.size, self.board)
        rising = self.fives(stones, self.size + 1, self.to_right)
        falling = self.fives(stones, self.size - 1, self.to_left)
        return bool(across | down | rising | falling)

    def fives(self, stones: Board, step: int, begins: Board) -> Board:
        """The points of `begins` where a winning line begins, its points `step` apart."""
        two = stones & stones >> step
        found = two & two >> 2 * step & stones >> 4 * step & begins
        if self.exactly:
            return found - (found << step | found >> step)
        return found

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest kind of board that has room for all points."""
        return smallest_board(self.size * self.size)

    @cached_property
    def board(self) -> Board:
        """All points."""
        return self.kind((1 << self.size * self.size) - 1)

    @cached_property
    def to_right(self) -> Board:
        """The points from which a line of five has room to the right."""
        row = (1 << self.size - 4) - 1
        return self.kind(sum(row << self.size * number for number in range(self.size)))

    @cached_property
    def to_left(self) -> Board:
        """The points from which a line of five has room to the left."""
        return self.to_right << 4

    def marked(self, state: State) -> Iterable[int]:
        """The points of all lines that win."""
        size, stones, found = self.size, state.theirs, self.kind()
        for step, starts in ((1, self.to_right), (size, self.board), (size + 1, self.to_right), (size - 1, self.to_left)):
            begins = self.fives(stones, step, starts)
            for number in range(5):
                found |= begins << number * step
        return found.squares()
