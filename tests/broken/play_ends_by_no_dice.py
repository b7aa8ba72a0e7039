"""Breaks `play_ends`: tails gives a player another toss, and so does heads. Smallest line: 0 0 0 0."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game
from kibitz.rules import CHANCE


class State(NamedTuple):
    heads: bool
    tossing: bool
    over: bool
    turn: int


@dataclass(frozen=True)
class TossAgain(Game):
    """Toss the coin, or give up."""

    def start(self) -> State:
        return State(False, False, False, 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.tossing else state.turn

    def moves(self, state: State) -> Iterable[int]:
        return range(2)

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((side, 0.5) for side in range(2))

    def play(self, state: State, move: int) -> State:
        if state.tossing:
            return State(move == 1, False, False, 1 - state.turn)
        return State(state.heads, True, False, state.turn) if move == 0 else State(False, False, True, 1 - state.turn)

    def is_over(self, state: State) -> bool:
        return state.over

    def result(self, state: State) -> int:
        return 1
