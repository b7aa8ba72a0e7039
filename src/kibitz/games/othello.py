"""Othello, on the full 8x8 board and on smaller ones.

Squares of the 4x4 board, row by row from a1; on other boards likewise:

         a  b  c  d
    1    0  1  2  3
    2    4  5  6  7
    3    8  9 10 11
    4   12 13 14 15      and 16 is the pass
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.rows import behind, enclosed
from kibitz.core.rules import Game
from kibitz.errors import GameError
from kibitz.games.parts.obf import read_obf


class State(NamedTuple):
    """The discs on the board, and the side to move."""

    mine: Board64  # discs of the side to move
    theirs: Board64  # discs of the other side
    turn: int  # 0 when Black, who began, is to move; 1 when White is


@dataclass(frozen=True)
class Othello(Game):
    """Place a disc so that it traps discs of the other side in a line with another of yours: they turn over.

    You pass if you cannot; when neither side can, the side with more discs wins. Black begins. The result is the lead in discs,
    and empty squares count for the winner, as in tournaments: 11-3 on 4x4 is a lead of 10. Parameters: `size` is 4, 6 or 8.
    `obf` is a position to begin with; its side to move plays Black.
    """

    size: int = 8
    obf: str = field(default="", metadata={"setup": True})
    grid = layout.grid("size", look="felt", form="stone")

    def __post_init__(self) -> None:
        if self.size not in (4, 6, 8):
            raise GameError(f"an Othello board of size {self.size} does not fit: size is 4, 6 or 8")
        if self.obf:
            read_obf(self.obf, self.size)

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.size**2 + 1

    def start(self) -> State:
        return self.first

    def moves(self, state: State) -> Iterable[int]:
        legal = self.reach(state.mine, state.theirs)
        if not legal:
            yield self.size * self.size  # the pass
        for place in legal.squares():  # noqa: UP028  # Numba has no `yield from`
            yield place

    def play(self, state: State, place: int) -> State:
        if place == self.size * self.size:
            return State(state.theirs, state.mine, 1 - state.turn)
        turned = self.turned(state.mine, state.theirs, square(place))
        return State(state.theirs - turned, state.mine | turned | square(place), 1 - state.turn)

    def is_over(self, state: State) -> bool:
        return not self.reach(state.mine, state.theirs) and not self.reach(state.theirs, state.mine)

    def result(self, state: State) -> int:
        """The lead in discs of the side to move; the leader gets the empty squares too."""
        mine, theirs = len(state.mine), len(state.theirs)
        empty = self.size * self.size - mine - theirs
        if mine == theirs:
            return 0
        return mine + empty - theirs if mine > theirs else mine - empty - theirs

    def best_result(self) -> int:
        """All squares: the other side has nothing left."""
        return self.size * self.size

    def reach(self, mine: Board64, theirs: Board64) -> Board64:
        """The empty squares where a disc of `mine` turns something over."""
        landings = behind(mine, theirs, self.size, self.columns, self.rows)
        return landings & self.board - mine - theirs

    def turned(self, mine: Board64, theirs: Board64, disc: Board64) -> Board64:
        """The discs that turn over when `disc` is laid."""
        return enclosed(disc, theirs, mine, self.size, self.columns, self.rows)

    @cached_property
    def first(self) -> State:
        """The state in which the game begins."""
        if self.obf:
            return State(*read_obf(self.obf, self.size), 0)
        d4 = (self.size // 2 - 1) * (self.size + 1)
        e4, d5, e5 = d4 + 1, d4 + self.size, d4 + self.size + 1
        return State(square(e4) | square(d5), square(d4) | square(e5), 0)

    @cached_property
    def board(self) -> Board64:
        """All squares."""
        return ~Board64() >> 64 - self.size * self.size

    @cached_property
    def columns(self) -> Board64:
        """All but the first and the last column."""
        places = [row * self.size + column for row in range(self.size) for column in range(1, self.size - 1)]
        return Board64(sum(1 << place for place in places))

    @cached_property
    def rows(self) -> Board64:
        """All but the first and the last row."""
        return Board64(sum(1 << place for place in range(self.size, self.size * (self.size - 1))))

    def sides(self, state: State) -> tuple[Board64, Board64]:
        """The discs of Black and of White."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
