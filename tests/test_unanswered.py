"""Rules that never answer: every limit holds all the same, and a sentence says where."""

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from commandline import run_here
from kibitz import Limit, load, play_out, think
from kibitz.errors import RulesError
from kibitz.runtime import rule_watch

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    left: int

@dataclass(frozen=True)
class Heap(Game):
    """Take one, two or three matches. Who takes the last one wins."""

    matches: int = 30
    compiles = False

    def start(self):
        return State(self.matches)

    def moves(self, state):
        for count in range(1, min(3, state.left) + 1):
            yield count

    def play(self, state, count):
        return State(state.left - count)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return -1

    def move_name(self, state, count):
        return str(count)

    def show(self, state):
        return "|" * state.left or "nothing"
'''
LOOP = "        while {}:\n            pass\n"
STUCK = {
    "start": "self.matches == 30",
    "moves": "state.left in (15, 16, 17)",
    "play": "state.left in (15, 16, 17)",
    "is_over": "state.left in (15, 16, 17)",
    "result": "state.left == 0",
    "move_name": "state.left > 0",
    "show": "state.left > 0",
}
IN_A_SEARCH = "state.left < 20 and threading.current_thread() is not threading.main_thread()"


def rules(folder: Path, method: str, when: str, plain: bool = True) -> str:
    """The file of a game one of whose methods never answers where something is the case."""
    head = f"    def {method}(self"
    before, _, rest = RULES.partition(head)
    line, _, body = rest.partition("\n")
    text = f"{before}{head}{line}\n{LOOP.format(when)}{body}"
    file = folder / f"{method}.py"
    file.write_text(f"import threading, time\n{text}" if plain else text.replace("    compiles = False\n", ""))
    return str(file)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has five seconds."""
    monkeypatch.setattr(rule_watch, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(rule_watch, "TICK", 0.05)


def said(method: str) -> str:
    return rf"{method}\.py, line \d+, {method}, did not answer within 5 s: look for a loop that never ends; `kibitz check`"


COMMANDS = {
    "analyze": ("analyze", "GAME", "--time", "0.2"),
    "solve": ("solve", "GAME", "--time", "0.2"),
    "play": ("play", "GAME", "computer:time=0.1", "computer:time=0.1", "--seed", "1"),
    "mcts": ("analyze", "GAME", "--time", "0.2", "--search", "mcts"),
    "perft": ("perft", "GAME", "--depth", "20"),
    "tree": ("tree", "GAME", "--depth", "30"),
}
ASKING_THEMSELVES = ("perft",)  # in the main thread


@pytest.mark.parametrize("method", STUCK)
def test_a_command_ends_in_a_sentence_whatever_rule_never_answers(method: str, tmp_path: Path) -> None:
    spec = rules(tmp_path, method, STUCK[method])
    code, _, complaint = run_here("play", spec, "random", "greedy", "--seed", "1")
    assert code == 2
    assert re.search(said(method), complaint)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_asks_the_rules_ends_in_a_sentence(command: str, tmp_path: Path) -> None:
    spec = rules(tmp_path, "is_over", "state.left < 20" if command in ASKING_THEMSELVES else IN_A_SEARCH)
    code, _, complaint = run_here(*(spec if word == "GAME" else word for word in COMMANDS[command]))
    assert code == 2
    assert re.search(said("is_over"), complaint.splitlines()[-1])


def test_a_match_ends_in_a_sentence(tmp_path: Path) -> None:
    spec = rules(tmp_path, "moves", STUCK["moves"])
    store = str(tmp_path / "games.db")
    code, _, complaint = run_here(
        "match", "random", "greedy", "--game", spec, "--games", "2", "--openings", "start", "--workers", "1", "--store", store
    )
    assert code == 2
    assert re.search(said("moves"), complaint)


def test_python_gets_a_rules_error_and_goes_on(tmp_path: Path) -> None:
    game = load(rules(tmp_path, "moves", STUCK["moves"]))
    with pytest.raises(RulesError, match=said("moves")):
        think(game, search="minimax", limit=Limit(time=0.2, depth=30))
    with pytest.raises(RulesError, match=said("moves")):
        play_out(game, ["random", "random"], seed=1)
    assert think("nim", limit=Limit(depth=1)).best is not None


def test_a_rule_that_catches_everything_ends_too(tmp_path: Path) -> None:
    spec = rules(tmp_path, "moves", STUCK["moves"])
    file = Path(spec)
    kept = LOOP.format(STUCK["moves"]).replace("pass", "try: pass\n            except Exception: pass")
    file.write_text(file.read_text().replace(LOOP.format(STUCK["moves"]), kept))
    code, _, complaint = run_here("play", spec, "random", "random", "--seed", "1")
    assert (code, bool(re.search(said("moves"), complaint))) == (2, True)


def test_slow_rules_of_which_each_answers_are_left_alone(tmp_path: Path) -> None:
    spec = rules(tmp_path, "play", "time.sleep(0.2)")
    code, _, _ = run_here("play", f"{spec}:matches=12", "random", "random", "--seed", "1")
    assert code == 0


def wait_until_the_watch_has_ended() -> None:
    """A watch that nobody wants any more ends after its next tick; until then it may still be looking."""
    end = time.monotonic() + 5
    while time.monotonic() < end and "kibitz-rule-watch" in {thread.name for thread in threading.enumerate()}:
        time.sleep(0.02)
    assert "kibitz-rule-watch" not in {thread.name for thread in threading.enumerate()}


def test_no_other_thread_moves_while_the_watch_looks_at_its_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame that is left while somebody follows it leads CPython 3.11 astray, and the process dies."""
    wait_until_the_watch_has_ended()  # of the test before: it changes the interval while it looks
    steps, moved, ended, usual = [0, 0], list[int](), threading.Event(), sys.getswitchinterval()

    def run(number: int) -> None:
        while not ended.is_set():
            steps[number] += 1

    def look(visits: object, passed: float) -> dict[int, object]:
        began, before = time.perf_counter(), list(steps)
        while time.perf_counter() - began < 3 * usual:
            pass
        if time.perf_counter() - began < rule_watch.STILL / 2:  # a machine that stood still says nothing
            moved.append(steps[0] + steps[1] - sum(before))
        return {}

    monkeypatch.setattr(rule_watch, "_visits", look)
    monkeypatch.setattr(rule_watch, "TICK", 0.05)
    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(2)]
    for thread in threads:
        thread.start()
    with rule_watch.watched_rules():
        end = time.monotonic() + 20
        while len(moved) < 10 and time.monotonic() < end:
            time.sleep(0.01)
    ended.set()
    for thread in threads:
        thread.join()
    assert len(moved) >= 10
    assert set(moved[:10]) == {0}
    wait_until_the_watch_has_ended()
    assert sys.getswitchinterval() == usual


def test_a_watch_that_nobody_wants_ends() -> None:
    with rule_watch.watched_rules():
        assert "kibitz-rule-watch" in {thread.name for thread in threading.enumerate()}
    wait_until_the_watch_has_ended()


HASTY = """
import sys
from kibitz.search.drivers import handle
handle.ANSWER_SECONDS = handle.LOST_SECONDS = 1.0
from kibitz.cli import main
main(sys.argv[1:])
"""


@pytest.mark.compiled
@pytest.mark.parametrize("limit", [("--time", "0.5"), ("--depth", "40")])
def test_machine_code_that_never_comes_back_ends_with_the_command(limit: tuple[str, str], tmp_path: Path) -> None:
    """What a random game does not meet: an odd heap that is left by three moves of one in a row, and so on."""
    spec = rules(tmp_path, "moves", "state.left == 5 and self.deep(state)", plain=False)
    file = Path(spec)
    rare = "\n    def deep(self, state):\n        return state.made == 0o111222333111\n"
    text = (
        file.read_text()
        .replace("    left: int", "    left: int\n    made: int")
        .replace("State(self.matches)", "State(self.matches, 0)")
    )
    text = text.replace("State(state.left - count)", "State(state.left - count, state.made * 8 % 8 ** 12 + count)")
    file.write_text(text + rare)
    run = subprocess.run(
        [sys.executable, "-c", HASTY, "analyze", spec, "--search", "minimax", *limit],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 2
    assert "Heap, compiled, did not answer within 5 s: look for a loop that never ends; `kibitz check`" in run.stderr
