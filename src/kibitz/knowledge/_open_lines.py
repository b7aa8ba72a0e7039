"""The worth of open lines where lines of marks win: tic-tac-toe, for two or three."""

from dataclasses import dataclass

from kibitz.core.board import Board64
from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.parts.marks import Marks

# What a mark in a line still open weighs, a line that lacks one mark, and what the sure win weighs beside them.
WEIGHTS = Floats((1.0, 5.0, 60.0))


@dataclass(frozen=True)
class OpenLines(Knowledge):
    """A line is open to a side as long as the other has no mark in it; one that lacks a single mark is a threat."""

    game: Marks
    weights: Floats = WEIGHTS

    def worth(self, marks: Board64, empty: Board64) -> float:
        """The weight of one side's open lines."""
        total = 0.0
        for step, first, last in self.game.directions():
            open_lines = self.game.lines(marks | empty, step, first, last)
            complete, but_one = open_lines, Board64()  # as far as looked at: all of the line marked, and all but one square
            for number in range(self.game.line):
                here = marks >> number * step
                total += self.weights[0] * len(open_lines & here)
                but_one = but_one & here | complete - here
                complete &= here
            total += self.weights[1] * len(but_one)
        return total
