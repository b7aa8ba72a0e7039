"""The whole of a match under fire: workers, drivers and schedulers killed by the second; every game is counted exactly once."""

import importlib.util
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import players_gone_wrong
from commandline import done
from kibitz.arena.store import Store
from kibitz.errors import StoreError
from machines import Machines

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")]

GAMES = 1000
FIGURES = ("games", "a_wins", "b_wins", "draws", "pairs", "score", "elo", "elo_error", "los", "distinct", "forfeits")
SLOWLY = 0.008  # seconds a game: so that a thousand of them last long enough to be shot at
PLAYER = """
import os, time

def is_watched():
    try:
        return time.time() - os.stat(os.environ["WATCHED"]).st_mtime < 0.3
    except (KeyError, FileNotFoundError):
        return True

def mine(position, dice):
    while not is_watched():
        time.sleep(0.01)
    time.sleep(float(os.environ.get("SLOWLY", 0)) if len(position.moves) < 3 else 0)
    return dice.choice(position.legal())
"""


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A player of a file, which throws dice, and waits while the test stands still: or else the match might end meanwhile."""
    monkeypatch.setenv("WATCHED", str(tmp_path / "watched"))
    file = tmp_path / "mine.py"
    file.write_text(PLAYER)
    return f"{file}:mine"


def match(store: Path, *arguments: str) -> "subprocess.Popen[str]":
    """The command, while it plays."""
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "match", *arguments, "--store", str(store), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SLOWLY": str(SLOWLY)},
    )


def played(file: Path) -> int:
    """How many games the store has of its match; 0 before that is there."""
    try:
        with Store.open(str(file), make=False) as store:
            return store.totals(1).played
    except StoreError:
        return 0


def wait_for(file: Path, games: int, running: "subprocess.Popen[str]") -> None:
    watched, end = Path(os.environ["WATCHED"]), time.monotonic() + 120
    while played(file) < games and time.monotonic() < end:
        assert running.poll() is None, running.communicate()
        watched.touch()
        time.sleep(0.02)
    assert played(file) >= games


def workers(driver: int) -> list[int]:
    """The worker processes of a match."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == driver and "kibitz.arena.crew._worker" in (place / "cmdline").read_text():
                found.append(int(place.name))
        except (OSError, IndexError):  # it ended meanwhile
            continue
    return found


@contextmanager
def killing_workers(driver: "subprocess.Popen[str]", every: float) -> Iterator[list[int]]:
    """Kills a worker of the match now and then."""
    over, killed = threading.Event(), list[int]()

    def kill() -> None:
        while not over.wait(every):
            for pid in workers(driver.pid)[:1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def ended(running: "subprocess.Popen[str]") -> dict[str, Any]:
    """What a match that comes to its end has written."""
    Path(os.environ["WATCHED"]).unlink()  # now it may
    out, complaints = running.communicate(timeout=120)
    assert (running.returncode, complaints) == (0, "")
    told: dict[str, Any] = json.loads(out)
    return told


def undisturbed(folder: Path, *settings: str) -> dict[str, Any]:
    """The same match, with nobody in its way."""
    told = json.loads(done("match", *settings, "--store", str(folder / "quiet.db"), "--json"))
    return {name: told[name] for name in FIGURES}


def check(file: Path, told: dict[str, Any], expected: dict[str, Any]) -> None:
    """Exactly the scheduled games are there, each once, and their figures are those of the undisturbed match."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as tables:
        rows = tables.execute("select count(*) from kibitz_results").fetchone()[0]
        keys = tables.execute("select count(*) from (select distinct match, pair, side from kibitz_results)").fetchone()[0]
        assert tables.execute("pragma integrity_check").fetchone() == ("ok",)
    assert (rows, keys) == (GAMES, GAMES)
    assert {name: told[name] for name in FIGURES} == expected


def test_workers_killed_every_second_and_the_driver_three_times(tmp_path: Path, player: str) -> None:
    file, settings = tmp_path / "games.db", (player, "random", "--game", "tic_tac_toe", "--games", str(GAMES), "--seed", "8")
    killed = 0
    for run in range(4):
        asked = settings if run == 0 else ("--resume",)
        running = match(file, *asked, "--workers", "2")
        try:
            with killing_workers(running, 1.0) as shot:
                if run < 3:
                    wait_for(file, 250 * (run + 1), running)
                    while killed + len(shot) < run:
                        time.sleep(0.02)
                    orphans = workers(running.pid)
                    running.kill()
                    running.communicate()
                else:
                    told = ended(running)
            killed += len(shot)
        finally:
            running.kill()
        if run < 3:
            assert players_gone_wrong.gone(orphans, 20)
    assert killed >= 2
    check(file, told, undisturbed(tmp_path, *settings))


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra cluster is not installed")
def test_the_same_on_dask_with_a_worker_and_the_scheduler_killed(
    tmp_path: Path, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, settings = tmp_path / "games.db", (player, "random", "--game", "tic_tac_toe", "--games", str(GAMES), "--seed", "8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("SLOWLY", str(SLOWLY))  # which the workers inherit
    machines = Machines(tmp_path / "elsewhere")
    try:
        running = match(file, *settings, "--cluster", machines.address)
        wait_for(file, 150, running)
        machines.lose_worker()
        wait_for(file, 300, running)
        machines.scheduler.kill()
        out, complaint = running.communicate(timeout=60)
        assert (running.returncode, out) == (2, "")
        assert complaint.startswith("kibitz: the scheduler at tcp://")
        machines.end()
        machines.start()
        for games in (500, 700, 850):
            running = match(file, "--resume", "--cluster", machines.address)
            wait_for(file, games, running)
            running.kill()
            running.communicate()
            machines.lose_worker()
            machines.workers.append(machines.add_worker())
        running = match(file, "--resume", "--cluster", machines.address)
        told = ended(running)
    finally:
        running.kill()
        machines.end()
    monkeypatch.delenv("SLOWLY")
    check(file, told, undisturbed(tmp_path, *settings))
