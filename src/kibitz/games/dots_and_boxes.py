"""Dots and Boxes, a game of lines on squared paper (Edouard Lucas, 1889), on boards of any size.

Lines of the 3x3 board by their numbers; on others likewise, row by row, those across before those down:

    +  0  +  1  +  2  +
    3     4     5     6
    +  7  +  8  +  9  +
   10    11    12    13
    + 14  + 15  + 16  +
   17    18    19    20
    + 21  + 22  + 23  +

A box goes by the line above it. With `width` boxes in a row the line at its left is `width` more, the one at its right one
more than that, and the one below `2 * width + 1` more than the one above.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import BOARDS, Board, square
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError

KINDS = Piece("-", None, "bar"), Piece("|", None, "bar"), Piece("#", None, "fill")


class State(NamedTuple):
    """The lines that are drawn, and whose turn it is; boxes count when they are closed, and are not looked at again."""

    lines: Board
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    """Draw a line between two dots that lie side by side. If it is the fourth line around a box, you own the box and move
    again.

    When all lines are drawn the game is over. The result is the lead in boxes. Parameters: `width` is the number of boxes in a
    row, and `height` the number of rows.
    """

    width: int = 3
    height: int = 3

    grid = layout.board("places", look="dots", joins="sides", kinds=KINDS)

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.count > BOARDS[-1].capacity:
            most = f"both are 1 or more, and a board has at most {BOARDS[-1].capacity} lines"
            raise GameError(f"{self.width}x{self.height} boxes do not fit: {most}")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.count

    def start(self) -> State:
        return State(self.kind(), 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        return (self.all_lines - state.lines).squares()

    def play(self, state: State, line: int) -> State:
        lines = state.lines | square(line, self.kind)
        return State(lines, state.turn if self.closed_by(state, line) else 1 - state.turn)

    def reward(self, state: State, line: int) -> int:
        """The boxes that the line closes."""
        return self.closed_by(state, line)

    def is_over(self, state: State) -> bool:
        return state.lines == self.all_lines

    def result(self, state: State) -> int:
        """Every box was counted when it was closed."""
        return 0

    def best_result(self) -> int:
        """All boxes."""
        return self.width * self.height

    def closed_by(self, state: State, line: int) -> int:
        """How many boxes a line closes: two, one or none."""
        return len(self.closed(state.lines | square(line, self.kind)) - self.closed(state.lines))

    def closed(self, lines: Board) -> Board:
        """The boxes with lines on all four sides."""
        sides = lines >> self.width & lines >> self.width + 1
        return self.boxes & lines & sides & lines >> 2 * self.width + 1

    @cached_property
    def count(self) -> int:
        """How many lines there are."""
        return self.height * (2 * self.width + 1) + self.width

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest board that has room for all lines."""
        return next(kind for kind in BOARDS if self.count <= kind.capacity)

    @cached_property
    def all_lines(self) -> Board:
        return self.kind((1 << self.count) - 1)

    @cached_property
    def boxes(self) -> Board:
        return self.kind(sum(1 << self.box(row, column) for row in range(self.height) for column in range(self.width)))

    def box(self, row: int, column: int) -> int:
        """The number of a box, and of the line above it."""
        return row * (2 * self.width + 1) + column

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """A small cell for each line, between the dots; and a larger one for each box, which is filled when it is closed.

        `1,2-` is the second of the lines across in the first row of dots, `1,2|` the second line down below it.
        """
        dots = [(row, column) for row in range(self.height + 1) for column in range(self.width + 1)]
        lines = [self.line_cell(line) for line in range(self.count)]
        boxes = [
            Cell(f"box {row + 1},{column + 1}", 2 * column + 1, 2 * row + 1)
            for row in range(self.height)
            for column in range(self.width)
        ]
        corners = [Cell(f"dot {row + 1},{column + 1}", 2 * column, 2 * row, "round", 0.3) for row, column in dots]
        return *corners, *lines, *boxes

    def line_cell(self, line: int) -> Cell:
        """The cell of a line, in steps of half a box."""
        row, column = divmod(line, 2 * self.width + 1)
        if column < self.width:
            return Cell(f"{row + 1},{column + 1}-", 2 * column + 1, 2 * row)
        return Cell(f"{row + 1},{column - self.width + 1}|", 2 * (column - self.width), 2 * row + 1)

    @cached_property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """The dots that a line may join."""
        across = [
            (f"dot {row + 1},{column + 1}", f"dot {row + 1},{column + 2}")
            for row in range(self.height + 1)
            for column in range(self.width)
        ]
        down = [
            (f"dot {row + 1},{column + 1}", f"dot {row + 2},{column + 1}")
            for row in range(self.height)
            for column in range(self.width + 1)
        ]
        return *across, *down

    @property
    def dots(self) -> int:
        """How many dots there are."""
        return (self.width + 1) * (self.height + 1)

    def from_to(self, state: State, line: int) -> tuple[int, int]:
        """The place of the line."""
        return self.dots + line, self.dots + line

    def stands(self, state: State, place: int) -> int:
        """Lines that are drawn, across and down, and boxes that are closed."""
        line = place - self.dots
        if line < self.count:
            across = line % (2 * self.width + 1) < self.width
            return (1 if across else 2) if line >= 0 and line in state.lines else 0
        box = line - self.count
        return 3 if self.box(box // self.width, box % self.width) in self.closed(state.lines) else 0

    def show(self, state: State) -> str:
        """Dots and lines; closed boxes are filled."""
        closed, rows = self.closed(state.lines), []
        for row in range(self.height + 1):
            across = ["---" if self.box(row, column) in state.lines else "   " for column in range(self.width)]
            rows.append("+" + "+".join(across) + "+")
            if row < self.height:
                down = ["|" if self.box(row, self.width + at) in state.lines else " " for at in range(self.width + 1)]
                inside = [" # " if self.box(row, column) in closed else "   " for column in range(self.width)] + [""]
                rows.append("".join(side + box for side, box in zip(down, inside, strict=True)))
        return "\n".join(rows)
