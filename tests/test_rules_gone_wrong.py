"""Rules of several players and chance that break their contract: the user reads a sentence, and no value is made up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Any

import pytest

from kibitz.errors import RulesError
from kibitz.rules import CHANCE, Game, Knowledge
from kibitz.search._think import think
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
LONE = replace(COIN, edges=[[]], turns=[CHANCE], weights=[[]], gets=[[0, 0]])

WRONG: dict[str, Callable[[], tuple[Game, str]]] = {
    "a weight below 0": lambda: (replace(COIN, weights=[[1, 1], [-1, 2], [], [], []]).duel(), "expectiminimax"),
    "a weight without end": lambda: (replace(COIN, weights=[[1, 1], [inf, 2], [], [], []]).duel(), "expectiminimax"),
    "no outcome": lambda: (
        replace(COIN, edges=[[1], []], gets=[[0, 0]] * 2, turns=[0, CHANCE]).made(Endless),
        "expectiminimax",
    ),
    "no outcome at the root": lambda: (LONE.made(Endless), "expectiminimax"),
    "more than the best result": lambda: (
        replace(COIN, gets=[[0, 0], [0, 0], [0, 0], [9, -9], [-1, 1]]).made(Modest),
        "expectiminimax",
    ),
    "no number": lambda: (replace(PAIR, gets=[[0, 0], [nan, 2], [3, 1]]).party(), "maxn"),
    "a player too many": lambda: (replace(PAIR, turns=[2, 0, 0]).party(), "maxn"),
    "no player": lambda: (replace(PAIR, turns=[-2, 0, 0]).party(), "paranoid"),
    "dice without chances": lambda: (replace(PAIR, turns=[CHANCE, 0, 0], gets=[[0, 0], [1, -1], [2, -2]]).duel(Fixed), "maxn"),
    "the end of nobody": lambda: (replace(PAIR, turns=[0, CHANCE, CHANCE], gets=[[0, 0], [1, -1], [2, -2]]).duel(), "maxn"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_broken_contract_is_told(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game, search = WRONG[what]()
    with pytest.raises(RulesError) as caught:
        think(game, search=search, knowledge=None)
    assert "kibitz check" in str(caught.value)
    assert "Error" not in str(caught.value), "Python's own words for it mean nothing to who wrote the rules"


@dataclass(frozen=True)
class Many(Party):
    """Pays one player too many."""

    def payoffs(self, state: Place) -> Iterable[float]:
        return (1.0, 2.0, 3.0)


def test_as_many_payoffs_as_players(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    with pytest.raises(RulesError, match="no number for each player"):
        think(PAIR.made(Many), search="maxn", knowledge=None)


def test_a_guess_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = COIN.duel()
    with pytest.raises(RulesError):
        think(game, search="expectiminimax", knowledge=Dizzy(game))
