"""Worker processes that die, hang and are killed, and a driver that does; no game is lost by it."""

import contextlib
import itertools
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

import fair
import players_gone_wrong
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.crew import Crew, Died
from kibitz.arena.crew.flow import flow, lost
from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.errors import CrewError, PlayerError

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]

PATIENCE = 20.0  # seconds for what comes at once, or else not for half a minute or ever: the machine may stand still meanwhile


def paired(pairs: int) -> list[Fixture]:
    return [Fixture(pair, side, (side, 1 - side), "") for pair in range(pairs) for side in (0, 1)]


def how(games: list[Played]) -> dict[Key, tuple[object, ...]]:
    return {one.key: (one.moves, one.payoffs, one.forfeit, one.reason) for one in games}


def all_of(crew: Crew, plan: Plan, fixtures: list[Fixture], workers: int = 2) -> list[Played]:
    return list(itertools.chain.from_iterable(flow(crew, plan, fixtures, workers)))


def test_a_crew_plays_as_one_process_does() -> None:
    plan, fixtures = Plan("tic_tac_toe", ("random", "greedy"), 5), paired(20)
    with Crew(2) as crew:
        played = all_of(crew, plan, fixtures)
        pids = crew.pids
        assert not crew.submit(eval, "'numba' in __import__('sys').modules").result()  # nobody needed it
    assert how(played) == how(play_batch(Batch(plan, tuple(fixtures))))
    assert len(played) == 40
    assert players_gone_wrong.gone(pids, 0.1)


@pytest.mark.parametrize(("player", "ending"), [("leaves", "exit code 3"), ("crashes", "SIGSEGV")])
def test_a_player_that_ends_its_process_loses_and_the_others_go_on(tmp_path: Path, player: str, ending: str) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:{player}"
    plan = Plan("tic_tac_toe", ("random", spec), 1)
    with Crew(2) as crew:
        played = all_of(crew, plan, [Fixture(0, 0, (0, 1), ""), *(Fixture(pair, 0, (0, 0), "") for pair in range(1, 30))])
    by_key = {one.key: one for one in played}
    assert len(played) == len(by_key) == 30
    assert [one.key for one in played if one.forfeit is not None] == [(0, 0)]
    assert by_key[0, 0].forfeit == 1
    assert by_key[0, 0].reason == f"{spec} ended its own process each of 3 times ({ending})"


def test_a_player_that_lets_nobody_through_is_killed_and_loses(tmp_path: Path) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:stuck"
    plan = Plan("tic_tac_toe", (spec, "random"), 1, clock=2.0)  # time to get stuck: who is not yet can be stopped
    with Crew(1, grace=0.3) as crew:
        (played,) = all_of(crew, plan, [Fixture(4, 1, (1, 0), "2,2")], 1)
    assert (played.key, played.forfeit, played.moves) == ((4, 1), 1, ("2,2",))
    assert played.reason == f"{spec} thought on when its 2 s were over, and could not be stopped"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Unmade", "thought on when its 0.5 s were over, and could not be stopped"),
        ("Undecided", "thought on when its 0.5 s were over, and could not be stopped"),
        ("Ending", "ended its own process each of 3 times (exit code 3)"),
    ],
)
def test_a_player_that_hangs_or_ends_the_process_before_the_game_loses_it(name: str, reason: str, tmp_path: Path) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:{name}"
    with Crew(1, grace=0.3) as crew:
        (played,) = all_of(crew, Plan("tic_tac_toe", (spec, "random"), 1, clock=0.5), [Fixture(4, 1, (1, 0), "2,2")], 1)
    assert (played.forfeit, played.moves, played.reason) == (1, ("2,2",), f"{spec} {reason}")


# While an exception waits for a thread that sleeps, CPython 3.11 under a tracer never gets beyond the entry of a function: so
# the player is not left behind but waited for.
def test_a_worker_with_a_player_that_was_left_behind_is_replaced(tmp_path: Path) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:asleep"
    plan = Plan("tic_tac_toe", (spec, "random"), 1, clock=2.0)  # time to fall asleep: who is awake can be stopped
    with Crew(1) as crew:
        assert crew.submit(os.getpid).result() == crew.submit(os.getpid).result()
        before = crew.pids
        (played,) = crew.submit(play_batch, Batch(plan, (Fixture(0, 0, (0, 1), ""),))).result()
        assert played.forfeit == 0
        assert [crew.submit(os.getpid).result()] != before


def test_what_goes_wrong_comes_back_as_it_is() -> None:
    with Crew(1) as crew:
        with pytest.raises(PlayerError, match="no player called"):
            next(flow(crew, Plan("tic_tac_toe", ("rondom", "random"), 1), paired(1), 1))
        wrong = crew.submit(int, "x").exception()
        assert isinstance(wrong, ValueError)
        assert "in _answer" in "".join(wrong.__notes__)
        assert crew.submit(sys.exit, 4).exception() is not None  # and the worker lives on
        assert crew.submit(len, "four").result() == 4
    with pytest.raises(RuntimeError, match="no more work"):
        crew.submit(len, "four")


def test_a_death_costs_one_piece_of_work() -> None:
    with Crew(1) as crew:
        before, dies, after = crew.submit(len, "a"), crew.submit(os._exit, 7), crew.submit(len, "ab")
        died = dies.exception()
        assert (before.result(), after.result()) == (1, 2)
    assert isinstance(died, Died)
    assert (died.code, died.note, died.from_outside, died.overdue) == (7, None, False, False)
    assert pickle.loads(pickle.dumps(died)).code == 7
    assert lost(died)
    assert lost(CancelledError())
    assert lost(type("KilledWorker", (Exception,), {})())  # dask's
    assert not lost(ValueError())


def test_workers_that_cannot_start_are_told(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.path", [])
    with Crew(1) as crew, pytest.raises(CrewError, match="no worker process starts here"):
        crew.submit(len, "a").result()
    assert "Error" in capfd.readouterr().err


def test_workers_that_the_system_does_not_start_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*anything: object, **more: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("kibitz.runtime.process.subprocess.Popen", full)
    before = len(os.listdir("/dev/fd"))
    with Crew(2) as crew, pytest.raises(CrewError, match="no worker process starts here: Too many open files"):
        crew.submit(len, "a").result(PATIENCE)
    assert len(os.listdir("/dev/fd")) == before


def test_an_exception_that_only_the_worker_knows_is_told_in_words() -> None:
    only_there = "import sys, types; sys.modules['there'] = m = types.ModuleType('there')"
    raising = f"{only_there}; exec('class Oops(Exception): pass', m.__dict__); raise m.Oops('sick')"
    with Crew(1) as crew:
        with pytest.raises(RuntimeError, match="Oops: sick"):
            crew.submit(exec, raising).result(PATIENCE)
        assert crew.submit(len, "a").result(PATIENCE) == 1


def test_stop_ends_all_at_once() -> None:
    crew = Crew(2)
    futures = [crew.submit(time.sleep, 30) for _ in range(6)]
    while not all(one.running() for one in futures[:2]):
        time.sleep(0.01)
    pids, began = crew.pids, fair.now()
    crew.stop()
    assert fair.now() - began < PATIENCE
    assert players_gone_wrong.gone(pids, 0.1)
    assert all(one.done() for one in futures)
    assert [one.cancelled() for one in futures] == [False, False, True, True, True, True]


DRIVER = """
import sys, time
from kibitz.arena.crew.flow import flow
from kibitz.arena.crew.crew import Crew
from kibitz.arena.fixture import Fixture, Plan
try:
    with Crew(2) as crew:
        fixtures = [Fixture(pair, 0, (0, 1), "") for pair in range(10**5)]
        for number, played in enumerate(flow(crew, Plan("tic_tac_toe", ("random", sys.argv[1]), 1), fixtures, 2)):
            if number == 4:
                print(*crew.pids, flush=True)
                if sys.argv[2:]:
                    fixed = [crew.submit(__import__(sys.argv[2]).match, "(a+)+$", "a" * 60 + "b") for _ in range(20)]
except KeyboardInterrupt:
    print("stopped", "numba" in sys.modules, flush=True)
"""


@contextlib.contextmanager
def driver(*arguments: str) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A driver in full swing, and its workers."""
    command = [sys.executable, "-c", DRIVER, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as started:
        try:
            assert started.stdout is not None
            pids = [int(pid) for pid in started.stdout.readline().split()]
            assert len(pids) == 2
            time.sleep(0.4)
            yield started, pids
        finally:
            started.kill()


def test_ctrl_c_ends_driver_and_workers_at_once() -> None:
    with driver("random", "re") as (started, pids):
        os.killpg(started.pid, signal.SIGINT)
        assert started.wait(PATIENCE) == 0
        assert started.communicate() == ("stopped False\n", "")
        assert players_gone_wrong.gone(pids, PATIENCE)


def test_closing_the_flow_cancels_what_has_not_begun() -> None:
    with Crew(1) as crew:
        games = flow(crew, Plan("tic_tac_toe", ("random", "random"), 1), paired(10**4), 1)
        assert len(next(games)) == 1
        games.close()
        began = fair.now()
    assert fair.now() - began < 10
