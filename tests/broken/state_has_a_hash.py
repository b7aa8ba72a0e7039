"""Breaks `state_has_a_hash`: rules that are not for compiling, on a state that is a list. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Game


@dataclass(frozen=True)
class Listed(Game):
    """Take a heap; who takes the last wins."""

    compiles = False

    def start(self) -> list[int]:
        return [1, 1]

    def moves(self, state: list[int]) -> Iterable[int]:
        return range(len(state))

    def play(self, state: list[int], heap: int) -> list[int]:
        return state[1:]

    def is_over(self, state: list[int]) -> bool:
        return not state

    def result(self, state: list[int]) -> int:
        return -1
