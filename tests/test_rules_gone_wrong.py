"""Rules that break their contract: the user reads a sentence, and no value is made up."""

import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from commandline import run_here
from games_gone_wrong import BREAKS, Boasts, Promises, Short, spec
from graph_game import graph
from kibitz.arena.crew.batch import play_fixture
from kibitz.arena.fixture import Fixture
from kibitz.arena.fixture import Plan as MatchPlan
from kibitz.arena.referee import referee
from kibitz.checking import check
from kibitz.core.rules import CHANCE, Game, Knowledge
from kibitz.errors import RulesError
from kibitz.players import player
from kibitz.position import Position
from kibitz.search.entry import think
from party_game import Duel, Fixed, Party, Place, Plan
from twin_several import plainly


@dataclass(frozen=True)
class Endless(Duel):
    """Says that it goes on where nothing can happen."""

    def is_over(self, state: Place) -> bool:
        return False


@dataclass(frozen=True)
class Modest(Duel):
    """Says that nobody wins more than 1."""

    def best_result(self) -> int:
        return 1


@dataclass(frozen=True)
class Dizzy(Knowledge):
    """Guesses what is no number."""

    def evaluate(self, state: Any) -> float:
        return nan


@dataclass(frozen=True)
class Many(Party):
    """Pays one player too many."""

    def payoffs(self, state: Place) -> Iterable[float]:
        return (1.0, 2.0, 3.0)


COIN = Plan(
    players=2,
    edges=[[1, 2], [3, 4], [], [], []],
    turns=[0, CHANCE, 0, 0, 0],
    weights=[[1, 1], [1, 1], [], [], []],
    gets=[[0, 0], [0, 0], [1, -1], [9, -9], [-1, 1]],
    guesses=[[0, 0]] * 5,
)
PAIR = replace(
    COIN, players=2, edges=[[1, 2], [], []], turns=[0, 0, 0], weights=[[1, 1], [], []], gets=[[0, 0], [1, 2], [3, 1]]
)
ENDS = replace(PAIR, gets=[[0, 0], [1, -1], [2, -2]])
LONE = replace(COIN, edges=[[]], turns=[CHANCE], weights=[[]], gets=[[0, 0]])

WRONG: dict[str, tuple[Callable[[], Game], str]] = {
    "a weight below 0": (replace(COIN, weights=[[1, 1], [-1, 2], [], [], []]).duel, "expectiminimax"),
    "a weight without end": (replace(COIN, weights=[[1, 1], [inf, 2], [], [], []]).duel, "expectiminimax"),
    "no outcome": (
        partial(replace(COIN, edges=[[1], []], gets=[[0, 0]] * 2, turns=[0, CHANCE]).made, Endless),
        "expectiminimax",
    ),
    "no outcome at the root": (partial(LONE.made, Endless), "expectiminimax"),
    "more than the best result": (
        partial(replace(COIN, gets=[[0, 0], [0, 0], [0, 0], [9, -9], [-1, 1]]).made, Modest),
        "expectiminimax",
    ),
    "no number": (replace(PAIR, gets=[[0, 0], [nan, 2], [3, 1]]).party, "maxn"),
    "a player too many": (replace(PAIR, turns=[2, 0, 0]).party, "maxn"),
    "no player": (replace(PAIR, turns=[-2, 0, 0]).party, "paranoid"),
    "payoffs too many": (partial(PAIR.made, Many), "maxn"),
    "dice without chances": (partial(replace(ENDS, turns=[CHANCE, 0, 0]).duel, Fixed), "maxn"),
    "the end of nobody": (replace(ENDS, turns=[0, CHANCE, CHANCE]).duel, "maxn"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_broken_contract_is_told(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    made, search = WRONG[what]
    with pytest.raises(RulesError) as caught:
        think(made(), search=search, knowledge=None)
    assert "kibitz check" in str(caught.value)
    assert "Error" not in str(caught.value), "Python's own words for it mean nothing to who wrote the rules"


def test_a_guess_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = COIN.duel()
    with pytest.raises(RulesError):
        think(game, search="expectiminimax", knowledge=Dizzy(game))


COMMANDS = {
    "play": ["play", "GAME", "random", "greedy", "--seed", "1"],
    "analyze": ["analyze", "GAME", "--depth", "6"],
    "analyze there": ["analyze", "GAME", "--depth", "6", "--moves", "0"],
    "solve": ["solve", "GAME", "--all"],
    "tree": ["tree", "GAME"],
    "perft": ["perft", "GAME", "--depth", "4", "--divide"],
    "bench": ["bench", "GAME", "--time", "0.05"],
    "review": ["review", "GAME", "--moves", "0 0 0 0", "--depth", "3"],
}
SOONER = ("review",)  # a search meets the law first, and has words of its own


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("game", BREAKS, ids=lambda game: game.__name__)
def test_a_broken_law_ends_a_command_in_a_sentence(game: type[Short], command: str) -> None:
    code, _, complaint = run_here(*(spec(game) if word == "GAME" else word for word in COMMANDS[command]))
    assert code == 2
    (sentence,) = complaint.splitlines()
    assert "`kibitz check`" in sentence
    assert command in SOONER or re.search(BREAKS[game], sentence)


DECLARED: dict[type[Short], str] = {
    Boasts: "`best_result` gave 'three'; it must give an int",
    Promises: r"`payoff_limits` gave \(3, 5\), but 2 players get at least 3 each",
}


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.__name__)
def test_a_declaration_that_is_wrong_ends_a_command_in_a_sentence_and_a_check_says_the_same(game: type[Short]) -> None:
    for command in ("analyze", "tree", "review"):
        code, _, complaint = run_here(*(spec(game) if word == "GAME" else word for word in COMMANDS[command]))
        (sentence,) = complaint.splitlines()
        assert code == 2
        assert re.search(f"{DECLARED[game]}; `kibitz check` shows where", sentence)
    assert any(re.search(DECLARED[game], problem.message) for problem in check(game(), compiled=False, seconds=0.3).problems)


def refereed(game: Any, *players: str) -> None:
    """A game between them."""
    referee(game, Fixture(0, 0, (0, 1), ""), [player(spec, seed) for seed, spec in enumerate(players, 1)])


@pytest.mark.parametrize("game", [*BREAKS, Boasts], ids=lambda game: game.__name__)
def test_a_broken_law_is_nobody_s_fault_in_a_match(game: type[Short], tmp_path: Path) -> None:
    law = {**BREAKS, **DECLARED}[game]
    with pytest.raises(RulesError, match=law):
        refereed(game(), "random", "greedy")
    mine = tmp_path / "mine.py"
    mine.write_text("def first(position): return position.legal()[0]\n")
    with pytest.raises(RulesError, match=law):
        refereed(game(), str(mine), "greedy")
    plan = MatchPlan(spec(game), ("random", "greedy"), 1)
    with pytest.raises(RulesError, match=rf"{law}.*`kibitz check`.*start another"):
        play_fixture(game(), plan.players, plan, Fixture(0, 0, (0, 1), ""))


@pytest.mark.parametrize("game", BREAKS, ids=lambda game: game.__name__)
def test_a_check_says_the_same(game: type[Short]) -> None:
    report = check(game(), compiled=False, seconds=0.3)
    said = BREAKS[game].replace("the rules give no move in a state that is not over", "`moves` yields nothing")
    said = said.replace("games_gone_wrong.py, line .*, play, failed", "`play` failed")
    assert any(re.search(said, problem.message) for problem in report.problems)


@dataclass(frozen=True)
class Leaks(Duel):
    """Has dice that are none."""

    weighs: Any = 0.0

    def chances(self, state: Place) -> Any:
        return [(0, 1.0), (1, self.weighs)]


@pytest.mark.parametrize("weight", [0.0, -1.0, nan, inf, "much", None])
def test_dice_are_weighed_before_they_are_thrown(weight: Any) -> None:
    game = COIN.made(Leaks, weighs=weight)
    position = Position.after(game, "0")
    with pytest.raises(RulesError, match="`chances` gave 1 the weight"):
        position.chances()
    with pytest.raises(RulesError, match="`chances` gave 1 the weight"):
        position.legal()


def test_too_little_memory_is_not_the_rules_fault() -> None:
    class Hungry(Short):
        def play(self, state: Any, move: int) -> Any:
            raise MemoryError

    with pytest.raises(MemoryError):
        Position.after(Hungry(), "0")


@pytest.mark.parametrize("endless", [itertools.count, lambda: itertools.repeat(0)])
def test_moves_without_end_are_told(endless: Callable[[], Iterable[int]]) -> None:
    class Endlessly(Short):
        def moves(self, state: Any) -> Iterable[int]:
            return endless()

    with pytest.raises(RulesError, match="`moves` yielded more than 100,000 moves; it must come to an end"):
        Position.after(Endlessly()).legal()
    game = COIN.made(Leaks, weighs=1.0)
    object.__setattr__(game, "chances", lambda state: ((outcome, 1.0) for outcome in endless()))
    with pytest.raises(RulesError, match="`chances` yielded more than 100,000 moves; it must come to an end"):
        Position.after(game, "0").legal()


def test_moves_of_many_kinds_are_moves() -> None:
    class Wide(Short):
        def moves(self, state: Any) -> Iterable[int]:
            return (0, 255, 256, 2**62)

    assert Position.after(Wide()).legal() == (0, 255, 256, 2**62)


@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening", "solve"])
def test_a_state_without_a_move_deep_in_a_search_is_told(search: str, all_moves: bool) -> None:
    """It is no win of whoever led there, and no value at all."""
    stuck = graph([[1, 2], [3], [4], [5], [], []], {5: 1}, [0, 1, 1, 0, 0, 1])  # at 4 nothing is over, and nothing leads on
    with pytest.raises(RulesError, match="the rules give no move in a state that is not over"):
        think(stuck, search=search, all_moves=all_moves)
