"""Stones: take one, two or three; who takes the last one wins."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game, Knowledge


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class Stones(Game):
    """Take one, two or three stones; who takes the last one wins."""

    stones: int = 12

    def start(self):
        return State(self.stones)

    def moves(self, state):
        return range(1, min(3, state.left) + 1)

    def play(self, state, taken):
        return State(state.left - taken)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return -1


class StonesKnowledge(Knowledge):
    """A player left with a multiple of four loses."""

    def evaluate(self, state):
        return -0.9 if state.left % 4 == 0 else 0.9
