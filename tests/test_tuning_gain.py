"""What a tuning has gained: told where there is a gain, and never for few pairs or by chance."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.stats import Pentanomial, compute_figures
from kibitz.arena.tuning.journal import MemoryJournal
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning
from kibitz.cli.tune import verdict
from simulated_strength import BEST
from tunings import counting, ran


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return counting(tmp_path)


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


def test_no_gain_is_no_gain(task: Task) -> None:
    def even(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        return [Played(one.pair, one.side, (), (1, -1) if one.seed(1) % 2 else (-1, 1)) for one in fixtures]

    assert Tuning(replace(task, steps=10), MemoryJournal(), even).run().gained is None


def test_without_steps_nothing_changes_and_no_match_is_played(task: Task) -> None:
    found = ran(replace(task, steps=0))
    assert (found.best, found.verified, found.figures, found.gained) == (found.parameters.start, (0, 0, 0, 0, 0), None, None)
