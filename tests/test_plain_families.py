"""Games that go by no name alone, games told in a text of their own, and rules that are not for compiling."""

import importlib.metadata
import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

from commandline import here
from kibitz.checking import check
from kibitz.core import registry
from kibitz.core.registry import load, required, spec_of
from kibitz.core.rules import Game
from kibitz.errors import GameError
from kibitz.kernel import machine_of
from kibitz.search.entry import think
from kibitz.search.perft import perft

FILE = '''"""Stones: take one or two; who takes the last wins."""

from dataclasses import dataclass

from kibitz import Game


@dataclass(frozen=True)
class Heap:
    left: int


@dataclass(frozen=True)
class Stones(Game):
    """Take one or two stones; who takes the last wins."""

    compiles = False

    stones: int
    most: int = 2

    def start(self):
        return Heap(self.stones)

    def moves(self, state):
        return range(min(self.most, state.left))

    def play(self, state, taken):
        return Heap(state.left - taken - 1)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return -1


@dataclass(frozen=True)
class Told(Stones):
    """The same, told as a text: `four`, `seven`."""

    text_field = "said"

    stones: int = 0
    said: str = "four"

    def start(self):
        return Heap({"four": 4, "a=7,b: 7": 7}[self.said])
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "stones.py"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


@pytest.fixture
def stones(file: str) -> Game:
    return load(f"{file}:Stones:stones=7")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("Stones", r"stones.py:Stones lacks stones: write .*stones.py:Stones:stones=\.\.\.$"),
        ("Stones:most=3", r"lacks stones: write .*stones.py:Stones:most=3,stones=\.\.\.$"),
        ("Stones:x", r"'x' in .* is not a parameter: write name=value, for instance stones=\.\.\.,most=2"),
    ],
)
def test_a_parameter_without_a_default_must_be_given(file: str, spec: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        load(f"{file}:{spec}")


@pytest.mark.parametrize("spec", ["Stones:stones=7", "Told:a=7,b: 7"])
def test_the_spec_of_such_a_game_always_says_it(file: str, spec: str) -> None:
    """A text field takes all that stands behind the name."""
    game = load(f"{file}:{spec}")
    assert game.start().left == 7
    assert spec_of(game).endswith(f":{spec}")
    assert load(spec_of(game)) == game
    assert required(type(game)) == (["stones"] if spec.startswith("Stones") else [])


def test_the_list_of_games_says_what_must_be_given(stones: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    value = f"{type(stones).__module__}:Stones"
    points = {"games": (importlib.metadata.EntryPoint("stones", value, "kibitz.games"),)}
    monkeypatch.setattr(registry, "_points", lambda family: points.get(family, ()))
    assert "\n    stones=..., most=2\n" in here("games")
    (found,) = (game for game in json.loads(here("games", "--json"))["games"] if game["name"] == "stones")
    assert found["players"] is None
    assert found["parameters"] == {"stones": None, "most": 2}


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening", "solve", "maxn"])
def test_a_state_may_be_anything_where_rules_are_not_for_compiling(stones: Game, search: str) -> None:
    """And nobody is warned: the tests take warnings for errors."""
    thought = think(stones, search=search)
    assert (thought.best, thought.value.result) == (0, 1)
    machine = machine_of(stones)
    assert not machine.compiled
    assert machine.problem == ""


def test_such_rules_are_counted_and_checked(stones: Game) -> None:
    assert perft(stones, depth=3) == 8
    assert check(stones, seconds=0.3).problems == ()


class Written(NamedTuple):
    left: str


@dataclass(frozen=True)
class Strokes(Game):
    """Wipe out one or two strokes; who wipes out the last wins."""

    def start(self) -> Written:
        return Written("/////")

    def moves(self, state: Written) -> range:
        return range(1, min(2, len(state.left)) + 1)

    def play(self, state: Written, move: int) -> Written:
        return Written(state.left[move:])

    def is_over(self, state: Written) -> bool:
        return not state.left

    def result(self, state: Written) -> int:
        return -1


@pytest.mark.filterwarnings("ignore::kibitz.errors.RulesWarning")
@pytest.mark.parametrize("search", ["minimax", "deepening", "solve", "expectiminimax"])
def test_a_state_that_machine_words_cannot_hold_is_searched_plainly(search: str) -> None:
    thought = think(Strokes(), search=search)
    assert (thought.value.kind, thought.value.result, thought.best) == ("exact", 1, 2)
