"""Breaks `state_fields_fit`: two may be taken where one is left. Smallest line: 2 2."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class BelowZero(Game):
    """Take one or two; who takes the last wins."""

    heap: int = 3

    def start(self) -> State:
        return State(self.heap)

    def moves(self, state: State) -> Iterable[int]:
        return (1, 2)

    def play(self, state: State, taken: int) -> State:
        return State(state.left - taken)

    def is_over(self, state: State) -> bool:
        return state.left <= 0

    def result(self, state: State) -> int:
        return -1
