"""Dots and Boxes (Edouard Lucas, 1889) with 4x4 boxes. A file of rules and nothing else.

Lines by their bits; a box is known by the line above it, and has 4, 5 and 9 more at its left, its right and below:

    +  0  +  1  +  2  +  3  +
    4     5     6     7     8
    +  9  + 10  + 11  + 12  +
    ...
    + 36  + 37  + 38  + 39  +
"""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game

LINES = Board64((1 << 40) - 1)
BOXES = Board64(sum(1 << 9 * row + column for row in range(4) for column in range(4)))


class State(NamedTuple):
    lines: Board64  # those that have been drawn
    mine: Board64  # boxes of the side to move
    theirs: Board64
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    """Draw a line between two dots. Who draws the fourth line around a box owns it, and must move again.

    When all lines are drawn, the side with more boxes has won, by its lead.
    """

    def start(self):
        return State(Board64(), Board64(), Board64(), 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        return (LINES - state.lines).squares()

    def play(self, state, line):
        lines = state.lines | Board64(1 << line)
        closed = lines & lines >> 4 & lines >> 5 & lines >> 9 & BOXES
        new = closed - state.mine - state.theirs
        if new:
            return State(lines, state.mine | new, state.theirs, state.turn)
        return State(lines, state.theirs, state.mine, 1 - state.turn)

    def is_over(self, state):
        return state.lines == LINES

    def result(self, state):
        return len(state.mine) - len(state.theirs)

    def best_result(self):
        return len(BOXES)

    def move_name(self, state, line):
        row, column = line // 9, line % 9
        return f"{row + 1},{column + 1}-" if column < 4 else f"{row + 1},{column - 3}|"

    def show(self, state):
        first, second = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        rows = []
        for row in range(5):
            rows.append("+" + "+".join("---" if 9 * row + column in state.lines else "   " for column in range(4)) + "+")
            if row < 4:
                sides = ["|" if 9 * row + 4 + column in state.lines else " " for column in range(5)]
                owners = ["X" if box in first else "O" if box in second else " " for box in range(9 * row, 9 * row + 4)]
                rows.append("".join(f"{side} {owner} " for side, owner in zip(sides, owners, strict=False)) + sides[4])
        return "\n".join(rows)
