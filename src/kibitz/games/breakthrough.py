"""Breakthrough, a race of men across a square board.

Squares of the 4x4 board as the side to move sees them, its own first row below; on other boards likewise:

    4   12 13 14 15
    3    8  9 10 11
    2    4  5  6  7
    1    0  1  2  3
         a  b  c  d

A move is three times the square where it ends, and 0 for a step to the right, 1 to the left, 2 straight on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import BOARDS, Board, square
from kibitz.core.rules import Game
from kibitz.errors import GameError

SMALLEST, LARGEST = 4, 16


class State(NamedTuple):
    """The men on the board, and the side to move. The board is turned after each move: the side to move goes up."""

    mine: Board  # men of the side to move
    theirs: Board  # men of the other side
    turn: int  # 0 when Black, who began, is to move; 1 when White is


@dataclass(frozen=True)
class Breakthrough(Game):
    """Step with a man to the next row, straight on or diagonally; who first reaches the other side's first row has won.

    A step straight on needs an empty square. Diagonally a man may also step onto one of the other side, which is captured; who
    has no man left has lost. Captures are never forced, and there are no draws. Each side has two rows of men at the start,
    and Black begins. Invented by Dan Troyka (2000). Parameter: `size` is the number of squares on a side, 4 to 16.
    """

    size: int = 8
    grid = layout.grid("size", rows="up", look="checkered", form="stone", marks="BW", turned="mirrored")

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise GameError(f"a Breakthrough board of size {self.size} does not fit: size is {SMALLEST} to {LARGEST}")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return 3 * self.size**2

    def start(self) -> State:
        men = self.first_row | self.first_row << self.size
        return State(men, self.turned(men), 0)

    def moves(self, state: State) -> Iterable[int]:
        for place in ((state.mine & self.not_right) << self.size + 1 & self.board - state.mine).squares():
            yield 3 * place
        for place in ((state.mine & self.not_left) << self.size - 1 & self.board - state.mine).squares():
            yield 3 * place + 1
        for place in (state.mine << self.size & self.board - state.mine - state.theirs).squares():
            yield 3 * place + 2

    def play(self, state: State, move: int) -> State:
        begin, end = square(self.begin(move), self.kind), square(move // 3, self.kind)
        return State(self.turned(state.theirs - end), self.turned(state.mine - begin | end), 1 - state.turn)

    def begin(self, move: int) -> int:
        """The square where a move begins."""
        place, way = move // 3, move % 3
        return place - self.size - 1 if way == 0 else place - self.size + 1 if way == 1 else place - self.size

    def is_over(self, state: State) -> bool:
        """Whether the other side, which moved last, has arrived or taken the last man."""
        return bool(state.theirs & self.first_row) or not state.mine

    def result(self, state: State) -> int:
        """The other side has just won."""
        return -1

    def null(self, state: State) -> State:
        """The same men, seen by the other side."""
        return State(self.turned(state.theirs), self.turned(state.mine), 1 - state.turn)

    def turned(self, men: Board) -> Board:
        """The men as the other side sees them: the first row is the last."""
        found = self.kind()
        for row in range(self.size):
            found |= (men >> row * self.size & self.first_row) << (self.size - 1 - row) * self.size
        return found

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest board that holds the squares."""
        return next(kind for kind in BOARDS if self.size * self.size <= kind.capacity)

    @cached_property
    def board(self) -> Board:
        """All squares."""
        return self.kind((1 << self.size * self.size) - 1)

    @cached_property
    def first_row(self) -> Board:
        """The row nearest to the side to move."""
        return self.kind((1 << self.size) - 1)

    @cached_property
    def not_left(self) -> Board:
        """All squares but the column a."""
        return self.board - self.kind(sum(1 << row * self.size for row in range(self.size)))

    @cached_property
    def not_right(self) -> Board:
        """All squares but the last column."""
        return self.not_left >> 1

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        return self.begin(move), move // 3
