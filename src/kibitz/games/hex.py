"""Hex, a game of joining two sides of a board (Piet Hein, 1942, and John Nash, 1948).

Cells of the 4x4 board, row by row from a1; on other boards likewise:

    a  b  c  d
     0  1  2  3    1
      4  5  6  7    2
       8  9 10 11    3
        12 13 14 15   4      and 16 is the swap
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board, square
from kibitz.core.rows import SIX_WAYS, around, connected
from kibitz.core.rules import Game
from kibitz.errors import GameError
from kibitz.games.parts.grid import smallest_board
from kibitz.games.parts.stones import read_stones

LARGEST = 19


class State(NamedTuple):
    """The stones on the board, and the side to move. Chains follow from the stones, and need not be found again."""

    first: Board  # stones of the first player, who joins the upper side with the lower one
    second: Board  # stones of the second player, who joins left with right
    from_top: Board  # those of the first player that are joined with the upper side
    from_left: Board  # those of the second player that are joined with the left side
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class Hex(Game):
    """Put a stone on any empty cell; the first player wins by a chain from top to bottom, the second from left to right.

    There is no draw: a full board always has one of the two chains. With the swap the second player may, instead of a first
    move, take over the other's stone, which then lies as far from the left as it lay from the top. Parameters: `size` is the
    number of cells on a side, 1 to 19; `swap` is true or false; `stones` is a position to begin with: its rows from above, such
    as 3/1B1/WW1_b, where B are the stones of the first player.
    """

    size: int = 7
    swap: bool = False
    stones: str = field(default="", metadata={"setup": True})
    grid = layout.grid("size", shape="hex", form="disc", sides=True, beyond="swap")

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST:
            raise GameError(f"a Hex board of size {self.size} does not fit: size is 1 to {LARGEST}")
        if self.stones and self.is_over(self.first_state._replace(turn=1 - self.first_state.turn)):
            raise GameError(f"{self.stones[:70]!r} is not a position of Hex: the side to move has won")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.size**2 + 1

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # most games have it for the whole class
        """Where the first player begins, turns alternate as usual, and this is not needed."""
        return frozenset({"to_move"} if self.first_state.turn == 0 else ())

    def start(self) -> State:
        return self.first_state

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        for place in (self.board - state.first - state.second).squares():  # noqa: UP028  # Numba has no `yield from`
            yield place
        if self.swap and state.turn == 1 and not state.second and len(state.first) == 1:
            yield self.size * self.size  # the swap

    def play(self, state: State, place: int) -> State:
        if place == self.size * self.size:
            row, column = divmod(state.first.lowest(), self.size)
            stone = square(column * self.size + row, self.kind)
            return State(self.kind(), stone, self.kind(), stone & self.left, 0)
        stone = square(place, self.kind)
        if state.turn == 0:
            from_top = self.extend_chains(state.from_top, state.first, stone, self.top)
            return State(state.first | stone, state.second, from_top, state.from_left, 1)
        from_left = self.extend_chains(state.from_left, state.second, stone, self.left)
        return State(state.first, state.second | stone, state.from_top, from_left, 0)

    def extend_chains(self, before: Board, stones: Board, stone: Board, side: Board) -> Board:
        """The stones joined with a side, after `stone` is added to `stones`, of which `before` were joined before."""
        if stone & (side | self.near(before)):
            return before | connected(stone, stones - before | stone, self.size, self.board, SIX_WAYS)
        return before

    def is_over(self, state: State) -> bool:
        """Whether the player who has just moved has joined both sides."""
        return bool(state.from_top & self.bottom) if state.turn == 1 else bool(state.from_left & self.right)

    def result(self, state: State) -> int:
        """The side that has just moved wins."""
        return -1

    def near(self, cells: Board) -> Board:
        """The neighbours of these cells, six of each: two in the row, two above and two below."""
        return around(cells, self.size, self.board, SIX_WAYS)

    @cached_property
    def first_state(self) -> State:
        """The state in which the game begins."""
        if not self.stones:
            return State(self.kind(), self.kind(), self.kind(), self.kind(), 0)
        read = read_stones(self.stones, self.size)
        first, second = (self.kind(sum(1 << place for place in side)) for side in (read.black, read.white))
        from_top, from_left = (
            connected(side & stones, stones, self.size, self.board, SIX_WAYS)
            for side, stones in ((self.top, first), (self.left, second))
        )
        return State(first, second, from_top, from_left, read.turn)

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest kind of board that has room for all cells."""
        return smallest_board(self.size * self.size)

    @cached_property
    def board(self) -> Board:
        """All cells."""
        return self.kind((1 << self.size * self.size) - 1)

    @cached_property
    def top(self) -> Board:
        """The first row."""
        return self.kind((1 << self.size) - 1)

    @cached_property
    def bottom(self) -> Board:
        """The last row."""
        return self.top << self.size * (self.size - 1)

    @cached_property
    def left(self) -> Board:
        """The first column."""
        return self.kind(sum(1 << row * self.size for row in range(self.size)))

    @cached_property
    def right(self) -> Board:
        """The last column."""
        return self.left << self.size - 1

    def marked(self, state: State) -> Iterable[int]:
        return self.winning_chain(state).squares()

    def winning_chain(self, state: State) -> Board:
        """The stones that join both sides."""
        chains, side = (state.from_top, self.bottom) if state.turn == 1 else (state.from_left, self.right)
        return connected(side, chains, self.size, self.board, SIX_WAYS)
