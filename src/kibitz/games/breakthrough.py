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

from kibitz.board import BOARDS, Board, square
from kibitz.errors import GameError
from kibitz.games.parts import grid
from kibitz.rules import Game, legal
from kibitz.scene import Action, Piece, Scene

LETTERS = "abcdefghijklmnop"
SMALLEST, LARGEST = 4, 16
SIDES = "BW"


class State(NamedTuple):
    """The men on the board, and who moves. The board is turned after each move: the side to move goes up."""

    mine: Board  # men of the side to move
    theirs: Board  # men of the other side
    turn: int  # 0 when Black, who began, is to move; 1 when White is


@dataclass(frozen=True)
class Breakthrough(Game):
    """Step with a man to the next row, straight on or diagonally; who first reaches the other side's first row has won.

    A step straight on needs an empty square. Diagonally a man may also step onto one of the other side, which is captured; who
    has no man left has lost. Nobody is forced to capture, and there are no draws. Each side begins with two rows of men, Black
    below and first. Invented by Dan Troyka (2000). Parameter: `size` is 4 to 16.
    """

    size: int = 8

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

    def move_name(self, state: State, move: int) -> str:
        """The squares where the man begins and ends, as Black sees them: `e2-d3`."""
        return f"{self.name_of(self.begin(move), state.turn)}-{self.name_of(move // 3, state.turn)}"

    def show(self, state: State) -> str:
        """The board with Black's men, B, going up."""
        pieces = self.pieces(state)
        rows = [[self.cell(row, column) for column in range(self.size)] for row in range(self.size)]
        return "\n".join(" ".join(pieces[name].text if name in pieces else "." for name in row) for row in rows)

    def scene(self, state: State) -> Scene:
        return Scene(
            cells=grid.cells(self.size, self.size, self.cell),
            pieces=self.pieces(state),
            actions=tuple(self.action(state, move) for move in legal(self, state)),
            columns=tuple(LETTERS[: self.size]),
            rows=tuple(reversed(grid.numbers(self.size))),
        )

    def action(self, state: State, move: int) -> Action:
        """A move as the picture offers it: from a square to the next row."""
        begin, end = self.name_of(self.begin(move), state.turn), self.name_of(move // 3, state.turn)
        return Action(move, self.move_name(state, move), end, begin)

    def pieces(self, state: State) -> dict[str, Piece]:
        """The men on the squares: B is Black's, W is White's."""
        sides = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        return {
            self.name_of(place, state.turn): Piece(SIDES[owner], owner, "stone")
            for owner, men in enumerate(sides)
            for place in men.squares()
        }

    def name_of(self, place: int, turn: int) -> str:
        """The name of a square, `e2`, given as Black (turn 0) sees it, or White."""
        row, column = divmod(place, self.size)
        return self.cell(self.size - 1 - row if turn == 0 else row, column)

    def cell(self, row: int, column: int) -> str:
        """The name of a square of the picture, where row 0 is above."""
        return f"{LETTERS[column]}{self.size - row}"
