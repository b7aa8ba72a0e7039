"""Breaks `play_ends`: the count goes up for ever. Smallest line: 10 moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    number: int


@dataclass(frozen=True)
class Upwards(Game):
    """Say the next number but one, or but two; who says one hundred wins. They begin at one hundred and one."""

    def start(self) -> State:
        return State(101)

    def moves(self, state: State) -> Iterable[int]:
        return (1, 2)

    def play(self, state: State, step: int) -> State:
        return State(state.number + step)

    def is_over(self, state: State) -> bool:
        return state.number == 100

    def result(self, state: State) -> int:
        return -1
