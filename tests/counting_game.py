"""A game whose estimate is known: six moves, each brings its player 0, 1 or 2; the result is the lead."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz.data import Floats
from kibitz.rules import Game, Knowledge

PLIES = 6
EVEN = Floats((0.0, 0.0))


class State(NamedTuple):
    mine: int
    theirs: int
    made: int


@dataclass(frozen=True)
class Counting(Game):
    """Say 0, 1 or 2; who has said more after six moves wins by the difference."""

    def start(self) -> State:
        return State(0, 0, 0)

    def moves(self, state: State) -> Iterable[int]:
        yield from range(3)

    def play(self, state: State, move: int) -> State:
        return State(state.theirs, state.mine + move, state.made + 1)

    def is_over(self, state: State) -> bool:
        return state.made == PLIES

    def result(self, state: State) -> int:
        return state.mine - state.theirs


class Sign(Counting):
    """The same, but it is only won, lost or drawn."""

    def result(self, state: State) -> int:
        if state.mine == state.theirs:
            return 0
        return 1 if state.mine > state.theirs else -1


@dataclass(frozen=True)
class Linear(Knowledge):
    """With weights 1 and 1 it is right, when moves are said by lot: who is to move after an odd number has one more."""

    tunes: ClassVar = {"weights": (-3.0, 3.0)}
    weights: Floats = EVEN

    def evaluate(self, state: State) -> float:
        return self.weights[0] * (state.mine - state.theirs) + self.weights[1] * (state.made % 2)


class Crooked(Linear):
    """Not linear in its weights."""

    def evaluate(self, state: State) -> float:
        return self.weights[0] * self.weights[1] * (state.mine - state.theirs)


class Divided(Linear):
    """Not even defined everywhere."""

    def evaluate(self, state: State) -> float:
        return (state.mine - state.theirs) / (self.weights[0] + self.weights[1])
