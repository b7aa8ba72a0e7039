"""Boards on which players put marks, and win by a line of them: the squares, and where lines begin."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.rules import Game
from kibitz.errors import GameError


@dataclass(frozen=True)
class Marks(Game):
    """The rules that games of lines share; squares are numbered row by row from 0, and a state has the marks of each player."""

    width: int = 3
    height: int = 3
    line: int = 3
    grid = layout.grid("width", "height", names="1,1", look="lines", form="mark")

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or self.width * self.height > 64:
            raise GameError(f"a {self.width}x{self.height} board does not fit: width times height is 1 to 64")
        if not 1 <= self.line <= max(self.width, self.height):
            raise GameError(f"a line of {self.line} does not fit: line is 1 to {max(self.width, self.height)} on this board")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.width * self.height

    def board(self) -> Board64:
        """All squares."""
        return ~Board64() >> 64 - self.width * self.height

    def empty(self, state: Any) -> Board64:
        """The empty squares."""
        free = self.board()
        for marks in state:
            free -= marks
        return free

    def marked(self, state: Any) -> Iterable[int]:
        """The line that has won: whose marks come last has just moved."""
        return self.in_lines(state[-1]).squares()

    def has_line(self, marks: Board64) -> bool:
        """Whether a line of these marks is complete."""
        for step, first, last in self.directions():
            if self.lines(marks, step, first, last):
                return True
        return False

    def directions(self) -> tuple[tuple[int, int, int], ...]:
        """Across, down, falling and rising: the step from square to square, and the columns where such a line may begin."""
        left, right = self.width - self.line, self.line - 1  # a line that runs right has room to column `left`
        down = (self.width, 0, self.width - 1)
        return (1, 0, left), down, (self.width + 1, 0, left), (self.width - 1, right, self.width - 1)

    def lines(self, marks: Board64, step: int, first: int, last: int) -> Board64:
        """The squares in columns `first` to `last` where a line of these marks begins, its squares `step` apart."""
        found, length = marks, 1
        while length < self.line:
            further = min(length, self.line - length)
            found &= found >> further * step
            length += further
        return found & self.columns(first, last) if found else found

    def columns(self, first: int, last: int) -> Board64:
        """All squares of the columns `first` to `last`."""
        found = Board64()
        for row in range(self.height):
            for column in range(first, last + 1):
                found |= square(row * self.width + column)
        return found

    def in_lines(self, marks: Board64) -> Board64:
        """The squares of all complete lines of these marks."""
        found = Board64()
        for step, first, last in self.directions():
            begins = self.lines(marks, step, first, last)
            for number in range(self.line):
                found |= begins << number * step
        return found
