"""`kibitz.learn` learns what `kibitz learn` learns, in one call, and refuses in a sentence what teaches nothing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from commandline import here
from kibitz.errors import KibitzError, LearningError
from kibitz.games.textbook.tree import Tree
from kibitz.learning.gate import Gate, GateResult
from kibitz.learning.learner import LearningProgress
from kibitz.patterns.file import read_estimate

TREE = Tree.from_nested({"tree": {"moves": {"left": 1, "right": 2}}})
ALONE: dict[str, Any] = {"threads": 1, "seed": 7, "matches": False}


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path / "learned"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.compiled
def test_what_is_learned_is_what_the_command_learns() -> None:
    heard: list[LearningProgress] = []
    learned = kibitz.learn("tic_tac_toe", games=2000, **ALONE, to="ours.learned", tell=heard.append)
    words = ["--games", "2000", "--threads", "1", "--seed", "7", "--no-match", "--to", "theirs.learned", "--json"]
    facts = json.loads(here("learn", "tic_tac_toe", *words))
    ours, theirs = (read_estimate(Path(f"{name}.learned")) for name in ("ours", "theirs"))
    assert np.array_equal(ours.weights, theirs.weights)
    assert learned.facts.keys() == facts.keys()
    assert (learned.progress.games, learned.progress.positions) == (facts["games"], facts["positions"])
    assert heard[-1].games == 2000
    assert learned.accepted
    assert learned.file == Path("ours.learned")
    assert ours.lineage.command == "kibitz learn tic_tac_toe --games 2000 --threads 1 --seed 7 --to ours.learned"
    further = kibitz.learn(kibitz.load("tic_tac_toe"), games=3000, **ALONE, to="ours.learned", resume=True)
    assert further.progress.games == 3000
    assert further.curve[: len(learned.curve)] == learned.curve
    player = kibitz.player(f"deepening:depth=2,knowledge={further.file}")
    assert kibitz.play_out("tic_tac_toe", [player, "random"], seed=1).payoffs in [(1, -1), (0, 0)]


@pytest.mark.compiled
def test_it_has_to_win_against_what_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = GateResult("no knowledge", "depth 4", 10, 0, 0, 10, 0.0, None, None, "loses")
    monkeypatch.setattr(Gate, "play", lambda *arguments: [lost])
    learned = kibitz.learn("tic_tac_toe", games=200, threads=1)
    assert not learned.accepted
    assert learned.matches == (lost.facts,)
    assert learned.file.name == "tic_tac_toe-new.learned"


@pytest.mark.compiled
def test_an_interrupted_learning_goes_on() -> None:
    def enough(progress: LearningProgress) -> None:
        if progress.games > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kibitz.learn("tic_tac_toe", 5, **ALONE, to="x.learned", tell=enough)
    assert not Path("x.learned").exists()
    assert kibitz.learn("tic_tac_toe", games=101, **ALONE, to="x.learned", resume=True).progress.games > 100


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        ("tic_tac_toe", {"minutes": 0}, "nothing can be learned in 0 minutes: give a time above 0"),
        ("tic_tac_toe", {"minutes": "ten"}, "minutes='ten' does not fit: give a number or None"),
        ("tic_tac_toe", {"minutes": float("inf")}, "nothing can be learned in inf minutes"),
        ("tic_tac_toe", {"games": 0}, "games is a whole number from 1 up, not 0"),
        ("tic_tac_toe", {"threads": 1.5}, "threads=1.5 does not fit: give a whole number or None"),
        ("tic_tac_toe", {"seed": -1}, "seed is a whole number from 0 up, not -1"),
        ("tic_tac_toe", {"opening": -1}, "opening is a whole number from 0 up, not -1"),
        ("tic_tac_toe", {"to": "nowhere/x.learned"}, "there is no folder nowhere for x.learned"),
        ("tic_tac_toe", {"to": "x.learned", "resume": True}, "no journal x.learned.journal"),
        ("nothing_like_it", {}, "nothing_like_it"),
        (TREE, {}, "cannot go to the processes that play"),
    ],
)
def test_what_teaches_nothing_is_refused(game: Any, asked: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.learn(game, **asked)
    assert list(tmp_path.iterdir()) == []


def test_plain_python_is_too_slow_to_learn() -> None:
    with pytest.raises(LearningError, match="machine code is switched off"):
        kibitz.learn("tic_tac_toe", to="x.learned")
