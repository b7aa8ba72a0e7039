"""A search begins before its machine code is there, and that takes over: the answer is the same as with it from the start."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
import needs
from kibitz.core.thought import Limit, Thought
from kibitz.errors import RulesWarning
from kibitz.kernel import ahead, cache, machine_of
from kibitz.kernel.machine import Machine, _codes, _machines
from kibitz.patterns.library import knowledge_for
from kibitz.players.engine import Engine
from kibitz.runtime.background import is_beside
from kibitz.search.algorithms import alphabeta, deepening
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.proof_search import ProofSearch

compiled = pytest.mark.compiled


class Code:
    """Machine code that a test lets come when it wants."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[[], None]] = []
        self.wanted = threading.Event()

    def when_done(self, callback: Callable[[], None]) -> None:
        self.callbacks.append(callback)
        self.wanted.set()

    def come(self) -> None:
        for callback in self.callbacks:
            callback()


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> Code:
    """No search has its code at the start; it comes when the test says so."""
    made = Code()
    monkeypatch.setenv("KIBITZ_COMPILE", "")
    monkeypatch.setattr(ahead, "DELAY", 0.0)
    monkeypatch.setattr(ahead, "prepare", lambda machine, kernels: made)
    monkeypatch.setattr(Machine, "is_at_hand", lambda machine, kernel: False)
    return made


CASES = [
    ("connect_four", "deepening", {"depth": 7}),
    ("connect_four", "selective", {"depth": 6}),
    ("othello:size=6", "deepening", {"nodes": 20_000}),
    ("tic_tac_toe", "alphabeta", {"depth": 7}),
    ("tic_tac_toe", "solve", {}),
    ("kalah:pits=3,seeds=3", "solve", {}),
    ("tic_tac_toe", "mcts", {"nodes": 3_000}),
    ("trio", "maxn", {"depth": 6}),
    ("pig", "expectiminimax", {"depth": 5}),
    ("chess", "deepening", {"depth": 3}),
]


def told(thought: Thought) -> tuple[Any, ...]:
    return (
        thought.value,
        thought.best,
        thought.line,
        thought.depth,
        thought.nodes,
        thought.bounds,
        thought.stopped,
        thought.moves,
    )


@compiled
@pytest.mark.parametrize(("spec", "search", "limits"), CASES, ids=[f"{spec}-{search}" for spec, search, _ in CASES])
def test_the_answer_is_that_of_machine_code_from_the_start(
    spec: str, search: str, limits: dict[str, int], code: Code, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = kibitz.begin(spec, search=search, **limits)  # type: ignore[arg-type]  # limits
    assert code.wanted.wait(20)
    time.sleep(0.05)
    code.come()
    thoughts = list(thinking)
    monkeypatch.undo()
    assert told(thoughts[-1]) == told(kibitz.think(spec, search=search, **limits))  # type: ignore[arg-type]  # limits
    depths = [one.depth for one in thoughts]
    assert depths == sorted(depths), "what was found is not forgotten"


@compiled
@pytest.mark.parametrize("all_moves", [False, True])
def test_code_that_comes_after_the_proof_cuts_no_line_short(
    all_moves: bool, code: Code, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ProofSearch._line

    def late(search: ProofSearch, state: Any, settled: Any) -> tuple[int, ...]:
        if not search._has_code:
            assert code.wanted.wait(20)
            code.come()
        return line(search, state, settled)

    monkeypatch.setattr(ProofSearch, "_line", late)
    found = kibitz.think("tic_tac_toe", search="solve", all_moves=all_moves)
    monkeypatch.undo()
    assert told(found) == told(kibitz.think("tic_tac_toe", search="solve", all_moves=all_moves))


@pytest.mark.parametrize(("spec", "search", "limits"), CASES[3:7], ids=[f"{spec}-{search}" for spec, search, _ in CASES[3:7]])
@pytest.mark.twice
def test_plain_python_answers_alone_where_no_code_comes(
    spec: str, search: str, limits: dict[str, int], code: Code, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kibitz.think(spec, search=search, **limits)  # type: ignore[arg-type]  # limits
    monkeypatch.undo()
    assert told(found) == told(kibitz.think(spec, search=search, **limits))  # type: ignore[arg-type]  # limits


@compiled
def test_a_time_is_kept_and_the_best_so_far_survives_the_change(code: Code) -> None:
    machine_of(kibitz.load("connect_four"), knowledge_for(kibitz.load("connect_four"))).ready(deepening.enter)
    began = time.perf_counter()
    thinking = kibitz.begin("connect_four", time=0.5)
    assert code.wanted.wait(20)
    threading.Timer(0.45, code.come).start()
    found = thinking.result()
    assert time.perf_counter() - began < 5
    assert found.stopped == "time"
    assert found.depth >= 2
    stopped = kibitz.begin("connect_four")
    assert code.wanted.wait(20)
    code.come()
    stopped.stop()
    assert stopped.result().stopped == "interrupted"


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing was ever compiled here."""
    monkeypatch.setenv("KIBITZ_COMPILE", "")
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(ahead, "_under_way", {})
    cache.cache_root.cache_clear()
    kept, codes = dict(_machines), dict(_codes)
    _machines.clear()
    _codes.clear()
    yield tmp_path / "cache"
    _machines.clear()
    _machines.update(kept)
    _codes.update(codes)
    cache.cache_root.cache_clear()


OWN = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game, Knowledge


class State(NamedTuple):
    heap: int


@dataclass(frozen=True)
class Take(Game):
    """Take one, two or three."""

    size: int = 40

    def start(self):
        return State(self.size)

    def moves(self, state):
        for n in range(1, min(3, state.heap) + 1):
            yield n

    def play(self, state, n):
        return State(state.heap - n)

    def is_over(self, state):
        return state.heap == 0

    def result(self, state):
        return -1


@dataclass(frozen=True)
class Wise(Knowledge):
    def evaluate(self, state):
        return {value}
'''


@compiled
def test_another_process_makes_the_code_of_a_game_in_a_file(
    cold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its knowledge, and while this process searches and compiles nothing."""
    monkeypatch.setattr(ahead, "DELAY", 0.0)
    file = tmp_path / "take.py"
    file.write_text(OWN.format(value="0.5 if state.heap % 4 else -0.5"))
    game = kibitz.load(str(file))
    thinking = kibitz.begin(game, search="alphabeta")
    machine = thinking._wanted
    for thought in thinking:
        if thinking._has_code and thought.depth > 14:
            break
    thinking.close()
    assert sorted(one.name.partition(".enter")[0] for one in cold.glob("*/*.code")) == ["alphabeta", "helpers.alphabeta"]
    assert machine.is_at_hand(alphabeta.enter)


@compiled
def test_rules_that_do_not_compile_are_searched_all_the_same(
    cold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "DELAY", 0.0)
    file = tmp_path / "slow.py"
    file.write_text(OWN.format(value="float(str(state.heap % 4)) if {1: 2} else 0.0"))
    thinking = kibitz.begin(f"{file}:size=1000", search="alphabeta", time=60)
    while not thinking._wanted.problem:
        time.sleep(0.05)
    thinking.stop()
    with pytest.warns(RulesWarning, match="Take runs as plain Python, right but slow: .*cannot be compiled"):
        found = thinking.result()
    assert found.best in (1, 2, 3)
    assert not thinking._has_code


@pytest.mark.parametrize(
    ("does", "problem"),
    [
        ("os.abort()", "the compiler crashed on its rules (SIGABRT)"),
        ("os._exit(1)", ""),
        ("os.kill(os.getpid(), signal.SIGTERM)", ""),
        ("print('a rule'); sys.stdout.flush(); os.abort()", "a rule"),
        ("pass", ""),
    ],
)
@needs.ends_by_signals
def test_a_compiler_that_crashes_takes_no_other_process_with_it(
    does: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "COMMAND", f"import os, signal, sys; sys.stdin.buffer.read(9); {does}")
    assert ahead._build_elsewhere(b"x") == problem


def test_a_job_that_cannot_be_read_is_left_to_the_process_that_wanted_it() -> None:
    assert ahead._build_elsewhere(b"no pickle") == ""


@compiled
def test_a_short_search_compiles_nothing(cold: Path) -> None:
    assert kibitz.think("tic_tac_toe", depth=2).depth == 2
    assert not list(cold.glob("*/*"))


SCRIPT = (
    OWN.format(value="0.0")
    + """
import kibitz, sys
if __name__ == "__main__":
    thinking = kibitz.begin(Take(1000), search="alphabeta")
    for thought in thinking:
        if thinking._has_code:
            break
    thinking.close()
    print("numba" in sys.modules)
"""
)


@compiled
def test_a_class_of_the_script_itself_is_compiled_in_its_process(tmp_path: Path) -> None:
    """Another process would run the script once more."""
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    environment = os.environ | {"KIBITZ_COMPILE": "", "KIBITZ_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, str(file)], env=environment, capture_output=True, text=True, check=False, timeout=200
    )
    assert done.stdout.split() == ["True"], done.stderr


def test_a_process_that_makes_code_ends_with_the_one_that_wants_it() -> None:
    lasting = "import sys, time; from kibitz.kernel import ahead; ahead._compile = lambda job: time.sleep(60); "
    lasting += ahead.COMMAND
    with subprocess.Popen([sys.executable, "-c", lasting], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        process.stdin.write((1).to_bytes(8, "little") + b"x")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.stdin.close()
        assert process.wait(20) == 1


@compiled
def test_a_level_hurries_more_where_it_moves_again(code: Code) -> None:
    level = kibitz.player("computer:level=8")
    assert isinstance(level, Engine)
    begun = kibitz.Position("kalah")
    again = next(one for one in map(begun.play, begun.legal()) if one.to_move == begun.to_move)
    other = next(one for one in map(begun.play, begun.legal()) if one.to_move != begun.to_move)
    assert level._limit_now(begun).time == level._limit_now(other).time == 2 * (level._limit_now(again).time or 0)
    level.is_hurried = False
    assert level._limit_now(begun) == level.limit


def test_each_kernel_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    may_end = threading.Event()

    def prepare(made: ahead.Compilation) -> None:
        begun.append(made._kernels)
        may_end.wait(20)

    monkeypatch.setattr(ahead, "_under_way", {})
    monkeypatch.setattr(ahead.Compilation, "_prepare", prepare)
    machine = machine_of(kibitz.load("nim"))
    one, two = (lambda: 1), (lambda: 2)
    first, second = ahead.prepare(machine, [one]), ahead.prepare(machine, [one, two])
    heard: list[str] = []
    second.when_done(lambda: heard.append("second"))
    assert not first.done.wait(0.1)
    may_end.set()
    assert second.done.wait(20)
    second.when_done(lambda: heard.append("late"))
    assert first.done.is_set()
    assert begun == [[one], [two]]
    assert heard == ["second", "late"]


def test_whoever_wants_can_wait_for_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_COMPILE", "first")
    assert not is_beside()
    monkeypatch.setenv("KIBITZ_COMPILE", "")
    assert is_beside()
    assert isinstance(kibitz.begin("nim", limit=Limit(depth=1)), Thinking)


@pytest.mark.parametrize(
    ("game", "search", "kernels"),
    [
        ("tic_tac_toe", "mcts", {"mcts.enter"}),
        ("go:size=5", "mcts", {"mcts.enter", "game_path.note_played"}),
        ("go", "mcts", {"mcts.enter", "game_path.note_played", "game_path.note_last"}),
        ("chess", "deepening", {"deepening.enter", "path.note_past"}),
        ("chess", "selective", {"selective.enter", "path.note_past", "solve.enter"}),
        ("morris", "solve", {"solve.enter", "deepening.enter", "path.note_past"}),
    ],
)
def test_a_player_prepares_every_kernel_of_its_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, search: str, kernels: set[str]
) -> None:
    """One that is not ready makes short searches plain ones, move after move."""
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    found = set()
    monkeypatch.setattr(
        Machine, "ready", lambda machine, kernel: found.add(f"{kernel.__module__.split('.')[-1]}.{kernel.__name__}")
    )
    Engine("", search, Limit(time=0.1)).prepare(kibitz.load(game))
    assert found == kernels
