"""Breaks `play_ends`: after a long way, too long for a walk in breadth, the token may go back. Smallest line: 20 moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    place: int
    marks: int


@dataclass(frozen=True)
class LateReturn(Game):
    """Move the token on, and leave a mark or not; from the tenth place on it may step back."""

    def start(self) -> State:
        return State(0, 0)

    def moves(self, state: State) -> Iterable[int]:
        yield 0
        yield 1
        if state.place > 18:
            yield 2

    def play(self, state: State, step: int) -> State:
        if step == 2:
            return State(state.place - 1, state.marks)
        return State(state.place + 1, 2 * state.marks + step if state.place < 18 else state.marks)

    def is_over(self, state: State) -> bool:
        return state.place == 25

    def result(self, state: State) -> int:
        return -1
