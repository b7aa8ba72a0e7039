"""Tic-tac-toe for three.

Squares of the board of 4x3, row by row; on other boards likewise:

     0  1  2  3
     4  5  6  7
     8  9 10 11
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.games.parts.marks import Marks

SIGNS = "XOV"


class State(NamedTuple):
    """The marks on the board."""

    mine: Board64  # marks of the player to move
    next: Board64  # marks of the player who moves after that one
    last: Board64  # marks of the third player, who has just moved


@dataclass(frozen=True)
class Trio(Marks):
    """Three players in turn put their marks on empty squares; three of yours in a row, a column or a diagonal win.

    X begins, then comes O, then V. The winner gets 2, and the others lose 1 each; on a full board without such a line, all get
    0. The rules appear in many places (nerdstew.wordpress.com, 2011, plays on 4x4 squares with check marks for the third); a
    smaller board can be searched to the end. Parameters: `width` is the number of columns, `height` of rows, and `line` of
    marks in a winning line.
    """

    width: int = 4
    height: int = 3
    line: int = 3
    players: ClassVar[int] = 3
    grid = layout.grid("width", "height", names="1,1", look="lines", form="mark", marks=SIGNS, owners=("mine", "next", "last"))

    def start(self) -> State:
        return State(Board64(), Board64(), Board64())

    def to_move(self, state: State) -> int:
        return len(state.mine | state.next | state.last) % 3

    def moves(self, state: State) -> Iterable[int]:
        return self.empty(state).squares()

    def play(self, state: State, place: int) -> State:
        return State(state.next, state.last, state.mine | square(place))

    def is_over(self, state: State) -> bool:
        return self.has_line(state.last) or not self.empty(state)

    def payoffs(self, state: State) -> Iterable[int]:
        """2 for the one who has made a line just now, -1 for each of the others; 0 for all when there is no line."""
        won, winner = self.has_line(state.last), (self.to_move(state) + 2) % 3
        for player in range(3):
            if won:
                yield 2 if player == winner else -1
            else:
                yield 0

    def payoff_limits(self) -> tuple[int, int]:
        """No player loses more than 1, and the payoffs add up to 0."""
        return -1, 0
