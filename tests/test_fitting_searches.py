"""Which search fits which game: one that does not says so in a sentence that names one that does."""

import re
from types import ModuleType
from typing import Any

import pytest

from kibitz.core.registry import load, member, names
from kibitz.core.thought import Limit
from kibitz.errors import SearchError
from kibitz.games.textbook.tree import Tree
from kibitz.search.descriptor import declared_by, search_of
from kibitz.search.entry import think
from shelf import COUNTING, SEVERAL
from twin_several import TIES, plainly


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)


def toss(**leaves: Any) -> Tree:
    """One throw of a coin."""
    return Tree.from_nested({"tree": {"moves": {"toss": {"chance": {"heads": 1, "tails": 3}, "moves": leaves}, "stay": 0}}})


COIN = toss(heads=4, tails=-1)
SUM = toss(heads={"payoffs": [4, 1]}, tails={"payoffs": [0, 3]})
THREE = load("tree:file=three_players")
TOGETHER = load("tree:file=cooperation")


def refused(game: Any, search: str, **more: Any) -> str:
    with pytest.raises(SearchError) as caught:
        think(game, search=search, limit=Limit(depth=3), **more)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("search", COUNTING)
def test_searches_for_two_refuse_dice_and_sums(search: str) -> None:
    assert re.search(r"\bexpectiminimax\b", refused(COIN, search))
    for game in (SUM, THREE, TOGETHER):
        assert re.search(r"\bmaxn\b", refused(game, search))


def test_expectiminimax_refuses_payoffs() -> None:
    for game in (SUM, THREE, TOGETHER):
        assert re.search(r"\bmaxn\b", refused(game, "expectiminimax"))


def test_ties_are_of_maxn_and_of_four_kinds() -> None:
    sentence = refused(THREE, "maxn", ties="envious")
    assert all(rule in sentence for rule in TIES)
    assert "maxn" in refused(THREE, "paranoid", ties="hostile")


def test_left_alone_kibitz_picks_a_search_that_fits() -> None:
    assert think(COIN).value.result == 0.25
    assert think(SUM).value.payoffs == (1, 2.5)
    assert think(THREE).value.payoffs == (1, 2, 6)
    assert think(TOGETHER).value.payoffs == (1000, 1000)
    assert think(load("tree"), limit=Limit(depth=2)).value.result == 3


@pytest.mark.parametrize("search", SEVERAL)
def test_a_game_for_one(search: str) -> None:
    """A puzzle with luck in it."""
    game = Tree.from_nested(
        {
            "players": ["me"],
            "tree": {
                "moves": {
                    "safe": {"payoffs": [3]},
                    "dare": {"chance": {"well": 1, "ill": 1}, "moves": {"well": {"payoffs": [8]}, "ill": {"payoffs": [-1]}}},
                    "think": {"moves": {"safe": {"payoffs": [2]}, "bold": {"payoffs": [3]}}},
                }
            },
        }
    )
    thought = think(game, search=search, all_moves=True)
    assert thought.best == 1
    assert [one.move for one in thought.moves] == [1, 0, 2]
    assert [one.value.result for one in thought.moves] == [3.5, 3, 3]


def test_the_textbooks_trees() -> None:
    """Values that stand in Russell and Norvig: at the root of three players, and of two moves that lead to dice."""
    assert think(THREE, search="maxn").value.payoffs == (1, 2, 6)
    for file, values in (("chances", [2.1, 1.3]), ("chances_stretched", [40.9, 21])):
        thought = think(load(f"tree:file={file}"), search="expectiminimax", all_moves=True)
        assert [one.value.result for one in thought.moves] == pytest.approx(values, abs=1e-12)
        assert thought.best == (0 if file == "chances" else 1)


@pytest.mark.parametrize("name", names("search"))
def test_what_a_search_declares_is_read_without_importing_it(name: str) -> None:
    assert declared_by(name) == search_of(member("search", name, SearchError, "search"))


def test_a_search_that_declares_nothing_is_refused() -> None:
    with pytest.raises(SearchError, match=r"^the search nameless does not say what it is: it needs SEARCH = Search\(\.\.\.\)$"):
        search_of(ModuleType("their.nameless"))
