"""States on their way into compiled code, which trusts them: whatever is not as declared is told before."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from kibitz.core.board import Board64
from kibitz.core.rules import Game
from kibitz.errors import RulesError
from kibitz.kernel import machine_of
from kibitz.search.perft import count_leaves, perft

pytestmark = pytest.mark.twice


class State(NamedTuple):
    number: int
    cells: tuple[int, ...]
    board: Board64


class Other(NamedTuple):
    number: int
    cells: tuple[int, ...]
    board: Board64


@dataclass(frozen=True)
class Once(Game):
    """One move, and it is over."""

    def start(self) -> State:
        return State(0, (0, 0), Board64())

    def moves(self, state: State) -> Iterable[int]:
        yield 0

    def play(self, state: State, move: int) -> State:
        return State(state.number + 1, state.cells, state.board)

    def is_over(self, state: State) -> bool:
        return state.number > 0

    def result(self, state: State) -> int:
        return 0


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("state", "error"),
    [
        (State(0, 7, Board64()), RulesError),  # type: ignore[arg-type]
        (State((1,), (0, 0), Board64()), RulesError),  # type: ignore[arg-type]
        (State(0, (0, 0), 5), RulesError),  # type: ignore[arg-type]
        (State(2**63, (0, 0), Board64()), RulesError),
        (State(0, ("x", 0), Board64()), ValueError),  # type: ignore[arg-type]
        (State(0, (0, (1, 2)), Board64()), RulesError),  # type: ignore[arg-type]
        (State(0, (0, 0, 0), Board64()), RulesError),
        (State(0, (0,), Board64()), RulesError),
        ((0, (0, 0)), ValueError),
    ],
)
def test_a_state_that_is_not_as_declared_does_not_enter(state: Any, error: type[Exception]) -> None:
    game = Once()
    assert perft(game) == 1
    machine = machine_of(game)
    with pytest.raises(error):
        machine.ready(count_leaves)(machine.arguments(state), 1)


@pytest.mark.compiled
def test_a_state_of_another_class_that_is_as_declared_does() -> None:
    machine: Any = machine_of(Once())
    assert machine.ready(count_leaves)(machine.arguments(Other(False, (0, 0), Board64())), 1) == 1
