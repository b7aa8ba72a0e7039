"""Nine men's morris, six men's and three men's: men on the points of a drawn board, and mills.

Points of nine men's morris, the outer square first; six men's has the outer and the middle square of it, 0 to 15, and three
men's the outer one with a point 8 in the middle, which lines join with all others:

    6 --------- 5 --------- 4
    |  14 ---- 13 ---- 12   |
    |   |  22- 21 -20   |   |
    7--15--23       19--11--3
    |   |  16- 17 -18   |   |
    |   8 ----- 9 ---- 10   |
    0 --------- 1 --------- 2

A move is 32 times the point where a man ends, plus the point where it began, or 31 when it came from the hand; in a
player's second move of one turn it is the point of the man that is taken.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError
from kibitz.games.parts import grid

HAND = 31  # instead of a point
MIDDLE = Board64(1 << 8)  # of three men's morris
SIDES = Board64(0xAAAAAA)  # the points between the corners of the squares
FIRST, LAST = Board64(0x010101), Board64(0x808080)  # points 0 and 7 of each square
COLUMNS, ROWS = (-1, 0, 1, 1, 1, 0, -1, -1), (-1, -1, -1, 0, 1, 1, 1, 0)  # of the eight points, from the middle
LETTERS = "abcdefg"
MEN = Piece("B", 0, "stone"), Piece("W", 1, "stone")
DASH, TAKEN = -1, -2  # words of the grid


class State(NamedTuple):
    """The men on the points and in the hands, and whose turn it is."""

    mine: Board64  # men of the side to move
    theirs: Board64
    my_hand: int  # men that the side to move has still to place
    their_hand: int
    turn: int  # 0 when Black, who began, is to move; 1 when White is
    takes: bool  # whether the side to move has closed a mill and now takes a man


@dataclass(frozen=True)
class Morris(Game):
    """Place your men on free points in turn; when all are placed, move one along a line to the next point. Three of yours in a
    row on a line are a mill: closing one takes a man of the other side, from a mill only if all its men are in mills.

    In nine men's morris a side with three men left moves them to any free point. A side with fewer than three men, or without a
    move, loses. The third occurrence of a position is a draw. Parameter: `men` is 9, 6 or 3. With three men, a mill wins: it
    takes one of three.
    """

    recurrence = "draw"
    move_limit = 24 * 32

    men: int = 9

    grid = layout.board("points", joins="joins", labels="edge_labels", look="points", words=("-", "x"), kinds=MEN)

    def __post_init__(self) -> None:
        if self.men not in (3, 6, 9):
            raise GameError(f"morris with {self.men} men does not fit: men is 9, 6 or 3")

    def start(self) -> State:
        return State(Board64(), Board64(), self.men, self.men, 0, False)

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        if state.takes:
            for point in self.takeable(state).squares():
                yield point
        elif state.my_hand:
            for point in self.free(state).squares():
                yield 32 * point + HAND
        else:
            for begin in state.mine.squares():
                for end in self.targets(state, square(begin)).squares():
                    yield 32 * end + begin

    def play(self, state: State, move: int) -> State:
        if state.takes:
            return State(state.theirs - square(move), state.mine, state.their_hand, state.my_hand, 1 - state.turn, False)
        begin, end = move % 32, square(move // 32)
        hand = state.my_hand - 1 if begin == HAND else state.my_hand
        men = (state.mine if begin == HAND else state.mine - square(begin)) | end
        if self.mills(men) & end:
            return State(men, state.theirs, hand, state.their_hand, state.turn, True)
        return State(state.theirs, men, state.their_hand, hand, 1 - state.turn, False)

    def irreversible(self, state: State, move: int) -> bool:
        """Whether a man is placed or taken."""
        return state.takes or state.my_hand > 0

    def is_over(self, state: State) -> bool:
        return not state.takes and (len(state.mine) + state.my_hand < 3 or not self.can_move(state))

    def result(self, state: State) -> int:
        """The side to move has too few men, or cannot move."""
        return -1

    def can_move(self, state: State) -> bool:
        """Whether the side to move can place a man or move one."""
        return state.my_hand > 0 or bool(self.targets(state, state.mine))

    def targets(self, state: State, men: Board64) -> Board64:
        """The free points to which these men of the side to move can move."""
        return self.free(state) & (self.board if self.flies(state) else self.neighbours(men))

    def flies(self, state: State) -> bool:
        """Whether the men of the side to move are so few that they move to any point."""
        return self.men == 9 and len(state.mine) == 3

    def takeable(self, state: State) -> Board64:
        """The men of the other side that may be taken."""
        loose = state.theirs - self.mills(state.theirs)
        return loose if loose else state.theirs

    def free(self, state: State) -> Board64:
        """The points where no man stands."""
        return self.board - state.mine - state.theirs

    def mills(self, men: Board64) -> Board64:
        """All men of these that stand in mills."""
        middles = men & SIDES & self.back(men) & self.forth(men)  # of the sides of the squares
        found = middles | self.back(middles) | self.forth(middles)
        if self.men == 9:
            outer = men & men >> 8 & men >> 16 & SIDES  # across the squares
            found |= outer | outer << 8 | outer << 16
        if self.men == 3 and men & MIDDLE:
            ring = men - MIDDLE
            opposite = ring & (ring << 4 | ring >> 4)
            found |= opposite | MIDDLE if opposite else opposite
        return found

    def neighbours(self, men: Board64) -> Board64:
        """The points next to these men along the lines."""
        found = self.back(men) | self.forth(men)
        if self.men > 3:
            return (found | (men & SIDES) << 8 | (men & SIDES) >> 8) & self.board
        if men & MIDDLE:
            found |= self.squares
        return found | MIDDLE if men - MIDDLE else found

    def forth(self, men: Board64) -> Board64:
        """Each man one point on around its square."""
        ring = men & self.squares
        return (ring - LAST) << 1 | (ring & LAST) >> 7

    def back(self, men: Board64) -> Board64:
        """Each man one point back around its square."""
        ring = men & self.squares
        return (ring - FIRST) >> 1 | (ring & FIRST) << 7

    @cached_property
    def board(self) -> Board64:
        """All points."""
        return self.squares | MIDDLE if self.men == 3 else self.squares

    @cached_property
    def squares(self) -> Board64:
        """The points on the squares that are drawn: one square for three men."""
        return Board64((1 << 8 * (self.men // 3)) - 1)

    def spells(self, state: State, move: int) -> Iterable[int]:
        """A man from the hand as `d2`, a man moved as `d2-d3`, one taken as `xa1`."""
        if state.takes:
            yield TAKEN
            yield move
        else:
            if move % 32 != HAND:
                yield move % 32
                yield DASH
            yield move // 32

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """A point, or from point to point."""
        if state.takes:
            return move, move
        return move // 32 if move % 32 == HAND else move % 32, move // 32

    def stands(self, state: State, place: int) -> int:
        """Black's men and White's."""
        here = square(place)
        if (state.mine | state.theirs) & here:
            return 1 if bool(state.mine & here) == (state.turn == 0) else 2
        return 0

    def marked(self, state: State) -> Iterable[int]:
        """The mills of the side that has just closed one, or moved."""
        return self.mills(state.mine if state.takes else state.theirs).squares()

    def in_hand(self, state: State) -> tuple[int, int]:
        """The men still to be placed, Black's first."""
        mine, theirs = state.my_hand, state.their_hand
        return (mine, theirs) if state.turn == 0 else (theirs, mine)

    def player_names(self) -> tuple[str, str]:
        return "Black", "White"

    def show(self, state: State) -> str:
        """The points, and below them the men in the hands."""
        pieces, size = (
            {place: "BW"[self.stands(state, place) - 1] for place in (state.mine | state.theirs).squares()},
            self.side,
        )
        points = {self.place_of(point): pieces.get(point, ".") for point in self.board.squares()}
        rows = [" ".join(points.get((column, row), " ") for column in range(size)) for row in reversed(range(size))]
        return "\n".join([*rows, "{}+{}".format(*self.in_hand(state)).ljust(2 * size - 1)])

    @cached_property
    def side(self) -> int:
        """The rows and columns in which points lie."""
        return 2 * (self.men // 3) + 1

    @cached_property
    def points(self) -> tuple[Cell, ...]:
        """The points of the picture, named by their column and row from the lower left: `d2`."""
        places = [self.place_of(point) for point in self.board.squares()]
        return tuple(Cell(f"{LETTERS[column]}{row + 1}", column, self.side - 1 - row, "round") for column, row in places)

    @cached_property
    def joins(self) -> tuple[tuple[str, str], ...]:
        """The lines between them."""
        return tuple(
            (self.points[point].name, self.points[other].name)
            for point in self.board.squares()
            for other in self.neighbours(square(point)).squares()
            if point < other
        )

    @cached_property
    def edge_labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Letters along the columns, numbers along the rows."""
        return tuple(LETTERS[: self.side]), tuple(reversed(grid.numbers(self.side)))

    def place_of(self, point: int) -> tuple[int, int]:
        """The column and the row of a point."""
        squares = self.men // 3
        far = squares - point // 8
        if self.men == 3 and point == 8:
            return 1, 1
        return squares + far * COLUMNS[point % 8], squares + far * ROWS[point % 8]
