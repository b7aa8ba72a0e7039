"""Breaks `game_is_frozen`: a plain dataclass, whose heap anybody may change. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(eq=True, unsafe_hash=True)
class Thaw(Game):
    """Take one or two; who takes the last wins."""

    heap: int = 5

    def start(self) -> State:
        return State(self.heap)

    def moves(self, state: State) -> Iterable[int]:
        return range(1, min(2, state.left) + 1)

    def play(self, state: State, taken: int) -> State:
        return State(state.left - taken)

    def is_over(self, state: State) -> bool:
        return state.left == 0

    def result(self, state: State) -> int:
        return -1
