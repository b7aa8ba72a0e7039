"""Ultimate tic-tac-toe: nine boards of tic-tac-toe, laid out as one.

Boards by their numbers, and the squares of each board likewise; square s of board b is number 9 * b + s:

     0 1 2
     3 4 5
     6 7 8
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board128, square
from kibitz.core.rules import Game
from kibitz.core.scene import Cell
from kibitz.games.parts import grid

WHOLE = Board128((1 << 9) - 1)  # the nine squares of a board
FREE_CHOICE = 9  # instead of a board
LABELS = ("1", "2", "3", "", "4", "5", "6", "", "7", "8", "9")  # a gap lies between the boards


class State(NamedTuple):
    """The marks in the squares, who has won which boards, and where the next mark goes."""

    mine: Board128  # marks of the side to move
    theirs: Board128  # marks of the other side, which has just moved
    my_boards: Board128  # boards that the side to move has won, by their numbers
    their_boards: Board128
    target: int  # the board where the next mark goes, or FREE_CHOICE


@dataclass(frozen=True)
class UltimateTicTacToe(Game):
    """Put your mark on an empty square; three in a row, a column or a diagonal win a board, and three boards so win the game.

    Your square says which board the other side plays in: a mark in a board's upper right square sends it to the upper right
    board. A board that is won or full is closed; who is sent there plays in any open one. When all are closed without three in
    a row, the game is drawn. X begins, anywhere.
    """

    move_limit = 81

    grid = layout.board("places", look="blocks", form="mark", labels=(LABELS, LABELS))

    def start(self) -> State:
        return State(Board128(), Board128(), Board128(), Board128(), FREE_CHOICE)

    def moves(self, state: State) -> Iterable[int]:
        for board in range(9):
            if state.target in (board, FREE_CHOICE) and self.is_open(state, board):
                for place in self.empty(state, board).squares():
                    yield 9 * board + place

    def play(self, state: State, move: int) -> State:
        board, place = move // 9, move % 9
        marks = state.mine | square(move, Board128)
        is_won = self.has_line(marks >> 9 * board & WHOLE)
        boards = state.my_boards | square(board, Board128) if is_won else state.my_boards
        after = State(state.theirs, marks, state.their_boards, boards, place)
        return after if self.is_open(after, place) else State(state.theirs, marks, state.their_boards, boards, FREE_CHOICE)

    def is_over(self, state: State) -> bool:
        return self.has_line(state.their_boards) or not self.is_any_open(state)

    def result(self, state: State) -> int:
        """For the side to move: -1 if the other side has just won a third board in a row, else 0, a draw."""
        return -1 if self.has_line(state.their_boards) else 0

    def null(self, state: State) -> State:
        """The same marks and the same board to play in, seen by the other side."""
        return State(state.theirs, state.mine, state.their_boards, state.my_boards, state.target)

    def is_open(self, state: State, board: int) -> bool:
        """Whether a board is neither won nor full."""
        return board not in state.my_boards | state.their_boards and bool(self.empty(state, board))

    def is_any_open(self, state: State) -> bool:
        """Whether there is a board to play in."""
        for board in range(9):
            if self.is_open(state, board):
                return True
        return False

    def empty(self, state: State, board: int) -> Board128:
        """The empty squares of a board."""
        return WHOLE - ((state.mine | state.theirs) >> 9 * board)

    def has_line(self, marks: Board128) -> bool:
        """Whether three of these, the squares of a board or the boards of the whole, are in a row."""
        for step, first in self.directions():
            if marks & marks >> step & marks >> 2 * step & Board128(first):
                return True
        return False

    def directions(self) -> tuple[tuple[int, int], ...]:
        """Across, down, falling and rising: the step from square to square, and the squares where a line begins."""
        return (1, 0b001001001), (3, 0b000000111), (4, 0b000000001), (2, 0b000000100)

    def row_and_column(self, place: int) -> tuple[int, int]:
        """Where a square lies among all 81, both from 0."""
        board, inner = divmod(place, 9)
        return board // 3 * 3 + inner // 3, board % 3 * 3 + inner % 3

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The squares of the picture, `row,column` of the whole, with gaps between the boards."""
        return tuple(
            Cell(grid.row_column(row, column), column + column // 3, row + row // 3)
            for row, column in map(self.row_and_column, range(81))
        )

    def marked(self, state: State) -> Iterable[int]:
        """The squares of won boards that lie in their winner's lines; after them all others of boards that win the game."""
        winning = self.in_lines(state.my_boards) | self.in_lines(state.their_boards)
        for board in range(9):
            if square(board, Board128) & (state.my_boards | state.their_boards):
                marks = state.mine if square(board, Board128) & state.my_boards else state.theirs
                line = self.in_lines(marks >> 9 * board & WHOLE)
                for place in line.squares():
                    yield 9 * board + place
                for place in (WHOLE - line).squares():
                    if square(board, Board128) & winning:
                        yield 9 * board + place

    def in_lines(self, here: Board128) -> Board128:
        """The squares of the complete lines of these marks of one board."""
        found = Board128()
        for step, first in self.directions():
            begins = here & here >> step & here >> 2 * step & Board128(first)
            found |= begins | begins << step | begins << 2 * step
        return found

    def show(self, state: State) -> str:
        """The boards with gaps between them."""
        first, second = self.sides(state.mine, state.theirs)
        marks = grid.text(9, 9, map(self.row_and_column, first.squares()), map(self.row_and_column, second.squares()))
        rows = ["  ".join((row[:5], row[6:11], row[12:])) for row in marks.split("\n")]
        gap = " " * len(rows[0])
        return "\n".join([*rows[:3], gap, *rows[3:6], gap, *rows[6:]])

    def sides(self, mine: Board128, theirs: Board128) -> tuple[Board128, Board128]:
        """The marks of X, who began, and of O."""
        return (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
