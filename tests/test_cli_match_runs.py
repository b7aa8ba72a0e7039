"""`kibitz match` while it runs: in processes, disturbed, on a terminal, and gone on with."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

import fair
import needs
from commandline import here, kibitz, refused_here, run_here
from kibitz.arena.store import Store
from kibitz.errors import StoreError
from matched import RULES, TTT, Here, asked, games, own_store, players_file
from screen import ends, says, terminal

pytestmark = pytest.mark.untraced

Result = TypeVar("Result")


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    return own_store(monkeypatch, tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    return players_file(tmp_path)


@needs.open_files_that_go
@pytest.mark.parametrize("instead", [False, True])
def test_a_store_that_goes_while_games_are_played(instead: bool, monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    other = store.parent / "other.db"
    with Store.open(str(other)):
        pass

    class Vandal(Here):
        def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
            if other.exists():
                for file in store.parent.glob("games.db*"):
                    file.unlink()
                other.replace(store if instead else store.parent / "another.db")
            return super().submit(fn, *args, **kwargs)

    monkeypatch.setattr("kibitz.workers.workplace.executor", lambda workers, cluster: Vandal())
    sentence = refused_here("match", "random", "random", *TTT, "--games", "2")
    assert ("was replaced by another" if instead else "was deleted while it was in use") in sentence


def test_the_seed_says_all_and_the_workers_nothing(mine: Path) -> None:
    """Nor does what a player prints stand in the answer."""
    whole = ("match", f"{mine}:chatty", "random", *TTT, "--games", "12", "--seed", "7")
    here(*whole)
    run = kibitz(*whole, "--workers", "3", "--json")
    assert json.loads(run.stdout)["games"] == 12
    assert "my move" in run.stderr
    here(*whole[:-1], "8")
    assert games(1) == games(2) != games(3)


@pytest.mark.compiled
def test_rules_that_do_not_compile_are_told_once_with_their_file(tmp_path: Path) -> None:
    file = tmp_path / "slow_rules.py"
    file.write_text(RULES.replace("said: int", "said: float"), encoding="utf-8")  # a state of floats does not compile
    run = kibitz(
        "match", "minimax:depth=1", "minimax:depth=2", "--game", str(file), "--games", "12", "--workers", "3", "--json"
    )
    assert json.loads(run.stdout)["games"] == 12
    (sentence,) = run.stderr.splitlines()
    assert re.match(r"kibitz: slow_rules.py: Count runs as plain Python, right but slow: field 'said' of State", sentence)


def begin(*arguments: str, **settings: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "match", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | settings,
        start_new_session=True,
    )


def wait_for(store: Path, played: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with Store.open(str(store), make=False) as kept:
                if kept.matches()[0].played >= played:
                    return
        except (StoreError, IndexError):
            pass
        time.sleep(0.05)
    raise AssertionError("no game was played")


@needs.process_groups
def test_ctrl_c_says_how_it_stands_and_resume_completes_it(mine: Path, store: Path) -> None:
    whole = (f"{mine}:slow", "random", *TTT, "--games", "40", "--seed", "4")
    run = begin(*whole, "--workers", "2", SLOWLY="0.2")  # a match of a quarter of a minute or more
    wait_for(store, 1)
    began = fair.now()
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does; the workers are in groups of their own
    written, complaint = run.communicate(timeout=60)
    assert fair.now() - began < 5
    assert (run.returncode, complaint.split()) == (130, ["kibitz:", "stopped"])
    assert re.match(r"tic_tac_toe: \d+ of 40 games", written)
    assert "`kibitz match --resume 1` goes on with it" in written
    resumed, undisturbed = asked("--resume"), asked(*whole)
    assert {**resumed, "match": 0, "seconds": 0, "conduct": None} == {**undisturbed, "match": 0, "seconds": 0, "conduct": None}
    assert games(1) == games(2)
    with closing(sqlite3.connect(store)) as tables:
        tables.execute("update kibitz_matches set kibitz = '0.0.1'")
        tables.execute("delete from kibitz_meetings where pair = 0")
        tables.execute("delete from kibitz_results where pair = 0")
        tables.commit()
    code, _, complaint = run_here("match", "--resume", "1")
    assert code == 0
    assert complaint.startswith("kibitz: match 1 was begun by kibitz 0.0.1 and goes on with ")


def test_output_that_nobody_reads_to_its_end(store: Path) -> None:
    here("match", "random", "random", *TTT, "--games", "300")
    run = begin("--export", "1")
    assert run.stdout is not None
    run.stdout.readline()
    run.stdout.close()
    run.stdout = None
    assert run.communicate(timeout=60)[1] == ""
    assert run.returncode == 1


@pytest.mark.usefixtures("screens_closed")
def test_on_a_terminal_a_live_table_comes_and_goes(mine: Path) -> None:
    screen = terminal("match", f"{mine}:slow", "random", *TTT, "--games", "16", "--workers", "1", "--seed", "4", SLOWLY="0.05")
    says(screen, "match 1, ")
    screen.expect(r"\d games/s, about \d+ \w+ left")
    says(screen, "first to move")
    says(screen, "\x1b[2K")  # what was shown is wiped out
    says(screen, "tic_tac_toe: 16 games")
    says(screen, "Match 1 in ")
    assert ends(screen) == 0
