"""Learning by workers: the same games whoever plays them, however often one dies; blocks are merged as the formula says."""

import contextlib
import itertools
import json
import math
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import needs
from commandline import here, refused_here
from kibitz.core.registry import load
from kibitz.errors import CrewError, LearningError
from kibitz.learning import crew_learner
from kibitz.learning.api import learn
from kibitz.learning.blocks import REACH, BlockOrder, Changes, LearnedBlock, LearnedGame, games_of_blocks, learn_block, merge
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.journal import read_journal, write_journal
from kibitz.learning.learner import Goal, Learner, LearningProgress
from kibitz.learning.preparation import prepare
from kibitz.patterns.file import read_estimate
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace
from matched import Here

KINDS = ["tic_tac_toe", "trio", "pig", "kalah:pits=3,seeds=2", "go:size=3"]  # two players, several, dice, points, repetition


class InProcess(Workplace):
    """A workplace whose only worker is this process."""

    def executor(self) -> Any:
        return Here()

    @property
    def count(self) -> int:
        return 1


def learner(name: str, place: Workplace, blocks: int = 3, seed: int = 5) -> CrewLearner:
    return CrewLearner(prepare(load(name), 12), place, blocks, seed)


def learned(one: CrewLearner, games: int, halted_in: int | None = None) -> tuple[Any, LearningProgress]:
    def tell(progress: LearningProgress) -> None:
        if halted_in is not None and progress.lessons >= halted_in:
            one.halt()

    one.run(Goal(games=games), tell)
    return np.concatenate(one.arrays), one.progress


@pytest.mark.compiled
@pytest.mark.parametrize("name", KINDS)
def test_two_processes_learn_what_one_learns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_learner, "FEWEST", 400)
    here_alone, progress = learned(learner(name, InProcess()), 400)
    with Workplace(2) as place:
        by_two, same = learned(learner(name, place), 400)
    assert (same.games, same.positions, same.lessons) == (progress.games, progress.positions, progress.lessons)
    assert progress.games == 400
    assert progress.lessons > 1
    assert np.array_equal(here_alone, by_two)
    other, _ = learned(learner(name, InProcess(), seed=6), 400)
    assert not np.array_equal(here_alone, other)


@pytest.mark.compiled
def test_a_worker_that_is_killed_costs_its_block_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_learner, "FEWEST", 2000)
    expected, _ = learned(learner("tic_tac_toe", InProcess()), 3000)
    with Workplace(2) as place:
        one = learner("tic_tac_toe", place)
        killed: list[int] = []

        def tell(progress: LearningProgress) -> None:
            crew = place.executor()
            assert isinstance(crew, Crew)
            if len(killed) < 3 and crew.pids and not one._halted:
                with contextlib.suppress(ProcessLookupError):  # it has not ended yet, or is gone already
                    pid = crew.pids[0]
                    os.kill(pid, needs.KILL)
                    killed.append(pid)

        monkeypatch.setattr(crew_learner, "TICK", 0.02)
        one.run(Goal(games=3000), tell)
    assert len(killed) == 3
    assert one.progress.games == 3000
    assert np.array_equal(np.concatenate(one.arrays), expected)


@pytest.mark.compiled
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_learning_that_was_stopped_goes_on_as_if_it_had_not_been(
    rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_learner, "FEWEST", 400)
    monkeypatch.setattr(crew_learner, "TICK", 0.001)
    whole, progress = learned(learner("tic_tac_toe", InProcess()), 1500)
    begun = learner("tic_tac_toe", InProcess())
    _, before = learned(begun, 1500, halted_in=rounds)
    with begun.settled():
        pass
    write_journal(tmp_path / "journal", begun, "rules")
    assert 0 < before.games < progress.games
    again = learner("tic_tac_toe", InProcess())
    read_journal(tmp_path / "journal", again, "rules")
    assert np.array_equal(learned(again, 1500)[0], whole)


@pytest.mark.compiled
def test_a_learner_that_was_stopped_asks_for_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    one = learner("tic_tac_toe", InProcess())
    one.halt()
    monkeypatch.setattr(InProcess, "executor", lambda place: pytest.fail("it did"))
    one._run_round(LearnedGame.of(one), 100, math.inf)
    assert one.progress.games == 0


@pytest.mark.compiled
def test_where_time_is_the_goal_it_ends_in_time() -> None:
    one = learner("tic_tac_toe", InProcess(), blocks=2)
    one.run(Goal(seconds=1.5), lambda progress: None)
    assert one.progress.games > 0
    assert 1.3 < one.progress.seconds < 4.0


@pytest.mark.compiled
def test_a_block_of_another_version_is_refused() -> None:
    game = LearnedGame.of(learner("tic_tac_toe", InProcess()))
    other = replace(game, version="0.0.1")
    nothing = Changes.whole(np.zeros(4, np.float32), np.zeros(8, np.float32))
    with pytest.raises(CrewError, match=r"kibitz 0\.0\.1 learns here, and a worker has"):
        learn_block(other, BlockOrder(1, 100), nothing)


# Merging: the formula of the docstring, weight by weight, in plain Python.


def changes(places: Sequence[int], weights: Sequence[float], agreed: Sequence[tuple[float, float]]) -> Changes:
    numbers = np.array(agreed, np.float32).reshape(-1, 2)
    return Changes(np.array(places, np.uint32).tobytes(), np.array(weights, np.float32).tobytes(), numbers.tobytes())


PlainBlock = tuple[int, dict[int, tuple[float, float, float]]]  # positions; of each place the weight, and sum and size


def merged_plainly(
    weights: list[float],
    agreed: list[tuple[float, float]],
    blocks: list[tuple[int, dict[int, tuple[float, float, float]]]],
    many: int,
) -> tuple[list[float], list[tuple[float, float]]]:
    met = {place for _, block in blocks for place in block}
    grown = {
        place: [(block[place], block[place][2] - agreed[place][1]) for _, block in blocks if place in block] for place in met
    }
    usual = sum(size for place in met for _, size in grown[place]) / (many * sum(positions for positions, _ in blocks))
    after, sums = list(weights), list(agreed)
    for place in met:
        sizes = [size for _, size in grown[place]]
        change = sum((one[0] - weights[place]) * size for one, size in grown[place]) / sum(sizes)
        total = agreed[place][0] + sum(one[1] - agreed[place][0] for one, _ in grown[place])
        size = agreed[place][1] + sum(sizes)
        several = sum(sizes) ** 2 / sum(one * one for one in sizes)
        way = max(1e-9, REACH * (sum(sizes) / several / usual) * (abs(total) / size) / many)
        after[place] = weights[place] + change * (1 - math.exp(-several * way)) / (1 - math.exp(-way))
        sums[place] = total, size
    return after, sums


def test_blocks_are_merged_as_the_formula_says() -> None:
    dice = np.random.default_rng(3)
    for _ in range(50):
        count, many = 12, 4
        weights = [float(one) for one in dice.normal(size=count)]
        agreed = [(float(size * dice.uniform(-1, 1)), float(size)) for size in dice.uniform(0, 5, count)]
        blocks = []
        for _ in range(int(dice.integers(1, 5))):
            places = sorted(int(one) for one in dice.choice(count, int(dice.integers(1, count)), replace=False))
            block = {}
            for place in places:
                size = float(dice.uniform(0.01, 3))
                change, total = float(dice.normal()), agreed[place][0] + size * float(dice.uniform(-1, 1))
                block[place] = (weights[place] + change, total, agreed[place][1] + size)
            blocks.append((int(dice.integers(1, 50)), block))
        expected, sums = merged_plainly(weights, agreed, blocks, many)
        held, corrections = np.array(weights, np.float32), np.array(agreed, np.float32).reshape(-1)
        sent = [
            LearnedBlock(
                1, positions, changes([*block], [one[0] for one in block.values()], [one[1:] for one in block.values()])
            )
            for positions, block in blocks
        ]
        merge(held, corrections, sent, many)
        assert held == pytest.approx(np.array(expected), rel=2e-4, abs=2e-5)
        assert corrections.reshape(-1, 2) == pytest.approx(np.array(sums), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("blocks", [0, 1, 3])
def test_blocks_that_have_changed_nothing_change_nothing(blocks: int) -> None:
    weights, agreed = np.ones(4, np.float32), np.ones(8, np.float32)
    merge(weights, agreed, [LearnedBlock(2, 5, changes([], [], []))] * blocks, 2)
    assert weights.tolist() == [1] * 4
    assert agreed.tolist() == [1] * 8


def test_a_single_block_is_taken_as_it_is_and_what_two_have_met_lies_between_mean_and_sum() -> None:
    block = changes([1, 3], [0.5, -2.0], [(1.0, 2.0), (-3.0, 3.0)])
    weights, agreed = np.zeros(4, np.float32), np.zeros(8, np.float32)
    merge(weights, agreed, [LearnedBlock(1, 5, block)], 2)
    assert weights.tolist() == [0.0, 0.5, 0.0, -2.0]
    assert agreed.tolist() == [0, 0, 1, 2, 0, 0, -3, 3]
    weights[:], agreed[:] = 0, 0
    merge(weights, agreed, [LearnedBlock(1, 5, block)] * 2, 2)
    assert 0.5 <= weights[1] <= 1.0
    assert -4.0 <= weights[3] <= -2.0
    assert agreed.tolist() == [0, 0, 2, 4, 0, 0, -6, 6]


def test_games_are_shared_out_to_the_last() -> None:
    assert games_of_blocks(11, 4) == [3, 3, 3, 2]
    assert games_of_blocks(2, 4) == [1, 1, 0, 0]
    assert games_of_blocks(None, 2) == [None, None]


# On the command line.


@pytest.mark.compiled
def test_with_workers_and_a_seed_all_repeats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("learn", "tic_tac_toe", "--games", "900", "--workers", "2", "--no-match", "--json")
    one = json.loads(here(*arguments, "--to", "one.learned"))
    here(*arguments, "--to", "two.learned")
    first, second = (read_estimate(tmp_path / f"{name}.learned") for name in ("one", "two"))
    assert np.array_equal(first.weights, second.weights)
    assert one["games"] == 900
    assert "--workers 2 --seed 1" in one["resume"]


def test_threads_and_workers_are_two_ways() -> None:
    assert "--threads play in this process, --workers and --cluster elsewhere" in refused_here(
        "learn", "tic_tac_toe", "--threads", "1", "--workers", "2"
    )
    with pytest.raises(LearningError, match="threads play in this process"):
        learn("tic_tac_toe", threads=1, workers=1)
    with pytest.raises(LearningError, match="workers is a whole number from 1 up, not 0"):
        learn("tic_tac_toe", workers=0)


@pytest.mark.compiled
def test_no_two_blocks_throw_the_same_dice() -> None:
    one = learner("tic_tac_toe", InProcess())
    begins = sorted(one.dice_of(lesson, block) for lesson in range(40) for block in range(500))
    assert min(later - sooner for sooner, later in itertools.pairwise(begins)) > 10_000
    large = learner("tic_tac_toe", InProcess(), seed=10**9)
    assert all(0 <= dice_of(large, 10**6, 3) < 2**62 for dice_of in (Learner.dice_of, CrewLearner.dice_of))
