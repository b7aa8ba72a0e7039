"""kibitz where there is no POSIX: without signals of timers, process groups, fork, limits and locks of files, as on Windows.

`support/no_posix` takes them from each Python process that starts with it on its path, the workers of kibitz among them.
"""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.arena.crew.flow import flow
from kibitz.arena.fixture import Plan
from kibitz.cli.progress import interruptible
from kibitz.runtime.orders import raise_in
from kibitz.web.server import PORT, _listening
from stored import schedule

HERE = Path(__file__).parent
PATH = os.pathsep.join(filter(None, [str(HERE / "support" / "no_posix"), os.environ.get("PYTHONPATH")]))
PLAIN = {"NUMBA_DISABLE_JIT": "1", "KIBITZ_CACHE_DIR": "", "PYTHONPATH": PATH}
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


FILES = """
import mmap, os
from pathlib import Path
Path("text").write_text("one\\n", "utf-8")
print(Path("text").read_bytes())
with open("text", "rb") as file:
    held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
changes = "os.remove('text')", "os.replace('other', 'text')", "os.rename('other', 'text')", "open('text', 'w')", "open('a:b')"
for change in changes:
    Path("other").touch()
    try:
        eval(change)
    except OSError as problem:
        print(type(problem).__name__)
"""


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="asks /proc which files are in use")
def test_files_are_as_they_are_there(tmp_path: Path) -> None:
    done = run(FILES, folder=tmp_path, python=True)
    assert done.stdout.splitlines() == [
        r"b'one\r\n'",
        "PermissionError",
        "PermissionError",
        "FileExistsError",
        "OSError",
        "OSError",
    ], done.stderr


LAYERS = """
import sys
from kibitz.solutions import edges, layers, solve_everything
layers.LEAST_LIST, edges.SMALLEST_LIST = 8, 2
def progress(count, note):
    if note == sys.argv[1]:
        raise KeyboardInterrupt
try:
    solve_everything("nim:heaps=1-2-3", "all", memory=2000, progress=progress, scratch="scratch")
except KeyboardInterrupt as problem:
    print("stopped")
"""


@pytest.mark.parametrize(("ends", "says"), [("", ""), ("writing", "stopped\n"), ("putting all layers together", "stopped\n")])
def test_files_of_layers_are_removed_though_they_were_mapped(ends: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "scratch").mkdir()
    command = [sys.executable, "-c", LAYERS, ends]
    done = subprocess.run(
        command, env=os.environ | PLAIN, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.returncode) == (says, 0), done.stderr
    assert list((tmp_path / "scratch").iterdir()) == []
    assert (tmp_path / "all").exists() == (not ends)


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


def test_ctrl_c_is_heard_between_two_waits_where_it_ends_none() -> None:
    """As on Windows: an exception from another thread comes to the main one between two steps, and no wait is cut short."""
    ended, may_end = list[str](), threading.Event()
    job: Future[Any] = Future()

    def work() -> None:
        may_end.wait(20)
        ended.append("work")

    def lost() -> None:
        ended.append("job")
        job.set_exception(OSError())

    plan, late = Plan("nim", ("random", "random"), 1), threading.Timer(20, lost)
    games = flow(SimpleNamespace(submit=lambda *given: job), plan, schedule(1), 1)  # type: ignore[arg-type]
    late.start()
    try:
        for waits in (lambda: interruptible(work), lambda: next(games)):
            threading.Timer(0.2, raise_in, [threading.get_ident(), KeyboardInterrupt]).start()
            with pytest.raises(KeyboardInterrupt):
                waits()
        assert ended == []
    finally:
        may_end.set()
        late.cancel()


def test_engines_of_others_are_refused_in_one_sentence() -> None:
    done = run("match", "uci:stockfish", "random", "--game", "chess", "--games", "2")
    assert done.returncode == 2
    assert done.stderr == "kibitz: uci:stockfish cannot be played here: external engines need Linux or macOS\n"


def test_a_page_with_the_values_of_a_solution_is_written(tmp_path: Path) -> None:
    done = run("page", "tic_tac_toe:width=3,height=2,line=2", "--most", "300", "--to", "page", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "page" / "index.html").exists()


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
            if hasattr(os, "killpg"):  # elsewhere no Ctrl-C can be sent to one process alone
                server.send_signal(signal.SIGINT)
                assert server.wait(60) == 0
            server.kill()


def test_a_server_shares_its_port_with_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows SO_REUSEADDR would; it has an option of its own, for which another stands in here."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with _listening("127.0.0.1", 0) as taken:
        options = [taken.getsockopt(socket.SOL_SOCKET, one) for one in (socket.SO_REUSEADDR, socket.SO_KEEPALIVE)]
    assert options == [0, 1]


def test_a_port_that_the_system_keeps_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept(socket.socket):
        def bind(self, address: Any) -> None:
            if address[1] == PORT:
                raise PermissionError(errno.EACCES, "An attempt was made to access a socket in a forbidden way")
            super().bind(("127.0.0.1", 0))

    monkeypatch.setattr(socket, "socket", Kept)
    with _listening("127.0.0.1", None) as found:
        assert found.getsockname()[1] != PORT


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
