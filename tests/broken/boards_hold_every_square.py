"""Breaks `boards_hold_every_square`: 81 squares on a board that has 64. Smallest line: 64."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game, square


class State(NamedTuple):
    stones: Board64
    made: int


@dataclass(frozen=True)
class Wide(Game):
    """Put a stone on an empty square of nine rows of nine; after three stones it is a draw."""

    def start(self) -> State:
        return State(Board64(), 0)

    def moves(self, state: State) -> Iterable[int]:
        for place in range(81):
            if place not in state.stones:
                yield place

    def play(self, state: State, place: int) -> State:
        return State(state.stones | square(place), state.made + 1)

    def is_over(self, state: State) -> bool:
        return state.made >= 3

    def result(self, state: State) -> int:
        return 0
