"""Breaks `state_never_changes`: a move takes from the heaps of the state it was given. Smallest line: 2."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    heaps: list[int]


@dataclass(frozen=True)
class Taken(Game):
    """Take a heap; who takes the last wins."""

    def start(self) -> State:
        return State([0, 1, 1])

    def moves(self, state: State) -> Iterable[int]:
        return (heap for heap, left in enumerate(state.heaps) if left)

    def play(self, state: State, heap: int) -> State:
        state.heaps[heap] = 0
        return State(state.heaps)

    def is_over(self, state: State) -> bool:
        return not any(state.heaps)

    def result(self, state: State) -> int:
        return -1

    def move_name(self, state: State, heap: int) -> str:
        return str(heap + 1)
