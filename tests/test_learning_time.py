"""`kibitz learn` keeps within its minutes: how they are divided, and what slow rules and a full disk do to it."""

import errno
import json
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from commandline import here, refused_here, run_here
from kibitz.cli.strength._learning import _describe_learning, _describe_times
from kibitz.core.registry import load
from kibitz.errors import LearningError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.files.whole_file import WholeFile
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.learning import run as run_module
from kibitz.learning import timetable
from kibitz.learning.features import sample
from kibitz.learning.gate import Gate, GateResult
from kibitz.learning.journal import write_journal
from kibitz.learning.learner import Goal, LearningProgress
from kibitz.learning.preparation import prepare
from kibitz.learning.run import LearningRun
from kibitz.learning.task import LearningTask
from kibitz.learning.timetable import CLOSING, LEAST, MOST_FOR_CLOSING, Timetable
from kibitz.learning.training import Training
from kibitz.patterns.library import ESTIMATE_FILES

SETTLED: dict[str, Any] = {"arrays": [np.zeros(2)] * 2, "settled": nullcontext}  # of a learner that learns nothing

GAME = "tic_tac_toe"
QUICKLY = ["--minutes", "0.01", "--threads", "1"]
NEVER = """
import time
from kibitz.games.tic_tac_toe import TicTacToe as Base


class TicTacToe(Base):
    def is_over(self, state):
        time.sleep(3)
        return super().is_over(state)
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path / "learned"))
    monkeypatch.chdir(tmp_path)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    held = Clock()
    monkeypatch.setattr(timetable, "time", held)
    return held


# The minutes.


@pytest.mark.parametrize("with_matches", [True, False])
@pytest.mark.parametrize("compiling", [0.5, 8.0, 40.0, 200.0])
@pytest.mark.parametrize("seconds", [0.6, 6.0, 30.0, 60.0, 600.0, 36_000.0])
def test_all_of_it_fits(clock: Clock, seconds: float, compiling: float, with_matches: bool) -> None:
    began = clock.now
    times = Timetable(seconds, with_matches, began)
    clock.now += compiling
    times.divide(compiling)
    assert times.learning >= min(LEAST, seconds)
    clock.now += times.learning
    clock.now = max(clock.now, times.margins_until(is_warm=True))
    matches = times.for_matches(times.learning)
    assert (matches > 0) <= with_matches or clock.now < began + seconds
    ends = clock.now + max(matches, 0.0) - began
    assert ends <= max(seconds - min(CLOSING * seconds, MOST_FOR_CLOSING), compiling + min(LEAST, seconds)) + 1e-6
    if with_matches and compiling < seconds / 2:
        assert times.learning >= seconds / 5
        assert matches >= seconds / 20


def test_what_was_spent_before_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as the compiler takes to be imported, which may be ten seconds."""
    task = LearningTask(load(GAME), 60.0, None, 1, 1, None, False, True, began=time.monotonic() - 25.0)
    assert 20.0 < LearningRun(task).times.left < 33.0


def test_where_games_are_counted_nothing_is_cut_short(clock: Clock) -> None:
    times = Timetable(inf, True, clock.now)
    times.divide(300.0)
    assert times.learning == times.margins_until(is_warm=False) == inf
    assert times.for_matches(1000.0) == 200.0
    assert times.for_matches(1.0) == 30.0
    assert not times.can_warm
    for with_matches, words in ((True, "then up to 30 s of matches"), (False, "and no matches")):
        times = Timetable(inf, with_matches, clock.now)
        times.divide(1.0)
        task = LearningTask(load(GAME), inf, 100, 1, 1, None, False, with_matches)
        assert words in _describe_times(times, 0.0, task)
        assert _describe_times(times, 0.0, task).startswith("Games count, not minutes; ")
        assert _describe_times(times, 700.0, replace(task, seconds=600.0)).startswith("It has learned for 12 min already, ")


def test_no_search_is_compiled_for_margins_that_nobody_can_wait_for(clock: Clock) -> None:
    times = Timetable(60.0, True, clock.now)
    clock.now += 35.0
    times.divide(30.0)
    assert times.margins_until(is_warm=False) == 0.0
    assert times.margins_until(is_warm=True) > clock.now


# Rules that take their time.


def test_rules_that_do_not_answer_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "PATIENCE", 1.0)
    Path("slow.py").write_text(NEVER, encoding="utf-8")
    began = time.monotonic()
    sentence = refused_here("learn", "slow.py", "--minutes", "0.01")
    assert time.monotonic() - began < 20
    assert sentence.startswith("kibitz: after 1 s the first random games of ")
    assert "slow.py:TicTacToe are not over: a method of its rules is slow, or never returns; `kibitz check " in sentence


def test_of_slow_rules_fewer_games_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(GAME)
    assert len(sample.sample_games(game, until=time.monotonic() - 1)) == sample.FEWEST
    assert len(sample.sample_games(game)) == sample.GAMES
    found = prepare(game, until=time.monotonic() - 1)
    assert found.sampled == sample.FEWEST
    assert prepare(game, found.sampled).layout.patterns == found.layout.patterns


def test_a_learning_that_goes_on_looks_at_as_many_games_as_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would have other patterns, and what was learned would be of no use."""
    asked: list[tuple[int, float]] = []

    def look(game: Any, count: int = sample.GAMES, until: float = inf) -> Any:
        asked.append((count, until))
        return prepare(game, count, until)

    monkeypatch.setattr(run_module, "prepare", look)
    preparation = prepare(TicTacToe(), 9)
    learner: Any = SimpleNamespace(preparation=preparation, progress=LearningProgress(5, 20, 1.0, 1), **SETTLED)
    write_journal(Path("x.learned.journal"), learner, rules_fingerprint(TicTacToe()))
    run_here("learn", GAME, "--minutes", "1", "--resume", "--to", "x.learned")
    assert asked == [(9, inf)]


# The end of learning, where nothing is gained any more.


class SlowLearner:
    """Learns for a second at a time; `shares`: what it scores against itself at the last mark, mark after mark."""

    def __init__(self, shares: Sequence[float]) -> None:
        self.shares, self.halted = list(shares), False
        self.progress, self.arrays = LearningProgress(), [np.zeros(2)] * 2

    def compare(self, earlier: Any, pairs: int, seed: int) -> float:
        return self.shares.pop(0) if self.shares else 0.5

    def halt(self) -> None:
        self.halted = True

    def run(self, goal: Goal, hear: Any) -> None:
        while not self.halted and self.progress.seconds < goal.seconds:
            self.progress = LearningProgress(
                self.progress.games + 1, self.progress.positions + 20, self.progress.seconds + 1, 1
            )
            hear(self.progress)


@pytest.mark.parametrize(
    ("shares", "games", "soon"),
    [
        ([0.5, *[0.9] * 4], None, True),  # the first comparison only finds out how long one takes
        ([0.5, *[0.9] * 4], 500, False),  # games were asked for
        ([0.5, *[0.62] * 30], None, False),
    ],
)
def test_it_ends_where_nothing_is_gained(
    shares: Sequence[float], games: int | None, soon: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.learning.training.write_journal", lambda *_: None)
    monkeypatch.setattr(Training, "_compare_minutes", lambda *_: None)
    learner: Any = SlowLearner(shares)
    training = Training(learner, Path("x.journal"), "")

    def count(pairs: int, earlier: Any) -> float:
        training._pairs = 1000
        return float(learner.compare(earlier, pairs, 1))

    monkeypatch.setattr(training, "_count_pairs", count)
    training.run(Goal(300.0, games), lambda: None)
    assert training.is_still == soon
    assert (training.progress.seconds < 100) == soon
    said = _describe_learning(training)
    assert ("it has gained next to nothing (+0 Elo), so it stops learning sooner than you asked." in said) == soon


# The journal.


def test_a_journal_that_holds_all_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def write(path: Path, learner: Any, fingerprint: str, curve: Any) -> None:
        written.append(learner.progress.games)
        path.touch()

    monkeypatch.setattr("kibitz.learning.training.write_journal", write)
    monkeypatch.setattr("kibitz.learning.training.FRESH", -1.0)
    learner: Any = SimpleNamespace(progress=LearningProgress(), **SETTLED)
    training = Training(learner, Path("x.journal"), "")
    learner.progress = LearningProgress(5, 20, 1.0, 1)
    assert not training.is_kept
    training.keep()
    training.keep()
    assert written == [5]
    assert training.is_kept
    learner.progress = LearningProgress(6, 24, 1.0, 1)
    training.keep()
    assert written == [5, 6]


@pytest.mark.compiled
def test_a_disk_that_is_full_at_the_end_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = json.loads(here("learn", GAME, *QUICKLY, "--no-match", "--json"))
    good = Path(first["file"]).read_bytes()
    keep = WholeFile.keep

    def fill(self: WholeFile) -> None:
        if self.path.suffix == ".learned" and "before" not in self.path.name:
            raise OSError(errno.ENOSPC, "No space left on device", str(self.path))
        keep(self)

    monkeypatch.setattr(WholeFile, "keep", fill)
    sentence = run_here("learn", GAME, *QUICKLY, "--seed", "2", "--no-match")[2].splitlines()[-1]
    assert "cannot be written: No space left on device; what was learned is kept: `kibitz learn tic_tac_toe" in sentence
    assert "--resume` goes on from there" in sentence
    folder = ESTIMATE_FILES.user_file(load(GAME)).parent
    assert {one.name for one in folder.iterdir()} == {f"{GAME}.learned", f"{GAME}.learned.journal"}
    assert Path(first["file"]).read_bytes() == good


def test_the_journal_of_an_earlier_learning_is_not_taken_for_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise LearningError("the disk is full")

    monkeypatch.setattr("kibitz.learning.training.write_journal", fail)
    monkeypatch.setattr("kibitz.learning.training.FRESH", -1.0)
    Path("x.journal").touch()
    learner: Any = SimpleNamespace(progress=LearningProgress(), **SETTLED, halt=lambda: None)
    training = Training(learner, Path("x.journal"), "")
    learner.progress = LearningProgress(5, 20, 1.0, 1)
    with pytest.raises(LearningError, match="full"):
        training.halt()
    assert not training.is_kept
    learner.progress = LearningProgress(7, 20, 1.0, 1)
    assert Training(learner, Path("x.journal"), "").is_kept, "one that goes on has a journal"


@pytest.mark.compiled
def test_what_is_installed_can_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    won = GateResult("no knowledge", "0.05 s a move", 30, 30, 0, 0, 1.0, None, None, "wins")
    monkeypatch.setattr(Gate, "play", lambda *arguments: [won])
    first, second = (json.loads(here("learn", GAME, *QUICKLY, "--seed", seed, "--json")) for seed in ("1", "2"))
    assert first["accepted"] is second["accepted"] is True
    assert first["file"] == second["file"]
    assert json.loads(here("learn", GAME, "--show", "--json"))["seed"] == 2
    here("learn", GAME, "--forget")
    assert json.loads(here("learn", GAME, "--show", "--json"))["seed"] == 1
