"""Hex: two players join their own two sides of a board of six-sided cells (Piet Hein, 1942, and John Nash, 1948)."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game, grid


class State(NamedTuple):
    first: Board64  # stones of the first player, who joins the upper side with the lower
    second: Board64  # stones of the second player, who joins left with right
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class Hex(Game):
    """Put a stone on any empty cell. The first player wins with a chain from top to bottom, the second from left to right.

    There is no draw: a full board always has one of the two chains. Parameter: the board is `size` by `size` cells.
    """

    size: int = 4
    grid = grid("size", shape="hex", form="disc", sides=True)

    def start(self):
        return State(Board64(), Board64(), 0)

    def moves(self, state):
        return (self.board() - state.first - state.second).squares()

    def play(self, state, place):
        stone = Board64(1 << place)
        if state.turn == 0:
            return State(state.first | stone, state.second, 1)
        return State(state.first, state.second | stone, 0)

    def is_over(self, state):
        return self.has_chain(state)

    def result(self, state):
        """Whoever has just moved has won."""
        return -1

    def has_chain(self, state):
        """Whether the player who has just moved has joined both sides: grow from one of them, stone by stone."""
        stones = state.first if state.turn == 1 else state.second
        begin, end = (self.row(0), self.row(self.size - 1)) if state.turn == 1 else (self.column(0), self.column(self.size - 1))
        chain, grown = Board64(), stones & begin
        while chain != grown:
            chain = grown
            grown = chain | self.around(chain) & stones
        return bool(chain & end)

    def around(self, cells):
        """The six neighbours of these cells: two in the row, two above and two below."""
        left, right = cells - self.column(0), cells - self.column(self.size - 1)
        across = left >> 1 | right << 1
        return across | cells << self.size | cells >> self.size | left << self.size - 1 | right >> self.size - 1

    def row(self, number):
        cells = Board64()
        for column in range(self.size):
            cells |= Board64(1 << number * self.size + column)
        return cells

    def column(self, number):
        cells = Board64()
        for row in range(self.size):
            cells |= Board64(1 << row * self.size + number)
        return cells

    def board(self):
        cells = Board64()
        for number in range(self.size):
            cells |= self.row(number)
        return cells
