"""Worker processes that die, hang and are killed, and a driver that does; no game is lost by it."""

import itertools
import json
import os
import pickle
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

import fair
import needs
import players_gone_wrong
from commandline import here
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import flow
from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.arena.store import Store
from kibitz.errors import CrewError, PlayerError, StoreError
from kibitz.workers.crew import Crew, Died, is_lost
from stored import schedule

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]

PATIENCE = 20.0  # seconds for what comes at once, or else not for half a minute or ever: the machine may stand still meanwhile


def how(games: list[Played]) -> dict[Key, tuple[object, ...]]:
    return {one.key: (one.moves, one.payoffs, one.forfeit, one.reason) for one in games}


def all_of(crew: Crew, plan: Plan, fixtures: list[Fixture]) -> list[Played]:
    return list(itertools.chain.from_iterable(flow(crew, plan, fixtures, crew.workers)))


def test_a_crew_plays_as_one_process_does() -> None:
    plan, fixtures = Plan("tic_tac_toe", ("random", "greedy"), 5), schedule(20)
    with Crew(2) as crew:
        played = all_of(crew, plan, fixtures)
        pids = crew.pids
        assert not crew.submit(eval, "'numba' in __import__('sys').modules").result()  # nobody needed it
    assert how(played) == how(play_batch(Batch(plan, tuple(fixtures))))
    assert len(played) == 40
    assert players_gone_wrong.gone(pids, 0.1)


@pytest.mark.parametrize(
    ("name", "clock", "reason"),
    [
        ("leaves", None, "ended its own process each of 3 times (exit code 3)"),
        ("crashes", None, "ended its own process each of 3 times (SIGSEGV)"),
        ("Ending", 0.5, "ended its own process each of 3 times (exit code 3)"),  # while it is made
        ("Unmade", 0.5, "thought on when its 0.5 s were over, and could not be stopped"),  # as before
        ("Undecided", 0.5, "thought on when its 0.5 s were over, and could not be stopped"),  # while it is asked what it plays
        ("stuck", 2.0, "thought on when its 2 s were over, and could not be stopped"),  # time to get stuck: or else it can be
    ],
)
def test_a_player_that_ends_or_blocks_its_process_loses_and_the_others_go_on(
    tmp_path: Path, name: str, clock: float | None, reason: str
) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:{name}"
    fixtures = [Fixture(4, 1, (1, 0), "2,2"), *(Fixture(pair, 0, (1, 1), "") for pair in range(5, 20))]
    with Crew(1, grace=0.3) as crew:
        played = all_of(crew, Plan("tic_tac_toe", (spec, "random"), 1, clock), fixtures)
    by_key = {one.key: one for one in played}
    assert len(played) == len(by_key) == len(fixtures)
    assert [one for one in played if one.forfeit is not None] == [Played(4, 1, ("2,2",), None, 1, f"{spec} {reason}")]


# While an exception waits for a thread that sleeps, CPython 3.11 under a tracer never gets beyond the entry of a function: so
# the player is not left behind but waited for.
def test_a_worker_with_a_player_that_was_left_behind_is_replaced(tmp_path: Path) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:asleep"
    plan = Plan("tic_tac_toe", (spec, "random"), 1, clock=1.0)  # time to fall asleep: who is awake can be stopped
    with Crew(1) as crew:
        before = crew.submit(os.getpid).result()
        assert crew.submit(os.getpid).result() == before
        (played,) = crew.submit(play_batch, Batch(plan, (Fixture(0, 0, (0, 1), ""),))).result()
        assert played.forfeit == 0
        assert crew.submit(os.getpid).result() != before


def test_what_goes_wrong_comes_back_as_it_is_and_costs_one_piece_of_work() -> None:
    only_there = "import sys, types; sys.modules['there'] = m = types.ModuleType('there')"
    with Crew(1) as crew:
        with pytest.raises(PlayerError, match="no player called"):
            next(flow(crew, Plan("tic_tac_toe", ("rondom", "random"), 1), schedule(1), 1))
        wrong = crew.submit(int, "x").exception()
        assert isinstance(wrong, ValueError)
        assert "in _answer" in "".join(wrong.__notes__)
        with pytest.raises(RuntimeError, match="Oops: sick"):  # of a class that only the worker knows
            crew.submit(exec, f"{only_there}; exec('class Oops(Exception): pass', m.__dict__); raise m.Oops('sick')").result()
        assert crew.submit(sys.exit, 4).exception() is not None  # and the worker lives on
        before, dies, after = crew.submit(len, "a"), crew.submit(os._exit, 7), crew.submit(len, "ab")
        died = dies.exception()
        assert (before.result(), after.result()) == (1, 2)
    assert isinstance(died, Died)
    assert (died.code, died.note, died.from_outside, died.overdue) == (7, None, False, False)
    assert pickle.loads(pickle.dumps(died)).code == 7
    killed_worker = type("KilledWorker", (Exception,), {})()  # dask's
    assert [is_lost(one) for one in (died, CancelledError(), killed_worker, ValueError())] == [True, True, True, False]
    with pytest.raises(RuntimeError, match="no more work"):
        crew.submit(len, "four")


def test_workers_that_cannot_start_are_told(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("sys.path", [])
        with Crew(1) as crew, pytest.raises(CrewError, match="no worker process starts here"):
            crew.submit(len, "a").result()
    assert "Error" in capfd.readouterr().err

    def full(*anything: object, **more: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("kibitz.runtime.process.subprocess.Popen", full)
    before = len(os.listdir("/dev/fd"))
    with Crew(2) as crew, pytest.raises(CrewError, match="no worker process starts here: Too many open files"):
        crew.submit(len, "a").result(PATIENCE)
    assert len(os.listdir("/dev/fd")) == before


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


def test_closing_the_flow_cancels_what_has_not_begun() -> None:
    with Crew(1) as crew:
        games = flow(crew, Plan("tic_tac_toe", ("random", "random"), 1), schedule(10**4), 1)
        assert len(next(games)) == 1
        games.close()
        began = fair.now()
    assert fair.now() - began < 10


# The whole of a match under fire

GAMES = 240
PLAYER = """
import os, time

def mine(position, dice):
    while not os.path.exists("on"):
        time.sleep(0.01)
    time.sleep(0.01 if len(position.moves) < 3 else 0)
    return dice.choice(position.legal())
"""


def workers_of(driver: int) -> list[int]:
    """The worker processes of a match, once there are some: what is wanted may be in the store before a driver has begun."""
    end = time.monotonic() + 60
    while not (found := list_workers(driver)):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def list_workers(driver: int) -> list[int]:
    """The worker processes of a match that there are now."""
    found = []
    for one in psutil.Process(driver).children():
        with suppress(psutil.Error):  # it ended meanwhile
            if "kibitz.workers.worker" in one.cmdline():
                found.append(one.pid)
    return found


@contextmanager
def driver(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """The command `kibitz match`, while it plays."""
    command = [sys.executable, "-m", "kibitz", "match", *arguments, "--workers", "2", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def wait_for(games: int) -> None:
    """Until the store has so many games of its match; the players stand still before and after."""
    end, played = time.monotonic() + 120, 0
    Path("on").touch()
    while played < games:
        assert time.monotonic() < end
        time.sleep(0.02)
        try:
            with Store.open(make=False) as store:
                played = store.totals(1).played
        except StoreError:  # it is not there yet
            continue
    Path("on").unlink()


def test_workers_and_the_driver_are_killed_and_every_game_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_STORE", "games.db")
    Path("mine.py").write_text(PLAYER, encoding="utf-8")
    settings = ("mine.py:mine", "random", "--game", "tic_tac_toe", "--games", str(GAMES), "--seed", "8")
    for asked, games in ((settings, 40), (("--resume",), 120)):
        with driver(*asked) as running:
            wait_for(games // 2)
            shot = workers_of(running.pid)
            os.kill(shot[0], needs.KILL)
            wait_for(games)
            orphans = workers_of(running.pid)
            assert shot[0] not in orphans
            running.kill()
        assert players_gone_wrong.gone(orphans, PATIENCE)
    Path("on").touch()
    with driver("--resume") as running:
        written, complaint = running.communicate(timeout=120)
    assert (running.returncode, complaint) == (0, "")
    with closing(sqlite3.connect("file:games.db?mode=ro", uri=True)) as tables:
        found = tables.execute("select count(*), count(distinct pair * 2 + side) from kibitz_results").fetchone()
        assert tables.execute("pragma integrity_check").fetchone() == ("ok",)
    assert found == (GAMES, GAMES)
    quiet = json.loads(here("match", *settings, "--workers", "2", "--store", "quiet.db", "--json"))
    assert {**json.loads(written), "seconds": 0, "conduct": None} == {**quiet, "seconds": 0, "conduct": None}
