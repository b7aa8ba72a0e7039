"""Breaks `state_fields_fit`: the tuple of heaps gets shorter. Smallest line: 1."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    heaps: tuple[int, ...]


@dataclass(frozen=True)
class Shorter(Game):
    """Take a heap; who takes the last wins."""

    def start(self) -> State:
        return State((1, 1))

    def moves(self, state: State) -> Iterable[int]:
        return range(len(state.heaps))

    def play(self, state: State, heap: int) -> State:
        return State(state.heaps[:heap] + state.heaps[heap + 1 :])

    def is_over(self, state: State) -> bool:
        return not state.heaps

    def result(self, state: State) -> int:
        return -1

    def move_name(self, state: State, heap: int) -> str:
        return str(heap + 1)
