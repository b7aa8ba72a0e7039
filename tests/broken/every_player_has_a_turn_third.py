"""Breaks `every_player_has_a_turn`: of three players the last one is never asked. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class TwoAtPlay(Game):
    """Take one or two of eleven stones; who takes the last one gets all of them."""

    players = 3

    def start(self) -> State:
        return State(11)

    def to_move(self, state: State) -> int:
        return state.left % 2

    def moves(self, state: State) -> Iterable[int]:
        return range(min(2, state.left))

    def play(self, state: State, move: int) -> State:
        return State(state.left - move - 1)

    def is_over(self, state: State) -> bool:
        return state.left == 0

    def payoffs(self, state: State) -> tuple[int, ...]:
        return 11, 0, 0
