"""The journal of a tuning: killed and gone on with it ends as if nothing had been, and each step counts once."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.arena.tuning.journal import Journal, LogJournal, MemoryJournal, Step, StoreJournal
from kibitz.arena.tuning.tuning import Task, Tuning, settings
from kibitz.errors import TuningError
from tunings import counting, ran


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return counting(tmp_path)


class Killed(BaseException):
    pass


class Mortal:
    """Plays so many steps, and then the power fails: before, or after, the last one is kept."""

    def __init__(self, journal: Journal, life: int, kept: bool) -> None:
        self.journal, self.life, self.kept, self.played = journal, life, kept, 0

    def tell(self, step: int, outcome: Step) -> bool:
        self.life -= 1
        if self.life > 0 or self.kept:
            self.journal.tell(step, outcome)
        if self.life <= 0:
            raise Killed
        return True

    def steps(self) -> list[Step]:
        return self.journal.steps()


@pytest.mark.parametrize("method", ["spsa", "logistic", "regression", "cma", "optuna"])
@pytest.mark.parametrize("kept", [False, True])
def test_killed_at_any_moment_it_ends_as_if_nothing_had_been(task: Task, tmp_path: Path, method: str, kept: bool) -> None:
    if method in ("cma", "optuna"):
        pytest.importorskip(method)
    task = replace(task, method=method, more={}, steps=6, verify=40, tune="weights[0],weights[1]")
    if method == "regression":
        task = replace(task, tune="weights[0]")
    undisturbed = ran(task)
    file = tmp_path / "log.jsonl"
    for life in (3, 1, 2):
        with pytest.raises(Killed):
            ran(task, Mortal(LogJournal(file, settings(task)), life, kept))
    with file.open("ab") as log:
        log.write(b'{"step": 6, "fir')  # a kill in the middle of a line
    again = ran(task, LogJournal(file, settings(task)))
    assert again == undisturbed
    steps = [json.loads(line)["step"] for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    assert steps == sorted(set(steps))


def test_what_somebody_else_has_told_meanwhile_counts(task: Task) -> None:
    """Two at one journal: a step is applied once, and both end alike."""
    ours, theirs = MemoryJournal(), ran(task)

    class Late(MemoryJournal):
        def tell(self, step: int, outcome: Step) -> bool:
            ours.tell(step, outcome | {"wins": 0, "draws": 0, "losses": 8})
            return ours.tell(step, outcome)

        def steps(self) -> list[Step]:
            return ours.steps()

    late = ran(task, Late())
    assert late.best != theirs.best
    assert ran(task, ours) == late


def test_a_complete_log_plays_nothing_again(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    first = ran(task, LogJournal(file, settings(task)))

    def never(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        raise AssertionError(fixtures)

    assert Tuning(task, LogJournal(file, settings(task)), never).run() == first


def test_the_log_of_another_tuning_is_refused(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    ran(task, LogJournal(file, settings(task)))
    with pytest.raises(TuningError, match="is not the log of this tuning"):
        LogJournal(file, settings(replace(task, seed=9)))
    other = MemoryJournal()
    other.tell(0, {**LogJournal(file, settings(task)).steps()[0], "first": [0.0] * 4})
    with pytest.raises(TuningError, match="step 0 belongs to another tuning"):
        ran(task, other)


def test_the_store_keeps_a_tuning(task: Task, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        number = store.add_tuning(settings(task))
        with pytest.raises(Killed):
            ran(task, Mortal(StoreJournal(store, number), 5, True))
        assert Task(**store.tuning(number)) == task
        assert ran(task, StoreJournal(store, number)) == ran(task)
        assert not StoreJournal(store, number).tell(0, {})
