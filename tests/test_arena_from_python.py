"""Matches, Elo and tests from Python: `kibitz.match`, `kibitz.elo` and `kibitz.sprt` say what the commands say."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kibitz
from commandline import here
from kibitz.arena.stats import Pentanomial, Trinomial, compute_figures, run_sprt
from kibitz.errors import GameError, PlayerError, StatisticsError
from kibitz.games.nim import Nim
from kibitz.games.tree import Tree
from test_package import loaded_after

pytestmark = pytest.mark.untraced
PLAYED: dict[str, Any] = {"games": 8, "openings": "random:2", "seed": 5, "workers": 1}


@dataclass(frozen=True)
class Hidden(Nim):
    """A game that stands in no file that others could name by its parameters."""

    __module__ = "nowhere"


def test_a_match_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    standing = kibitz.match(["greedy", "random"], "nim", **PLAYED, store=str(tmp_path / "mine.db"), tell=heard.append)
    assert standing.ended
    assert standing.totals.played == 8
    assert heard
    assert heard[-1].number == standing.number == 1
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "theirs.db"))
    words = ["greedy", "random", "--game", "nim", "--games", "8", "--openings", "random:2", "--seed", "5", "--workers", "1"]
    told = json.loads(here("match", *words, "--json"))
    assert (standing.pairs.score, standing.pairs.elo) == (told["score"], told["elo"])
    shown = json.loads(here("match", "--show", "1", "--store", str(tmp_path / "mine.db"), "--json"))
    assert shown["score"] == standing.pairs.score
    assert kibitz.elo(standing.totals.penta()) == standing.pairs


def test_a_game_may_be_given_itself_and_the_store_is_that_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    standing = kibitz.match(["random", "greedy"], kibitz.load("nim:heaps=1-2"), games=2, seed=1, workers=1)
    assert standing.plan.game == "nim:heaps=1-2"
    assert json.loads(here("match", "--list", "--json"))["matches"][0]["match"] == standing.number


def test_a_test_ends_a_match(tmp_path: Path) -> None:
    settings: dict[str, Any] = {**PLAYED, "games": 2000, "sprt": (0, 300)}
    standing = kibitz.match(["computer:level=10", "random"], "nim:heaps=1-2-3-4", **settings, store=str(tmp_path / "games.db"))
    assert standing.test is not None
    assert standing.test.verdict == "H1"
    assert standing.ended
    assert standing.totals.played < 2000


def test_what_cannot_be_played_is_refused_before_anything_is_stored(tmp_path: Path) -> None:
    store = tmp_path / "games.db"

    def refused(players: Any, game: Any, error: type[Exception], sentence: str, **more: Any) -> None:
        with pytest.raises(error, match=sentence):
            kibitz.match(players, game, store=str(store), **more)
        assert not store.exists()

    someone = kibitz.player("random")
    refused([someone, "random"], "nim", PlayerError, "cannot go to the processes that play: name the player by a text")
    tree = Tree.from_nested({"tree": {"moves": {"left": 1, "right": 2}}})
    for game in (tree, Hidden()):
        refused(["random", "greedy"], game, GameError, "cannot go to the processes that play: put the game into a file")
    refused(["random", "gredy"], "nim", PlayerError, "did you mean greedy")
    refused(["random", "greedy"], "nimm", GameError, "did you mean nim")
    refused(["random", "greedy"], "nim", StatisticsError, "a test needs elo0 below elo1", sprt=(10, 0))


def test_counts_of_pairs_and_of_games_have_their_figures() -> None:
    assert kibitz.elo((34, 54, 63, 64, 75)) == compute_figures(Pentanomial((34, 54, 63, 64, 75)))
    assert kibitz.elo([136, 96, 111]) == compute_figures(Trinomial(136, 96, 111))
    told = json.loads(here("elo", "--wdl", "136,96,111", "--json"))
    assert kibitz.elo([136, 96, 111]).elo == told["elo"]


def test_a_test_of_counts_is_that_of_the_command() -> None:
    told = json.loads(here("elo", "--penta", "34,54,63,64,75", "--sprt", "0,10", "--json"))
    found = kibitz.sprt((34, 54, 63, 64, 75), 0, 10)
    assert found.llr == told["sprt"]["llr"]
    assert found == run_sprt(Pentanomial((34, 54, 63, 64, 75)), 0, 10)
    assert kibitz.sprt((60, 20, 20), 0, 50, alpha=0.1, model="logistic").verdict == "H1"


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((1, 2), "counts are three of games won, lost and drawn, or five of pairs .*, and these are 2"),
        ((1, 2, -3), "counts of results are whole numbers from 0 up, not -3"),
        ((1, 2.5, 3), r"counts of results are whole numbers from 0 up, not 1, 2\.5, 3"),
    ],
)
def test_counts_that_are_none_are_refused(counts: Any, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence):
        kibitz.elo(counts)
    with pytest.raises(StatisticsError, match=sentence):
        kibitz.sprt(counts, 0, 10)


def test_figures_of_counts_load_neither_the_compiler_nor_the_store() -> None:
    loaded = loaded_after("import kibitz; kibitz.elo((1, 2, 3)); kibitz.sprt((1, 2, 3), 0, 10)")
    assert not loaded & {"numba", "llvmlite", "numpy", "scipy", "sqlalchemy"}
