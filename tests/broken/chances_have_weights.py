"""Breaks `chances_have_weights`: the dice have six sides, but one of them never falls. Smallest line: 1."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    throws: int
    points: int


@dataclass(frozen=True)
class Loaded(Game):
    """Throw the dice three times; ten points are enough."""

    def start(self) -> State:
        return State(0, 0)

    def moves(self, state: State) -> Iterable[int]:
        return range(1, 7)

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((side, 1 if side < 6 else 1 - state.throws) for side in range(1, 7))

    def play(self, state: State, side: int) -> State:
        return State(state.throws + 1, state.points + side)

    def is_over(self, state: State) -> bool:
        return state.throws == 3

    def result(self, state: State) -> int:
        return 1 if state.points >= 10 else -1
