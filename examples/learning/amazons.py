"""Amazons (Walter Zamkauskas, 1988) on a board of 6x6 squares, two amazons a side. A file of rules and nothing else.

Squares by their bits; the seventh of each row is no square, so that no line goes over the edge:

    35 36 37 38 39 40 .
    ...
     7  8  9 10 11 12 .
     0  1  2  3  4  5 .
"""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game

WIDTH = 7
BOARD = Board64(sum(1 << row * WIDTH + column for row in range(6) for column in range(6)))


class State(NamedTuple):
    mine: Board64  # amazons of the side to move
    theirs: Board64
    arrows: Board64  # as many as plies have been played


@dataclass(frozen=True)
class Amazons(Game):
    """Move an amazon as a chess queen moves; then it shoots an arrow, which flies as a queen moves, and stays for good.

    Nobody passes or captures: amazons and arrows are in the way of all. Who cannot move has lost.
    """

    def start(self):
        return State(Board64(1 << 1 | 1 << 4), Board64(1 << 36 | 1 << 39), Board64())

    def moves(self, state):
        free = self.free(state)
        for begin in state.mine.squares():
            left = free | Board64(1 << begin)
            for end in self.reach(Board64(1 << begin), free).squares():
                for arrow in self.reach(Board64(1 << end), left - Board64(1 << end)).squares():
                    yield begin << 12 | end << 6 | arrow

    def play(self, state, move):
        begin, end, arrow = move >> 12, move >> 6 & 63, move & 63
        moved = state.mine - Board64(1 << begin) | Board64(1 << end)
        return State(state.theirs, moved, state.arrows | Board64(1 << arrow))

    def is_over(self, state):
        mine, free = state.mine, self.free(state)
        beside = mine << 1 | mine >> 1 | mine << 6 | mine >> 6 | mine << 7 | mine >> 7 | mine << 8 | mine >> 8
        return not beside & free

    def result(self, state):
        return -1

    def free(self, state):
        return BOARD - state.mine - state.theirs - state.arrows

    def reach(self, begin, free):
        """All squares in a straight line from here, with nothing in between."""
        found = Board64()
        for way in range(4):
            step, up, down = 1 if way == 0 else 5 + way, begin, begin
            for _ in range(5):
                up, down = up << step & free, down >> step & free
                found |= up | down
        return found

    def move_name(self, state, move):
        begin, end, arrow = self.name(move >> 12), self.name(move >> 6 & 63), self.name(move & 63)
        return f"{begin}-{end}/{arrow}"

    def name(self, place):
        return f"{'abcdef'[place % WIDTH]}{place // WIDTH + 1}"

    def show(self, state):
        first, second = (state.mine, state.theirs) if len(state.arrows) % 2 == 0 else (state.theirs, state.mine)
        signs = dict.fromkeys(state.arrows.squares(), "*")
        signs |= dict.fromkeys(first.squares(), "X") | dict.fromkeys(second.squares(), "O")
        return "\n".join(" ".join(signs.get(row * WIDTH + column, ".") for column in range(6)) for row in reversed(range(6)))
