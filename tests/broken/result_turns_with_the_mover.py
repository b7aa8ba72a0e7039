"""Breaks `result_turns_with_the_mover`: the result is always the first player's. Smallest line: 1 2 4."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    first: int
    second: int
    turn: int


@dataclass(frozen=True)
class FirstPlayersView(Game):
    """Take the cards 1, 2 and 4 in turn; who has the larger sum wins."""

    def start(self) -> State:
        return State(0, 0, 0)

    def moves(self, state: State) -> Iterable[int]:
        return (card for card in (1, 2, 4) if not (state.first | state.second) & card)

    def play(self, state: State, card: int) -> State:
        if state.turn == 0:
            return State(state.first | card, state.second, 1)
        return State(state.first, state.second | card, 0)

    def is_over(self, state: State) -> bool:
        return state.first | state.second == 7

    def result(self, state: State) -> int:
        return 1 if state.first > state.second else -1
