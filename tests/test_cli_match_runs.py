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
from commandline import done, here, kibitz, refused_here
from kibitz import load
from kibitz.arena.planning import plan_match
from kibitz.arena.store import Store
from kibitz.errors import StoreError
from matched import TTT, AtOnce, asked, games, own_store, players_file
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


@pytest.mark.parametrize("instead", [False, True])
def test_a_store_that_goes_while_games_are_played(instead: bool, monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    other = store.parent / "other.db"
    with Store.open(str(other)):
        pass

    class Vandal(AtOnce):
        def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
            if other.exists():
                for file in store.parent.glob("games.db*"):
                    file.unlink()
                other.replace(store if instead else store.parent / "another.db")
            return super().submit(fn, *args, **kwargs)

    monkeypatch.setattr("kibitz.cli._standing.executor", lambda workers, cluster: Vandal())
    sentence = refused_here("match", "random", "random", *TTT, "--games", "2")
    assert ("was replaced by another" if instead else "was deleted while it was in use") in sentence


def test_the_seed_says_all_and_the_workers_nothing(mine: Path, store: Path) -> None:
    whole = ("match", f"{mine}:slow", "random", *TTT, "--games", "12", "--seed", "7")
    for _ in range(2):
        here(*whole)
    done(*whole, "--workers", "3")
    assert games(1) == games(2) == games(3)
    here("match", f"{mine}:slow", "random", *TTT, "--games", "12", "--seed", "8")
    assert games(1) != games(4)


def test_what_a_player_prints_does_not_stand_in_the_answer(mine: Path) -> None:
    run = kibitz("match", f"{mine}:chatty", "random", *TTT, "--games", "2", "--workers", "1", "--json")
    assert json.loads(run.stdout)["games"] == 2
    assert "my move" in run.stderr


SLOW_RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    said: float

@dataclass(frozen=True)
class Slow(Game):
    """Say 1 or 2 in turn; whoever brings the sum beyond 4 has won. A state of floats does not compile."""

    def start(self):
        return State(0)

    def moves(self, state):
        return (1, 2)

    def play(self, state, move):
        return State(state.said + move)

    def is_over(self, state):
        return state.said > 4

    def result(self, state):
        return -1
'''


@pytest.mark.compiled
def test_rules_that_do_not_compile_are_told_once_with_their_file(tmp_path: Path) -> None:
    file = tmp_path / "slow_rules.py"
    file.write_text(SLOW_RULES, encoding="utf-8")
    run = kibitz(
        "match", "minimax:depth=1", "minimax:depth=2", "--game", str(file), "--games", "12", "--workers", "3", "--json"
    )
    assert json.loads(run.stdout)["games"] == 12
    (sentence,) = run.stderr.splitlines()
    assert re.match(r"kibitz: slow_rules.py: Slow runs as plain Python, right but slow: field 'said' of State", sentence)


def begin(*arguments: str, **settings: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "match", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | settings,
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


def test_ctrl_c_says_how_it_stands_and_resume_completes_it(mine: Path, store: Path) -> None:
    whole = (f"{mine}:slow", "random", *TTT, "--games", "40", "--seed", "4")
    run = begin(*whole, "--workers", "1", SLOWLY="0.2")  # a match of a quarter of a minute or more
    wait_for(store, 1)
    began = fair.now()
    run.send_signal(signal.SIGINT)
    written, complaint = run.communicate(timeout=60)
    assert fair.now() - began < 5
    assert (run.returncode, complaint.split()) == (130, ["kibitz:", "stopped"])
    assert re.match(r"tic_tac_toe: \d+ of 40 games", written)
    assert "`kibitz match --resume 1` goes on with it" in written
    resumed = asked("--resume")
    undisturbed = asked(*whole)
    assert {**resumed, "match": 0, "seconds": 0} == {**undisturbed, "match": 0, "seconds": 0}
    assert games(1) == games(2)


def test_two_matches_at_once_in_one_store(store: Path) -> None:
    runs = [begin("random", "random", *TTT, "--games", "60", "--workers", "1", "--json", "--seed", str(one)) for one in (1, 2)]
    told = [json.loads(run.communicate(timeout=60)[0]) for run in runs]
    assert sorted(one["match"] for one in told) == [1, 2]
    assert [one["games"] for one in asked("--list")["matches"]] == [60, 60]


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
    says(screen, "who moved first")
    says(screen, "\x1b[2K")  # what was shown is wiped out
    says(screen, "tic_tac_toe: 16 games")
    says(screen, "Match 1 in ")
    assert ends(screen) == 0


def test_a_match_that_another_kibitz_began_says_so(store: Path) -> None:
    with Store.open(str(store)) as kept:
        kept.add(*plan_match(load("nim"), ["random", "random"], games=2, seed=1))
    with closing(sqlite3.connect(store)) as tables:
        tables.execute("update kibitz_matches set kibitz = '0.0.1'")
        tables.commit()
    run = kibitz("match", "--resume")
    assert run.returncode == 0
    assert run.stderr.startswith("kibitz: match 1 was begun by kibitz 0.0.1 and goes on with ")
