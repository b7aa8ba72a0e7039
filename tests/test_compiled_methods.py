"""How methods of the rules call each other in machine code, and what a user is told of those that cannot."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from kibitz.core.rules import Game
from kibitz.errors import RulesWarning
from kibitz.kernel import machine_of
from kibitz.search.entry import think

pytestmark = pytest.mark.compiled


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class Halves(Game):
    """Take one or two of seven; who takes the last wins."""

    def start(self) -> State:
        return State(7)

    def moves(self, state: State) -> Iterable[int]:
        yield 1
        if self.halvings(state.left):
            yield 2

    def halvings(self, number: int) -> int:
        return 0 if number < 2 else 1 + self.halvings(number // 2)

    def play(self, state: State, move: int) -> State:
        return State(state.left - move)

    def is_over(self, state: State) -> bool:
        return state.left == 0

    def result(self, state: State) -> int:
        return -1


@dataclass(frozen=True)
class Polite(Halves):
    """The same, asked by name and with what may be left out."""

    def halvings(self, number: int, least: int = 2, more: int = 1) -> int:
        return more if number >= least else 0

    def moves(self, state: State) -> Iterable[int]:
        yield 1
        if self.halvings(number=state.left, least=self.less(3)) and self.halvings(state.left):
            yield 2

    @staticmethod
    def less(number: int, by: int = 1) -> int:
        return number - by


def test_arguments_may_be_named_and_left_out() -> None:
    game = Polite()
    assert think(game, search="minimax").value.result == 1
    assert machine_of(game).compiled


def test_a_method_that_calls_itself_is_told() -> None:
    """Numba gave up with Python's own limit of recursion, which was a traceback for the user."""
    wanted = r"Halves\.halvings, line \d+ .* cannot be compiled: a method calls itself; let a function outside the class do so"
    with pytest.warns(RulesWarning, match=wanted):
        assert think(Halves(), search="minimax").value.result == 1
