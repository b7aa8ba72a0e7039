"""All positions found and valued by workers: byte for byte what the walk in memory writes, also when workers die."""

import functools
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import needs
from commandline import here, refused_here, run_here
from kibitz.core.registry import load
from kibitz.errors import GameError, RulesError, SolutionError
from kibitz.kernel import machine_of
from kibitz.solutions import Solution, solve_everything
from kibitz.solutions.layers import LayeredWalker
from kibitz.solutions.walker import RandomGames
from kibitz.workers import crew_walker
from kibitz.workers.crew import Crew
from kibitz.workers.crew_walker import CrewWalker, solve_everything_by_workers
from kibitz.workers.workplace import Workplace
from without_circles import GAMES, SMALL


@pytest.fixture(scope="module")
def place() -> Iterator[Workplace]:
    with Workplace(2) as shared:
        yield shared


@pytest.fixture(autouse=True)
def parts_of_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_walker, "LEAST_PART", 3)


def solve_there(game: str, file: Path, place: Workplace, **more: Any) -> Any:
    return solve_everything(game, file, layered=functools.partial(CrewWalker, place), **more)


def check_same(game: str, folder: Path, place: Workplace, **more: Any) -> None:
    expected, found = solve_everything(game, folder / "alone"), solve_there(game, folder / "there", place, **more)
    assert (found.positions, found.bytes, found.value) == (expected.positions, expected.bytes, expected.value)
    assert (folder / "alone").read_bytes() == (folder / "there").read_bytes()
    assert sorted(os.listdir(folder)) == ["alone", "there"]


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_workers_write_what_memory_writes(game: str, tmp_path: Path, place: Workplace) -> None:
    check_same(game, tmp_path, place)


@pytest.mark.parametrize("game", SMALL)
def test_in_plain_python_too(game: str, tmp_path: Path, place: Workplace) -> None:
    check_same(game, tmp_path, place)


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers(workers: int, tmp_path: Path) -> None:
    solve_everything(SMALL[0], tmp_path / "alone")
    (tmp_path / "files").mkdir()
    solve_everything_by_workers(SMALL[0], tmp_path / "there", scratch=tmp_path / "files", workers=workers)
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "there").read_bytes()
    assert os.listdir(tmp_path / "files") == []


def test_with_next_to_no_memory(tmp_path: Path, place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part for each position, and many runs for a layer."""
    kept, keep = [], CrewWalker._keep

    def note(walker: CrewWalker, name: str, *more: Any) -> Any:
        kept.append(name.split("-")[0])
        return keep(walker, name, *more)

    monkeypatch.setattr(CrewWalker, "_keep", note)
    check_same(SMALL[0], tmp_path, place, memory=400)
    assert kept.count("run") > 3
    assert kept.count("found") == len(Solution(tmp_path / "there"))


@needs.ends_by_signals
def test_what_a_killed_worker_had_is_done_by_another(tmp_path: Path) -> None:
    killed = set[int]()
    with Workplace(2) as place:

        def kill(positions: int, note: str) -> None:
            executor = place.executor()
            assert isinstance(executor, Crew)
            doing = note.split()[0]
            if doing in ("finding", "values") and "4 plies" in note and len(killed) < (1 if doing == "finding" else 2):
                pid = executor.pids[-1 if killed else 0]  # the first may still be gone
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)

        check_same("tic_tac_toe:width=3,height=2,line=2", tmp_path, place, progress=kill)
    assert len(killed) == 2


def be_silent(positions: int, note: str) -> None:
    pass


@pytest.mark.compiled
def test_rows_of_several_words_and_states_with_more_bits_than_any_that_were_seen(tmp_path: Path, place: Workplace) -> None:
    game = load("connect_four:width=4,height=4")
    machine = machine_of(game)
    seen = RandomGames(machine, game.start()).seen
    alone = LayeredWalker(game, machine, 2**24, [(1 << 60) - 1, *seen[1:]], be_silent, tmp_path)
    wide = CrewWalker(place, game, machine, 2**24, [(1 << 60) - 1, *seen[1:]], be_silent, tmp_path)
    narrow = CrewWalker(place, game, machine, 2**24, [bits & 7 for bits in seen], be_silent, tmp_path)
    assert len({walker.find_all() for walker in (alone, wide, narrow)}) == 1
    assert wide.layout == alone.layout
    assert wide.layout.words > narrow.layout.words
    assert np.array_equal(wide.solved_rows(), alone.solved_rows())
    assert narrow.count == alone.count
    for walker in (alone, wide, narrow):
        walker.close()
    assert os.listdir(tmp_path) == []


POINTS = """
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    left: int
    points: int

@dataclass(frozen=True)
class Points(Game):
    def start(self):
        return State(4, 0)

    def moves(self, state):
        yield 1
        yield 90

    def play(self, state, move):
        return State(state.left - 1, move - state.points)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return -state.points
"""


def test_results_larger_than_assumed_in_a_file_of_rules(tmp_path: Path, place: Workplace) -> None:
    """Results are up to 178, and 127 is assumed: rows are laid out anew."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "files").mkdir()
    rules = tmp_path / "rules" / "points.py"
    rules.write_text(POINTS, encoding="utf-8")
    check_same(str(rules), tmp_path / "files", place)


def test_rules_that_fail_in_a_worker_leave_no_file(tmp_path: Path, place: Workplace) -> None:
    rules = POINTS.replace("return state.left == 0", f"return state.left == 0 if os.getpid() == {os.getpid()} else 1 // 0 > 0")
    (tmp_path / "late.py").write_text(f"import os\n{rules}", encoding="utf-8")
    with pytest.raises(RulesError, match="division"):
        solve_there(str(tmp_path / "late.py"), tmp_path / "x.solution", place)
    assert [name for name in os.listdir(tmp_path) if name.startswith(("kibitz", "x"))] == []


def test_what_workers_cannot_solve_is_a_sentence(tmp_path: Path, place: Workplace) -> None:
    words = ("--everything", "--to", str(tmp_path / "x.solution"), "--workers", "1")
    assert "can come back to a position, and such a game is solved in memory" in refused_here("solve", "morris:men=3", *words)
    assert "--workers says nothing without --everything" in refused_here("solve", "tic_tac_toe", "--workers", "1")
    with pytest.raises(SolutionError, match="cannot be written"):
        solve_there(SMALL[0], tmp_path / "nowhere" / "x.solution", place)
    game = type("Nameless", (type(load("nim")),), {})()
    with pytest.raises(GameError, match="cannot be loaded by a worker"):
        solve_there(game, tmp_path / "x.solution", place)
    assert os.listdir(tmp_path) == []


@needs.signals_to_threads
def test_ctrl_c_ends_it_at_once_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = list[int]()

    def press(walker: CrewWalker, *more: Any) -> Any:
        executor = walker._place.executor()
        assert isinstance(executor, Crew)
        pids.extend(executor.pids)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        return values(walker, *more)

    values = CrewWalker._values
    monkeypatch.setattr(CrewWalker, "_values", press)
    assert run_here("solve", SMALL[0], "--everything", "--to", str(tmp_path / "x.solution"), "--workers", "2")[0] == 130
    assert os.listdir(tmp_path) == []
    due = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < due
        time.sleep(0.05)
    assert pids


def test_from_the_command_line(tmp_path: Path) -> None:
    said = here("solve", SMALL[0], "--everything", "--to", str(tmp_path / "x.solution"), "--workers", "2")
    assert "positions in" in said
    solve_everything(SMALL[0], tmp_path / "alone")
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "x.solution").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["alone", "x.solution"]
