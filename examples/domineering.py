"""Domineering (Goeran Andersson, 1973)."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game, grid, square


class State(NamedTuple):
    taken: Board64
    upright: bool  # how the side to move lays its dominoes


@dataclass(frozen=True)
class Domineering(Game):
    """Place a domino on two free squares: the first player upright, the second flat. If you can't, you lose."""

    size: int = 5
    grid = grid("size", names="1,1", nobody="taken")

    def start(self):
        return State(Board64(), True)

    def moves(self, state):
        return self.places(state).squares()

    def play(self, state, place):
        return State(state.taken | square(place) | square(place + (self.size if state.upright else 1)), not state.upright)

    def is_over(self, state):
        return not self.places(state)

    def result(self, state):
        return -1

    def places(self, state):  # for the upper or left half of a domino
        free, left = (~Board64() >> 64 - self.size**2) - state.taken, Board64()
        for row in range(self.size):
            left |= square(row * self.size)
        return free & free >> self.size if state.upright else free & (free - left) >> 1
