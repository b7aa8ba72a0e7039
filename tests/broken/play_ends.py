"""Breaks `play_ends`: the token goes to and fro. Smallest line: right left."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    place: int


@dataclass(frozen=True)
class ToAndFro(Game):
    """Move the token one step; who brings it to the end of the path wins."""

    length: int = 6

    def start(self) -> State:
        return State(0)

    def moves(self, state: State) -> Iterable[int]:
        if state.place > 0:
            yield 0
        yield 1

    def play(self, state: State, step: int) -> State:
        return State(state.place + (1 if step else -1))

    def is_over(self, state: State) -> bool:
        return state.place == self.length

    def result(self, state: State) -> int:
        return -1

    def move_name(self, state: State, step: int) -> str:
        return "right" if step else "left"
