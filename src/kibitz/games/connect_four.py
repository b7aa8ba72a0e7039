"""Connect Four, on boards of other sizes too, and with lines of any length.

Squares of the 7x6 board are bits of an int, column by column, with one spare bit on top of each column so that lines
do not run over the edge; on other boards likewise:

     6 13 20 27 34 41 48   (always empty)
     5 12 19 26 33 40 47
     .  .  .  .  .  .  .
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64
from kibitz.core.on_grid import NUMBER
from kibitz.core.rules import Game
from kibitz.core.scene import Piece
from kibitz.errors import GameError
from kibitz.games.parts.grid import numbers

KINDS = Piece("X", 0, "disc"), Piece("O", 1, "disc")


class State(NamedTuple):
    """The discs on the board."""

    mine: int  # discs of the side to move
    discs: int  # discs of both sides


@dataclass(frozen=True)
class ConnectFour(Game):
    """Drop a disc into a column that is not full; it falls to the lowest free cell, and four of yours in a line win.

    Lines go up, across and along both diagonals. A full board without such a line is a draw. Parameters: `width` is the number
    of columns, `height` of rows, and `line` of discs in a winning line.
    """

    bitboards = ("mine", "discs")

    width: int = 7
    height: int = 6
    line: int = 4

    grid = layout.grid("width", "height", names="1,1", shape="round", look="frame", kinds=KINDS, labels="edge_labels")

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.width * (self.height + 1) > 64:
            fit = "both are 1 or more, and width times (height + 1) is at most 64"
            raise GameError(f"a {self.width}x{self.height} board does not fit: {fit}")
        if not 1 <= self.line <= max(self.width, self.height):
            raise GameError(f"a line of {self.line} does not fit: line is 1 to {max(self.width, self.height)} on this board")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.width

    def start(self) -> State:
        return State(0, 0)

    def moves(self, state: State) -> Iterable[int]:
        for column in range(self.width):
            if state.discs & self.top(column) == 0:
                yield column

    def play(self, state: State, column: int) -> State:
        return State(state.discs ^ state.mine, state.discs | state.discs + self.bottom(column))

    def is_over(self, state: State) -> bool:
        return self.has_line(state.discs ^ state.mine) or state.discs == self.full()

    def result(self, state: State) -> int:
        """For the side to move: -1 if the other side has just made a line, else 0, a draw."""
        return -1 if self.has_line(state.discs ^ state.mine) else 0

    def null(self, state: State) -> State:
        """The same discs, seen by the other side."""
        return State(state.discs ^ state.mine, state.discs)

    def has_line(self, discs: int) -> bool:
        """Whether a line of these discs is complete."""
        for step in self.directions():
            if self.lines(discs, step):
                return True
        return False

    def directions(self) -> tuple[int, ...]:
        """Up, across, falling and rising: the step from square to square."""
        return 1, self.height + 1, self.height, self.height + 2

    def lines(self, discs: int, step: int) -> int:
        """The squares where a line of these discs begins, its squares `step` apart."""
        if not self.has_room(step):
            return 0
        length = 1
        while length < self.line:
            further = min(length, self.line - length)
            discs &= discs >> further * step
            length += further
        return discs

    def has_room(self, step: int) -> bool:
        """Whether a line with its squares `step` apart fits on the board; if not, the last step may lie beyond 64 bits."""
        tall, wide = self.height >= self.line, self.width >= self.line
        return tall if step == 1 else wide if step == self.height + 1 else tall and wide

    def bottom(self, column: int) -> int:
        """The lowest square of a column."""
        return 1 << column * (self.height + 1)

    def top(self, column: int) -> int:
        """The highest square of a column."""
        return self.bottom(column) << self.height - 1

    def full(self) -> int:
        """All squares of the board."""
        squares = 0
        for column in range(self.width):
            squares |= self.top(column) | self.top(column) - self.bottom(column)
        return squares

    def spells(self, state: State, column: int) -> Iterable[int]:
        """The column, from 1."""
        yield NUMBER + column + 1

    @property
    def edge_labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Numbers along the columns alone: a move names no row."""
        return numbers(self.width), ()

    def from_to(self, state: State, column: int) -> tuple[int, int]:
        """The square where a disc comes to rest."""
        above = 0
        while state.discs & self.bottom(column) << above:
            above += 1
        place = (self.height - 1 - above) * self.width + column
        return place, place

    def stands(self, state: State, place: int) -> int:
        """X, who began, is the kind 1, O the kind 2."""
        disc = self.disc(place)
        if state.discs & disc == 0:
            return 0
        is_mine = state.mine & disc != 0
        return 1 if is_mine == (len(Board64(state.discs)) % 2 == 0) else 2

    def marked(self, state: State) -> Iterable[int]:
        """The squares of the lines that the last move has made."""
        won, found = state.discs ^ state.mine, 0
        for step in self.directions():
            for number in range(self.line):
                found |= self.lines(won, step) << number * step
        for place in range(self.width * self.height):
            if found & self.disc(place):
                yield place

    def disc(self, place: int) -> int:
        """The disc on a square of the grid, which counts row by row from the top."""
        return self.bottom(place % self.width) << self.height - 1 - place // self.width

    def sides(self, state: State) -> tuple[Board64, Board64]:
        """The discs of X, who began, and of O."""
        mine, theirs = Board64(state.mine), Board64(state.discs ^ state.mine)
        return (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
