"""Breaks `state_fields_fit`: a field is a list, though nobody changes it. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    heaps: list[int]


@dataclass(frozen=True)
class Listed(Game):
    """Take a heap; who takes the last wins."""

    def start(self) -> State:
        return State([1, 1])

    def moves(self, state: State) -> Iterable[int]:
        return range(len(state.heaps))

    def play(self, state: State, heap: int) -> State:
        return State(state.heaps[1:])

    def is_over(self, state: State) -> bool:
        return not state.heaps

    def result(self, state: State) -> int:
        return -1
