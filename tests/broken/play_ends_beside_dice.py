"""Breaks `play_ends`: who does not want to roll may pass, and so may the other. Smallest line: pass pass."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.pig import ROLL, Pig, State

PASS = 7


@dataclass(frozen=True)
class Reluctant(Pig):
    """Pig in which a turn may begin with a pass."""

    target: int = 10

    def moves(self, state: State) -> Iterable[int]:
        yield ROLL
        yield PASS

    def play(self, state: State, move: int) -> State:
        return State(state.theirs, state.mine, 0, 1 - state.turn, False) if move == PASS else super().play(state, move)

    def move_name(self, state: State, move: int) -> str:
        return "pass" if move == PASS else super().move_name(state, move)
