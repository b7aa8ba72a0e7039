"""Domineering: dominoes by turns, one player upright, the other flat (Goeran Andersson, 1973)."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game, grid


class State(NamedTuple):
    taken: Board64
    upright: bool  # how the side to move lays its dominoes


@dataclass(frozen=True)
class Domineering(Game):
    """Lay a domino on two free squares: the first player upright, the second flat. Who cannot lay one has lost."""

    size: int = 5
    grid = grid("size", names="1,1", nobody="taken")

    def start(self):
        return State(Board64(), True)

    def moves(self, state):
        return self.places(state).squares()

    def play(self, state, place):
        other = place + self.size if state.upright else place + 1
        return State(state.taken | Board64(1 << place | 1 << other), not state.upright)

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
