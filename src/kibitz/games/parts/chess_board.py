"""The board of chess, of any size: its squares, and what pawns and knights attack there.

The squares as numbers, White's first row below; on 6x6 likewise, with rows of six:

    8   56 57 58 59 60 61 62 63
    7   48 49 50 51 52 53 54 55
    6   40 41 42 43 44 45 46 47
    5   32 33 34 35 36 37 38 39
    4   24 25 26 27 28 29 30 31
    3   16 17 18 19 20 21 22 23
    2    8  9 10 11 12 13 14 15
    1    0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A side is 0, White, which goes up, or 1, Black, which goes down.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.core.board import Board64
from kibitz.core.rules import Game
from kibitz.games.parts.san import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK


@dataclass(frozen=True)
class ChessBoard(Game):
    """A game on a board of `size` rows and columns."""

    size: int = 8

    def pawn_attacks(self, pawns: Board64, turn: int) -> Board64:
        """The squares that pawns of that side attack."""
        ahead = self.forward(pawns, turn)
        return ahead << 1 & self.not_first | ahead >> 1 & self.not_last

    def leaps(self, knights: Board64) -> Board64:
        """The squares that knights attack."""
        right, left = knights << 1 & self.not_first, knights >> 1 & self.not_last
        near, far = right | left, right << 1 & self.not_first | left >> 1 & self.not_last
        return (near << 2 * self.size | near >> 2 * self.size | far << self.size | far >> self.size) & self.board

    def forward(self, places: Board64, turn: int) -> Board64:
        """The squares one row on, as that side sees it."""
        return places << self.size & self.board if turn == 0 else places >> self.size

    def home(self, turn: int) -> Board64:
        """The row where that side's king begins."""
        return self.first_row if turn == 0 else self.first_row << self.size * (self.size - 1)

    def column_of(self, piece: Board64) -> Board64:
        """The column in which a piece stands."""
        return (self.board - self.not_first) << piece.lowest() % self.size

    def row_of(self, piece: Board64) -> Board64:
        """The row in which a piece stands."""
        return self.first_row << piece.lowest() // self.size * self.size

    def of_kind(self, state: Any, kind: int) -> Board64:
        """The pieces of one kind of the side to move; `state`: one of chess."""
        mine: Board64 = state.mine
        pieces: Board64 = state.kings
        if kind == PAWN:
            pieces = state.pawns
        elif kind == KNIGHT:
            pieces = state.knights
        elif kind == BISHOP:
            pieces = state.diagonal - state.straight
        elif kind == ROOK:
            pieces = state.straight - state.diagonal
        elif kind == QUEEN:
            pieces = state.straight & state.diagonal
        return mine & pieces

    def kind_of(self, state: Any, piece: Board64) -> int:
        """The kind of a piece."""
        if piece & state.pawns:
            return PAWN
        if piece & state.knights:
            return KNIGHT
        if piece & state.kings:
            return KING
        if piece & state.diagonal:
            return QUEEN if piece & state.straight else BISHOP
        return ROOK

    @cached_property
    def board(self) -> Board64:
        """All squares."""
        return Board64((1 << self.size * self.size) - 1)

    @cached_property
    def first_row(self) -> Board64:
        """White's."""
        return Board64((1 << self.size) - 1)

    @cached_property
    def edges(self) -> Board64:
        """The rows where pawns become something else."""
        return self.home(0) | self.home(1)

    @cached_property
    def not_first(self) -> Board64:
        """All squares but the column a."""
        return Board64(sum(1 << place for place in range(self.size**2) if place % self.size > 0))

    @cached_property
    def not_last(self) -> Board64:
        """All squares but the last column."""
        return self.not_first >> 1

    @cached_property
    def dark(self) -> Board64:
        """The dark squares, a1 among them."""
        return Board64(sum(1 << place for place in range(self.size**2) if (place // self.size + place % self.size) % 2 == 0))
