"""Answers kept for their arguments; a game that cannot be hashed is played, looked at and explained as any other."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kibitz
from commandline import here
from kibitz.core.remembered import remembered
from kibitz.players.choice import rule_of_thumb

RULES = '''
from dataclasses import dataclass, field
from typing import NamedTuple
from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class Steps(Game):
    """Take as many as one of the steps; who takes the last one wins."""

    compiles = False
    steps: list = field(default_factory=lambda: [1, 2])

    def start(self): return State(7)
    def moves(self, state): return [step for step in self.steps if step <= state.left]
    def play(self, state, move): return State(state.left - move)
    def is_over(self, state): return state.left == 0
    def result(self, state): return -1
'''


def test_it_is_asked_once_for_the_same_arguments_and_each_time_for_those_that_cannot_be_hashed() -> None:
    asked = list[Any]()

    @remembered(4)
    def double(number: Any, times: int = 2) -> Any:
        asked.append(number)
        return number * times

    assert [double(3), double(3), double(3, times=2)] == [6, 6, 6]
    assert asked == [3, 3]  # once each way of calling it
    assert double([1]) == double([1]) == [1, 1]
    assert asked == [3, 3, [1], [1]]


def test_a_type_error_of_its_own_is_passed_on() -> None:
    @remembered(None)
    def fail(number: int) -> int:
        raise TypeError(f"{number} is too odd")

    with pytest.raises(TypeError, match="3 is too odd"):
        fail(3)


@pytest.fixture
def spec(tmp_path: Path) -> str:
    file = tmp_path / "steps.py"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def test_a_game_with_a_list_is_thought_about_by_every_search(spec: str) -> None:
    game = kibitz.load(spec)
    with pytest.raises(TypeError):
        hash(game)
    best = {search: kibitz.think(game, search=search, nodes=400).best for search in ("mcts", "deepening", "solve", "minimax")}
    assert set(best.values()) == {1}  # leaves six, of which the other side cannot leave none


def test_a_game_with_a_list_is_matched_reported_and_drawn(spec: str, tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    players = "computer:level=10,time=0.02", "mcts:nodes=20"
    assert "2 games" in here("match", *players, "--game", spec, "--games", "2", "--seed", "1", "--store", store)
    assert "First moves" in here("report", spec, "--minutes", "0.02")
    assert rule_of_thumb(kibitz.load(spec)) == ""


@dataclass(frozen=True)
class Unhashable:
    numbers: list[int] = field(default_factory=list)


class Pair(NamedTuple):
    first: int
    second: Unhashable


def test_what_hides_in_a_tuple_cannot_be_hashed_either() -> None:
    @remembered(8)
    def first(pair: Pair) -> int:
        return pair.first

    assert first(Pair(2, Unhashable([1]))) == 2
