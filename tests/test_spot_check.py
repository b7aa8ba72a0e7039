"""Workers that lie: found by work that is done again, named, and what they have sent is taken back."""

import itertools
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commandline import refused_here
from kibitz.arena.crew.batch import player_by_time, same_games
from kibitz.arena.fixture import Plan, Played
from kibitz.arena.match import Match
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.learner import Goal
from kibitz.learning.preparation import prepare
from kibitz.patterns.layout import FIRST
from kibitz.workers.jobs import deal
from kibitz.workers.spot_check import SHARE, SpotCheck, WorkerLies
from kibitz.workers.workplace import Workplace
from matched import Here
from stored import schedule


class TwoWorkers(Executor):
    """The workers anna and bert take turns, in this process; `lies` changes what bert sends."""

    workers = 2

    def __init__(self, lies: Callable[[Any], Any]) -> None:
        self._names, self._lies = itertools.cycle(("anna", "bert")), lies

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        result, _, seconds = fn(*args, **kwargs)
        name = next(self._names)
        future.set_result((self._lies(result) if name == "bert" else result, name, seconds))
        return future

    def stop(self) -> None:
        """Nobody is left behind."""


class Scripted(random.Random):
    """It draws no job of the first four, and every later one."""

    turn = 0

    def random(self) -> float:
        self.turn += 1
        return 0.9 if self.turn <= 4 else 0.0


def double(number: int) -> int:
    return 2 * number


def named(seed: int, blocks: int, lies: Callable[[Any], Any]) -> str | None:
    """The worker that is named while each sends so many blocks; None for none."""
    check = SpotCheck(Here(), dice=random.Random(seed))
    try:
        for _ in deal(TwoWorkers(lies), double, ((number,) for number in range(2 * blocks)), 2, check=check):
            pass
        check.look(wait=True)
    except WorkerLies as problem:
        return problem.worker
    return None


def test_a_worker_that_always_lies_is_found_within_a_hundred_blocks() -> None:
    runs = 1000
    found = [named(seed, 100, lambda result: result + 1) for seed in range(runs)]
    assert found.count("bert") / runs >= 0.985  # promised: 0.99; by chance 0.994, give or take 0.0024
    assert "anna" not in found
    assert 1 - (1 - SHARE) ** 100 >= 0.99, "and that is no luck"


def test_honest_workers_are_never_named_however_many_jobs_are_checked() -> None:
    assert all(named(seed, 100, lambda result: result) is None for seed in range(20))
    check = SpotCheck(Here(), share=1.0)
    assert len(list(deal(TwoWorkers(lambda result: result), double, [(number,) for number in range(9)], 2, check=check))) == 9
    check.look(wait=True)
    assert check.checked == 9


def test_a_check_whose_process_was_lost_is_made_again() -> None:
    class Lossy(Here):
        """It loses every second thing."""

        turn = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            self.turn += 1
            if self.turn % 2:
                future: Future[Any] = Future()
                future.set_exception(BrokenExecutor())
                return future
            return super().submit(fn, *args, **kwargs)

    check = SpotCheck(Lossy(), share=1.0)
    assert len(list(deal(TwoWorkers(lambda result: result), double, [(number,) for number in range(9)], 2, check=check))) == 9
    check.look(wait=True)
    assert check.checked == 9
    check.draw(double, (2,), 5, "bert")
    with pytest.raises(WorkerLies):
        check.look(wait=True)


@pytest.mark.compiled
def test_a_block_of_learning_that_was_changed_is_found() -> None:
    class Place(Workplace):
        def executor(self) -> Any:
            return TwoWorkers(changed)

        @property
        def count(self) -> int:
            return 2

    def changed(block: Any) -> Any:
        weights = np.frombuffer(block.changes.weights, np.float32).copy()
        weights[0] = np.nextafter(weights[0], np.float32(9))
        return replace(block, changes=replace(block.changes, weights=weights.tobytes()))

    def learner(share: float) -> CrewLearner:
        return CrewLearner(prepare(load("tic_tac_toe"), 12), Place(), 2, check=SpotCheck(Here(), share))

    checked = learner(1.0)
    with pytest.raises(WorkerLies, match=r"the worker bert .* None of its blocks of this round were merged"):
        checked.run(Goal(games=500), lambda progress: None)
    assert checked.progress.games == 0
    assert not checked.arrays[0][FIRST:].any()
    learner(0.0).run(Goal(games=500), lambda progress: None)


def test_the_games_of_a_worker_that_lies_are_taken_back_and_the_match_goes_on(tmp_path: Path) -> None:
    def lies(games: list[Played]) -> list[Played]:
        return [Played(one.pair, one.side, one.moves, (1.0, -1.0)) for one in games]

    plan = Plan("tic_tac_toe", ("random", "greedy"), 3)
    with Store.open(str(tmp_path / "games.db")) as store:
        quiet, number = (store.add(plan, schedule(30)) for _ in range(2))
        expected = Match(store, quiet).play(Here(), 1)
        check = SpotCheck(Here(), share=0.5, same=same_games, dice=Scripted())
        with pytest.raises(
            WorkerLies, match=r"^the worker bert sent another result .* Its \d+ games of this run were taken back"
        ) as raised:
            Match(store, number).play(TwoWorkers(lies), 2, check=check)
        kept = {played.key: played for _, played in store.games(number)}
        honest = {played.key: played for _, played in store.games(quiet)}
        assert kept
        assert all(same_games([played], [honest[key]]) for key, played in kept.items())
        assert int(str(raised.value).partition("Its ")[2].split()[0]) > 0
        assert Match(store, number).play(Here(), 1).totals == expected.totals


@pytest.mark.parametrize(
    ("players", "clock", "timed"),
    [
        (("random", "minimax:depth=2"), None, None),
        (("greedy", "minimax"), None, "minimax"),
        (("deepening:depth=3,time=1", "random"), None, "deepening:depth=3,time=1"),
        (("deepening:nodes=500", "perfect"), None, "perfect"),
        (("minimax:depth=2", "random"), "60+1", "minimax:depth=2"),
        (("random", "uci:stockfish"), None, "uci:stockfish"),
    ],
)
def test_players_by_time_cannot_be_checked(players: tuple[str, ...], clock: str | None, timed: str | None) -> None:
    assert player_by_time(Plan("tic_tac_toe", players, 1, time_control=clock)) == timed


def test_who_is_checked_has_to_be_somebody_else_and_to_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    assert "--verify checks on workers: give --cluster or --workers" in refused_here("learn", "tic_tac_toe", "--verify")
    match = ("match", "random", "minimax", "--game", "tic_tac_toe", "--verify")
    assert "the games of minimax cannot be played again, for it thinks for a time" in refused_here(*match)
    assert "--verify may take games back" in refused_here(*match, "--pgn", str(tmp_path / "x.pgn"))
