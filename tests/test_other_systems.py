"""kibitz where there is no POSIX: without signals of timers, process groups, fork, limits and locks of files, as on Windows.

`support/no_posix` takes them from each Python process that starts with it on its path, the workers of kibitz among them.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PLAIN = {"NUMBA_DISABLE_JIT": "1", "KIBITZ_CACHE_DIR": "", "PYTHONPATH": str(HERE / "support" / "no_posix")}
SLEEPS = "import time\n\n\ndef sleeps(position):\n    time.sleep(60)\n"


def run(*arguments: str, folder: Path | None = None, python: bool = False) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *(["-c"] if python else ["-m", "kibitz"]), *arguments]
    return subprocess.run(
        command, env=os.environ | PLAIN, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )


def test_the_system_lacks_what_it_is_to_lack() -> None:
    done = run(
        "import os, signal; print([hasattr(os, 'killpg'), hasattr(os, 'fork'), hasattr(signal, 'setitimer')])", python=True
    )
    assert done.stdout == "[False, False, False]\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "tic_tac_toe"), "draw"),
        (("analyze", "connect_four", "--moves", "44", "--depth", "4"), "depth 4"),
        (("check", "nim", "--time", "1"), "keeps all"),
        (("perft", "othello", "--depth", "3"), "56"),
        (("levels", "nim", "--help"), "levels"),
        (("review", "tic_tac_toe", "--moves", "2,2 1,2 3,3 1,1 1,3 3,1 2,1", "--depth", "3"), "X"),
        (("doctor",), "kibitz"),
    ],
)
def test_commands_work(arguments: tuple[str, ...], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout + done.stderr


def test_the_checker_gives_up_a_rule_that_never_answers(tmp_path: Path) -> None:
    source = (HERE.parent / "examples" / "domineering.py").read_text("utf-8")
    loops = source.replace("return not self.places(state)", "while True: pass")
    assert loops != source
    (tmp_path / "loops.py").write_text(loops, encoding="utf-8")
    quick = (
        "import sys, kibitz.checking.node as node; node.CLOCK_SECONDS = 1.0; from kibitz.cli import main; main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", quick, "check", "loops.py", "--time", "1"]
    done = subprocess.run(
        command, env=os.environ | PLAIN, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "`is_over` did not answer" in done.stdout


def test_a_match_in_processes_counts_faults(tmp_path: Path) -> None:
    """A player that thinks on loses its games, and the others are played."""
    (tmp_path / "bad.py").write_text(SLEEPS, encoding="utf-8")
    options = ("--game", "tic_tac_toe", "--games", "4", "--seed", "1", "--workers", "2", "--store", "games.db", "--json")
    plain = json.loads(run("match", "random", "greedy", *options, folder=tmp_path).stdout)
    assert plain["games"] == 4
    slow = json.loads(run("match", "./bad.py:sleeps", "random", *options, "--clock", "0.3", folder=tmp_path).stdout)
    assert (slow["games"], slow["forfeits"]) == (4, [4, 0])


def test_engines_of_others_are_refused_in_one_sentence() -> None:
    done = run("match", "uci:stockfish", "random", "--game", "chess", "--games", "2")
    assert done.returncode == 2
    assert done.stderr == "kibitz: uci:stockfish cannot be played here: external engines need Linux or macOS\n"


def test_what_a_student_hands_in_is_graded(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text((HERE.parent / "examples" / "hex.py").read_text("utf-8"), encoding="utf-8")
    done = run("grade", "mine.py", "--game", "tic_tac_toe", "--json", folder=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    assert json.loads(done.stdout)


def test_the_page_plays_a_game(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--store", str(tmp_path / "games.db")]
    with subprocess.Popen(command, env=os.environ | PLAIN, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            answer: Any = ask(f"{address}api/state", {"game": "tic_tac_toe", "moves": ["2,2"]})
            assert answer["moves"]
            assert "Tic tac toe" in urllib.request.urlopen(f"{address}g/tic_tac_toe", timeout=60).read().decode()
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 0


def ask(address: str, question: dict[str, Any]) -> Any:
    request = urllib.request.Request(address, json.dumps(question).encode(), {"Content-Type": "application/json"})
    until = time.monotonic() + 60
    while True:
        try:
            return json.loads(urllib.request.urlopen(request, timeout=60).read())
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
