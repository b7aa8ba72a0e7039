"""A tuning plays the games it should, says with care what it gained, and goes on from its journal as if nothing had been."""

import json
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.stats import Pentanomial, compute_figures
from kibitz.arena.store import Store
from kibitz.arena.tuning.journal import Journal, LogJournal, MemoryJournal, Step, StoreJournal, locate_step
from kibitz.arena.tuning.parameters import with_weights
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, settings
from kibitz.cli.strength.tune import verdict
from kibitz.errors import TuningError
from kibitz.kernel import set_announcer
from tunings import BEST, counting, ran, simulated


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return counting(tmp_path)


def never(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    raise AssertionError(fixtures)


def test_openings_are_shared_by_a_pair_and_sides_are_swapped(task: Task) -> None:
    met: list[Fixture] = []

    def seen(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        met.extend(fixtures)
        return simulated(plan, fixtures)

    Tuning(task, MemoryJournal(), seen).run()
    tuned, verified = met[: 2 * 4 * task.steps], met[2 * 4 * task.steps :]
    assert len(verified) == 2 * task.verify
    for first, second in zip(met[::2], met[1::2], strict=True):
        assert (first.opening, first.pair) == (second.opening, second.pair)
        assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert len({one.key for one in tuned}) == len(tuned)
    assert [one.opening for one in tuned[: len(verified)]] != [one.opening for one in verified[: len(tuned)]]


def test_a_fault_ends_a_tuning_with_its_reason(task: Task) -> None:
    def faulty(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        return [Played(one.pair, one.side, (), None, 0, "it divided by zero") for one in fixtures]

    with pytest.raises(TuningError, match="it divided by zero"):
        Tuning(task, MemoryJournal(), faulty).run()


def test_real_games_are_played_with_the_weights(task: Task) -> None:
    """Who counts a lead as good beats, looking one ply ahead, who counts it as bad."""
    tuning = Tuning(replace(task, tune="weights[0]"), MemoryJournal())
    assert tuning.match((10.0,), (-10.0,), 4, "test").score > 0.9
    assert tuning.match((-10.0,), (10.0,), 4, "test").score < 0.1
    greedy = Tuning(replace(task, player="greedy"), MemoryJournal())
    assert greedy.match((1.0,) * 4, (1.0,) * 4, 1, "test").score == 0.5


def test_a_player_may_begin_with_weights(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_bytes(ran(task).weights())
    begun = Tuning(replace(task, player=f"minimax:weights={file},depth=1"), MemoryJournal())
    assert begun.parameters.start == tuple(json.loads(file.read_bytes())["weights"]["weights"])
    assert with_weights(f"minimax:weights={file},depth=1", "x") == "minimax:depth=1,weights=x"
    assert with_weights(f"greedy:weights={file}", "x") == with_weights("greedy", "x") == "greedy:weights=x"


@pytest.mark.compiled
def test_other_weights_need_no_compiling(task: Task) -> None:
    compiled: list[str] = []

    def announce(text: str, seconds: float) -> AbstractContextManager[None]:
        compiled.append(text)
        return nullcontext()

    tuning = Tuning(task, MemoryJournal())
    tuning.match((1.0,) * 4, (2.0,) * 4, 1, "test")
    set_announcer(announce)
    try:
        tuning.match((-1.0,) * 4, (3.0,) * 4, 1, "test")
    finally:
        set_announcer()
    assert compiled == []


# What was gained


def test_a_gain_is_told_where_there_is_one(task: Task) -> None:
    found = ran(replace(task, steps=150, verify=300, more={}))
    assert math.dist(found.best, BEST) < math.dist(found.parameters.start, BEST) / 2
    assert found.gained is True
    assert found.figures is not None
    assert found.figures.score > 0.9


@pytest.mark.parametrize(
    ("pairs", "gained"),
    [
        ((0, 0, 0, 0, 6), True),
        ((0, 0, 0, 0, 5), None),
        ((6, 0, 0, 0, 0), False),
        ((0, 0, 40, 0, 0), None),
        ((10, 10, 60, 12, 30), True),
        ((30, 12, 60, 10, 10), False),
        ((20, 12, 60, 10, 20), None),
    ],
)
def test_what_was_gained_is_said_with_care(task: Task, pairs: tuple[int, int, int, int, int], gained: bool | None) -> None:
    """Never for few pairs, and neither way when it may be chance."""
    found = Tuned(Tuning(task, MemoryJournal()).parameters, BEST, (None,) * 4, (), pairs, compute_figures(Pentanomial(pairs)))
    assert found.gained is gained


def test_games_of_the_last_match_that_repeat_others_are_counted(task: Task) -> None:
    found = ran(task)  # of whose games all have the same moves
    assert (sum(found.verified), found.repeated) == (40, 78)
    assert "78 of 80 games repeat another" in verdict(found)


def test_without_steps_nothing_changes_and_no_match_is_played(task: Task) -> None:
    found = Tuning(replace(task, steps=0), MemoryJournal(), never).run()
    assert (found.best, found.verified, found.figures, found.gained) == (found.parameters.start, (0, 0, 0, 0, 0), None, None)


# The journal


class Killed(BaseException):
    pass


class Mortal:
    """Plays so many steps, and then the power fails: before, or after, the last one is kept."""

    def __init__(self, journal: Journal, life: int, kept: bool) -> None:
        self.journal, self.life, self.kept = journal, life, kept

    def tell(self, step: int, outcome: Step) -> bool:
        self.life -= 1
        if self.life > 0 or self.kept:
            self.journal.tell(step, outcome)
        if self.life <= 0:
            raise Killed
        return True

    def steps(self) -> list[Step]:
        return self.journal.steps()


@pytest.mark.parametrize(("method", "kept"), [("spsa", False), ("spsa", True), ("logistic", True), ("regression", False)])
def test_killed_at_any_moment_it_ends_as_if_nothing_had_been(task: Task, tmp_path: Path, method: str, kept: bool) -> None:
    """What each method knows of steps that were told is one of the tests of methods."""
    tuned = "weights[0]" if method == "regression" else "weights[0],weights[1]"
    task = replace(task, method=method, more={}, steps=6, verify=40, tune=tuned)
    undisturbed = ran(task)
    assert ran(task) == undisturbed
    file = tmp_path / "log.jsonl"
    for life in (3, 1, 2):
        with pytest.raises(Killed):
            ran(task, Mortal(LogJournal(file, settings(task)), life, kept))
    with file.open("ab") as log:
        log.write(b'{"step": 6, "fir')  # a kill in the middle of a line
    assert ran(task, LogJournal(file, settings(task))) == undisturbed
    steps = [json.loads(line)["step"] for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    assert steps == sorted(set(steps))
    assert Tuning(task, LogJournal(file, settings(task)), never).run() == undisturbed  # nothing is played again


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


def test_the_path_is_the_point_or_the_middle() -> None:
    assert locate_step({"first": [1, 2], "second": [3, 4]}, (0.0, 0.0)) == (2, 3)
    assert locate_step({"first": [1, 2], "second": [3, 4]}, (3.0, 4.0)) == (1, 2)
