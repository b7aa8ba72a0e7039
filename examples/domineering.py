"""Domineering: dominoes by turns, one player upright, the other flat (Goeran Andersson, 1973)."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game


class State(NamedTuple):
    taken: Board64
    upright: bool  # how the side to move lays its dominoes


@dataclass(frozen=True)
class Domineering(Game):
    """Lay a domino on two free squares: the first player upright, the second flat. Who cannot lay one has lost."""

    size: int = 5

    def start(self):
        return State(Board64(), True)

    def moves(self, state):
        return self.places(state).squares()

    def play(self, state, place):
        half = Board64(1 << place)
        domino = half | (half << self.size if state.upright else half << 1)
        return State(state.taken | domino, not state.upright)

    def is_over(self, state):
        return not self.places(state)

    def result(self, state):
        return -1

    def places(self, state):
        """Where the upper or left half of a domino may lie."""
        free, left = Board64((1 << self.size * self.size) - 1) - state.taken, Board64()
        for row in range(self.size):
            left |= Board64(1 << row * self.size)
        return free & free >> self.size if state.upright else free & (free - left) >> 1

    def move_name(self, state, place):
        return f"{place // self.size + 1},{place % self.size + 1}"

    def show(self, state):
        marks = ["#" if place in state.taken else "." for place in range(self.size**2)]
        return "\n".join(" ".join(marks[row : row + self.size]) for row in range(0, self.size**2, self.size))
