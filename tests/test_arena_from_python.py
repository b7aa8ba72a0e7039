"""Matches, tuning, Elo and tests from Python: `kibitz.match`, `tune`, `elo` and `sprt` say what the commands say."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from commandline import here
from kibitz.arena.stats import Pentanomial, Trinomial, compute_figures, run_sprt
from kibitz.arena.tuning.journal import MemoryJournal, Step
from kibitz.arena.tuning.tuning import Tuning
from kibitz.errors import GameError, KibitzError, PlayerError, StatisticsError
from kibitz.games.textbook.nim import Nim
from kibitz.games.textbook.tree import Tree
from test_package import loaded_after
from tunings import counting

PLAYED: dict[str, Any] = {"games": 8, "openings": "random:2", "seed": 5, "workers": 1}
TREE = Tree.from_nested({"tree": {"moves": {"left": 1, "right": 2}}})


@dataclass(frozen=True)
class Hidden(Nim):
    """A game that stands in no file that others could name by its parameters."""

    __module__ = "nowhere"


@pytest.mark.untraced
def test_a_match_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    heard: list[Any] = []
    standing = kibitz.match(["greedy", "random"], kibitz.load("nim:heaps=3-4"), **PLAYED, tell=heard.append)
    assert standing.ended
    assert (standing.totals.played, standing.plan.game) == (8, "nim:heaps=3-4")
    assert heard[-1].number == standing.number == 1
    words = ["greedy", "random", "--game", "nim:heaps=3-4", "--games", "8", "--openings", "random:2", "--seed", "5"]
    told = json.loads(here("match", *words, "--workers", "1", "--store", str(tmp_path / "theirs.db"), "--json"))
    shown = json.loads(here("match", "--show", "1", "--json"))
    assert (standing.pairs.score, standing.pairs.elo) == (told["score"], told["elo"]) == (shown["score"], shown["elo"])
    assert kibitz.elo(standing.totals.penta()) == standing.pairs
    decided = kibitz.match(["computer:level=10", "random"], "nim", workers=1, seed=5, games=2000, sprt=(0, 300))
    assert decided.test is not None
    assert decided.test.verdict == "H1"
    assert decided.totals.played < 2000


@pytest.mark.parametrize(
    ("players", "game", "more", "error", "sentence"),
    [
        ([kibitz.Limit(), "random"], "nim", {}, PlayerError, "cannot go to the processes that play: name the player by a text"),
        (["random", "greedy"], TREE, {}, GameError, "cannot go to the processes that play: put the game into a file"),
        (["random", "greedy"], Hidden(), {}, GameError, "cannot go to the processes that play: put the game into a file"),
        (["random", "gredy"], "nim", {}, PlayerError, "did you mean greedy"),
        (["random", "greedy"], "nimm", {}, GameError, "did you mean nim"),
        (["random", "greedy"], "nim", {"sprt": (10, 0)}, StatisticsError, "a test needs elo0 below elo1"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_stored(
    players: Any, game: Any, more: Any, error: type[Exception], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=sentence):
        kibitz.match(players, game, store=str(tmp_path / "games.db"), **more)
    assert list(tmp_path.iterdir()) == []


def test_one_call_tunes_and_goes_on_from_its_log(tmp_path: Path) -> None:
    task = counting(tmp_path)
    asked: dict[str, Any] = {"openings": task.openings, "seed": 3, "more": task.more, "steps": 3, "pairs": 1, "verify": 1}
    kept, heard = tmp_path / "steps.jsonl", list[Step]()
    whole = kibitz.tune(task.game, task.player, workers=1, log=kept, tell=heard.append, **asked)
    assert [step["step"] for step in heard] == [0, 1, 2, 3]
    assert whole == Tuning(replace(task, steps=3, pairs=1, verify=1), MemoryJournal()).run()  # in one process
    kept.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:3]))  # as if it had been killed in its third step
    assert kibitz.tune(kibitz.load(task.game), task.player, workers=1, log=kept, **asked) == whole
    assert len(kept.read_bytes().splitlines()) == 5


@pytest.mark.parametrize(
    ("game", "player", "sentence"),
    [
        ("tic_tac_toe", "random", "random takes no weights: name a search"),
        ("pig", kibitz.Limit(), "name the player by a text, such as alphabeta:depth=3"),
        ("trio", "maxn:depth=1", "is for 3 players: tuning needs games for two"),
    ],
)
def test_a_tuning_that_does_not_fit_is_refused(game: str, player: Any, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.tune(game, player, log=tmp_path / "log")
    assert list(tmp_path.iterdir()) == []


def test_figures_and_tests_of_counts_are_those_of_the_command() -> None:
    assert kibitz.elo((34, 54, 63, 64, 75)) == compute_figures(Pentanomial((34, 54, 63, 64, 75)))
    assert kibitz.elo([136, 96, 111]) == compute_figures(Trinomial(136, 96, 111))
    assert kibitz.elo([136, 96, 111]).elo == json.loads(here("elo", "--wdl", "136,96,111", "--json"))["elo"]
    found = kibitz.sprt((34, 54, 63, 64, 75), 0, 10)
    assert found == run_sprt(Pentanomial((34, 54, 63, 64, 75)), 0, 10)
    assert found.llr == json.loads(here("elo", "--penta", "34,54,63,64,75", "--sprt", "0,10", "--json"))["sprt"]["llr"]
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
    assert not loaded & {"numba", "llvmlite", "numpy", "scipy", "sqlite3"}
