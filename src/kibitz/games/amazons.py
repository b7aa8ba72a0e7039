"""Amazons on a square board of any size from 4x4 to 16x16.

Squares of the 4x4 board; on other boards likewise:

    4   12 13 14 15
    3    8  9 10 11
    2    4  5  6  7
    1    0  1  2  3
         a  b  c  d

A turn is two moves of one player. The first is a flight, 256 times the square where the amazon begins plus the square where it
ends; the second is the square that its arrow hits.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import BOARDS, Board, square
from kibitz.core.rows import EVERY_WAY, around, rays
from kibitz.core.rules import Game
from kibitz.core.scene import Piece
from kibitz.errors import GameError

KINDS = Piece("Q", 0, "chessman"), Piece("q", 1, "chessman"), Piece("X", None, "mark")
DASH, SLASH = -1, -2  # words of the grid


class State(NamedTuple):
    """The amazons and the arrows on the board."""

    mine: Board  # amazons of the side to move
    theirs: Board  # amazons of the other side
    arrows: Board  # as many as turns have been played
    shooter: Board  # the amazon that has just moved and now shoots; empty while one is to move


@dataclass(frozen=True)
class Amazons(Game):
    """Move an amazon as a chess queen moves; then it shoots an arrow, which flies as a queen moves and stays on the board.

    Nothing can pass over amazons or arrows, and nothing is captured. A side that cannot move an amazon loses. Each side has
    four amazons; White begins. Invented by Walter Zamkauskas (1988). Parameter: `size` is the number of squares on a side, 4 to
    16, and usually 6 or 10.
    """

    size: int = 6

    grid = layout.grid("size", rows="up", look="checkered", kinds=KINDS, words=("-", "/"))

    def __post_init__(self) -> None:
        if not 4 <= self.size <= 16:
            raise GameError(f"an Amazons board of size {self.size} does not fit: size is 4 to 16")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.size**2 << 8

    def start(self) -> State:
        """Two amazons in the first row, as far from the corners as the two at the edges: d1, g1, a4 and j4 on 10x10."""
        size, far = self.size, (self.size - 1) // 3
        last = size - 1
        mine, theirs = self.kind(), self.kind()
        for row, column in ((0, far), (0, last - far), (far, 0), (far, last)):
            mine |= square(row * size + column, self.kind)
            theirs |= square((last - row) * size + column, self.kind)
        return State(mine, theirs, self.kind(), self.kind())

    def to_move(self, state: State) -> int:
        return len(state.arrows) % 2

    def moves(self, state: State) -> Iterable[int]:
        for place in self.reach(state.shooter, state).squares():  # noqa: UP028  # compiled code has no `yield from`
            yield place
        if not state.shooter:
            for begin in state.mine.squares():
                for end in self.reach(square(begin, self.kind), state).squares():
                    yield begin << 8 | end

    def play(self, state: State, move: int) -> State:
        if state.shooter:
            return State(state.theirs, state.mine, state.arrows | square(move, self.kind), self.kind())
        begin, end = square(move >> 8, self.kind), square(move & 255, self.kind)
        return State(state.mine - begin | end, state.theirs, state.arrows, end)

    def is_over(self, state: State) -> bool:
        """Whether no amazon of the side to move can move; one that has moved can shoot, at least back to where it came from."""
        return not around(state.mine, self.size, self.board, EVERY_WAY) & self.free(state)

    def result(self, state: State) -> int:
        """The side to move has lost."""
        return -1

    def reach(self, amazons: Board, state: State) -> Board:
        """The free squares in straight lines from these amazons, with nothing in between."""
        free = self.free(state)
        return rays(amazons, free, self.size, self.board, EVERY_WAY) & free

    def free(self, state: State) -> Board:
        """The squares without amazons and arrows."""
        return self.board - state.mine - state.theirs - state.arrows

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest board that holds the squares."""
        return next(kind for kind in BOARDS if self.size * self.size <= kind.capacity)

    @cached_property
    def board(self) -> Board:
        """All squares."""
        return self.kind((1 << self.size * self.size) - 1)

    def spells(self, state: State, move: int) -> Iterable[int]:
        """A flight as `d1-d7`, and the arrow that follows as `/g7`."""
        if state.shooter:
            yield SLASH
            yield move
        else:
            yield move >> 8
            yield DASH
            yield move & 255

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """A flight from square to square, or the square that the arrow hits."""
        return (move, move) if state.shooter else (move >> 8, move & 255)

    def stands(self, state: State, place: int) -> int:
        """The amazons, which are drawn as queens, and the arrows."""
        here = square(place, self.kind)
        if state.arrows & here:
            return 3
        if (state.mine | state.theirs) & here:
            return 1 if bool(state.mine & here) == (self.to_move(state) == 0) else 2
        return 0

    def player_names(self) -> tuple[str, str]:
        return "White", "Black"
