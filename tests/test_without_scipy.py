"""Without SciPy, which an extra brings: matches are played and counted, and what needs it says so in one sentence."""

import json
import sys
from pathlib import Path

import pytest

import kibitz
from commandline import here, refused_here
from kibitz.arena.stats import crosstable
from kibitz.arena.store import Store
from kibitz.arena.tuning.methods import Schedule, make_tuner
from kibitz.errors import TuningError
from tunings import four
from web_forms import first
from web_house import Client, Oracle, house

PLAYERS = ("greedy", "random", "minimax:depth=1")
SENTENCE = "Elo of more than two players needs SciPy: pip install 'kibitz[ratings]'"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with a match of three players, where SciPy is not installed."""
    monkeypatch.setattr(crosstable, "find_spec", lambda name: None)
    kibitz.match(PLAYERS, "tic_tac_toe", games=2, seed=1, workers=1, store=str(tmp_path / "games.db"))
    return str(tmp_path / "games.db")


def test_a_match_of_three_is_counted_and_says_what_its_elo_needs(store: str) -> None:
    said = here("match", "--show", "1", "--store", store)
    assert f"{SENTENCE}." in said
    assert all(name in said for name in PLAYERS)
    facts = json.loads(here("match", "--show", "1", "--store", store, "--json"))
    assert facts["games"] == 6
    assert "ratings" not in facts


def test_a_crosstable_is_refused_before_anything_is_played(store: str, tmp_path: Path) -> None:
    wanted = ("--crosstable", str(tmp_path / "table.svg"), "--store", store)
    assert SENTENCE in refused_here("match", *PLAYERS, "--game", "tic_tac_toe", "--games", "2", *wanted)
    with Store.open(store) as kept:
        assert len(kept.some_matches(0, 9)[0]) == 1


def test_the_page_of_a_match_says_it_too(store: str, tmp_path: Path) -> None:
    made = house(tmp_path / "house", Oracle(first))
    with Store.open(store) as kept:
        plan = kept.plan(1)
        made.store.add(plan, [fixture for fixture, _ in kept.games(1)])
        made.store.keep(1, [played for _, played in kept.games(1)])
    with Client(made) as page:
        assert "needs SciPy" in page.get("/match/1").text


@pytest.mark.parametrize("method", ["logistic", "regression"])
def test_methods_that_fit_curves_name_the_extra(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scipy", "scipy.optimize", "scipy.stats"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"kibitz.arena.tuning.methods.{method}", raising=False)
    with pytest.raises(TuningError, match=rf"^{method} needs SciPy: pip install 'kibitz\[tune\]'"):
        make_tuner(method, four(), Schedule(2, 1, 1, {}))
