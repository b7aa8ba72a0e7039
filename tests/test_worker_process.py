"""A worker process: it ends with its owner however that ends, takes with it what it has started, and keeps nobody waiting."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import fair
import needs
from kibitz.runtime.messages import Owner, read_message, write_message
from kibitz.runtime.process import WorkerProcess, describe_no_start, is_from_outside, name_ending
from players_gone_wrong import gone

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]

PATIENCE = 20.0  # seconds for what comes at once, or else never: the machine may stand still meanwhile


def main(owner: Owner, number: int) -> None:
    """What runs in the workers of this file: Python, message by message; `say` answers, and `number` is what it was given."""
    arrived = threading.Semaphore(0)
    messages = list[bytes]()

    def hear(message: bytes) -> None:
        messages.append(message)
        arrived.release()

    owner.listen(hear)
    while arrived.acquire() and (message := messages.pop(0)):
        exec(message, {"say": lambda what: owner.write(str(what).encode()), "number": number})


@contextlib.contextmanager
def worker(number: int = 0, longest: int = 2**40) -> Iterator[WorkerProcess]:
    process = WorkerProcess(__name__, number, longest=longest)
    try:
        yield process
    finally:
        process.close(0)


def answer(process: WorkerProcess, code: str) -> str | None:
    """What it says when it is given this to run; None when it dies over it."""
    process.send(code.encode())
    said = process.read()
    return None if said is None else said.decode()


def test_messages_come_as_they_went_and_what_is_none_is_none() -> None:
    pipe, whole = io.BytesIO(), (b"one", b"", b"\n" * 100_000)
    for message in whole:
        write_message(pipe, message)
    pipe.seek(0)
    assert [read_message(pipe) for _ in range(4)] == [*whole, None]
    for came in (b"hello, world", b"\3\0\0\0\0\0\0\0on", b"\1\0", b"\5\0\0\0\0\0\0\0along"):
        assert read_message(io.BytesIO(came), longest=4) is None


def test_it_answers_whatever_is_printed_meanwhile_and_ends_when_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('welcome'); print('to this machine', end='')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with worker(7, longest=100) as process, worker() as other:
        assert answer(process, "say(number + 1)") == "8"
        assert answer(process, "import sys; say('numba' in sys.modules)") == "False"
        assert answer(process, "print('hello'); import os; os.write(1, b'more'); os.system('echo most'); say('done')") == "done"
        assert answer(process, "import sys; say(repr(sys.stdin.read()))") == "''"
        assert answer(process, "say(hash('kibitz'))") == answer(other, "say(hash('kibitz'))"), "all workers hash alike"
        assert answer(process, "say('x' * 101)") is None, "too long"
        assert other.code is None
        other.send(b"")
        assert other.read() is None
        assert other.close(PATIENCE) == 0


@needs.ends_by_signals
@pytest.mark.parametrize(
    ("code", "ending", "is_outside"),
    [
        ("os._exit(7)", "exit code 7", False),
        ("os.abort()", "SIGABRT", False),
        ("os.kill(os.getpid(), 9)", "SIGKILL", True),
        ("os.kill(os.getpid(), 15)", "SIGTERM", True),
    ],
)
def test_what_it_has_died_of_is_known(code: str, ending: str, is_outside: bool) -> None:
    with worker() as process:
        assert answer(process, f"import os; {code}") is None
        died_of = process.close(PATIENCE)
    assert (name_ending(died_of), is_from_outside(died_of)) == (ending, is_outside)


@needs.fork
@pytest.mark.parametrize("ends", ["os._exit(3)", "time.sleep(30)"])
def test_a_child_of_a_dead_worker_keeps_nobody_waiting(ends: str) -> None:
    with worker() as process:
        child = answer(process, f"import os, time\nif child := os.fork(): say(child); {ends}\ntime.sleep(30)")
        if "sleep" in ends:
            process.kill()
            process.kill()
        began = fair.now()
        assert process.read() is None
        assert fair.now() - began < PATIENCE
        assert process.close(PATIENCE) == (-needs.KILL if "sleep" in ends else 3)
    assert child is not None
    assert gone([process.pid, int(child)], PATIENCE)


@needs.process_groups
def test_what_is_left_is_ended_before_its_number_can_be_another_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives the number of a dead worker away as soon as it has been waited for."""
    ended = list[bool]()
    end = os.killpg

    def look(group: int, number: int) -> None:
        ended.append(os.path.exists(f"/proc/{group}") or not os.path.isdir("/proc/1"))
        end(group, number)

    monkeypatch.setattr(os, "killpg", look)
    with worker() as process:
        assert answer(process, "import os; os._exit(0)") is None
        assert process.close(PATIENCE) == 0
    assert ended == [True]


@needs.halts
def test_one_that_does_not_read_keeps_nobody_waiting() -> None:
    with worker() as process:
        assert answer(process, "say('here')") == "here"
        os.kill(process.pid, signal.SIGSTOP)
        began = fair.now()
        process.send(b"#" * 2**20)
        process.close(0)
        assert fair.now() - began < PATIENCE


def test_who_listens_hears_all_and_then_the_end() -> None:
    heard, over = list[bytes | None](), threading.Event()

    def hear(message: bytes | None) -> None:
        heard.append(message)
        if message is None:
            over.set()

    with worker() as process:
        process.listen(hear)
        process.send(b"say(1); say(2)")
        process.send(b"")
        assert over.wait(PATIENCE)
    assert heard == [b"1", b"2", None]


def test_one_that_does_not_start_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(OSError, match="No such file") as problem:
        WorkerProcess(__name__, 0)
    assert len(os.listdir("/dev/fd")) == before
    endings = {problem.value: "No such file or directory", OSError("odd"): "odd", None: "see what they wrote to the terminal"}
    assert {why: describe_no_start(why) for why in endings} == {
        why: f"no worker process starts here: {text}" for why, text in endings.items()
    }


OWNER = """
import sys, time
sys.path[:0] = [{folder!r}, {folder!r} + "/support"]
from kibitz.runtime.process import WorkerProcess
workers = [WorkerProcess("test_worker_process", 0) for _ in range(2)]
workers[0].send(b"import time; say('here'); time.sleep(60)")
workers[1].send(b"import re; say('here'); re.match('(a+)+$', 'a' * 60 + 'b')")
for worker in workers:
    worker.read()
time.sleep(0.3)
try:
    print(*(worker.pid for worker in workers), flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print(*(worker.code for worker in workers), flush=True)
"""


@needs.process_groups
@pytest.mark.parametrize("number", [needs.KILL, signal.SIGINT], ids=["killed", "ctrl-c"])
def test_workers_end_with_their_owner_however_that_ends(number: int) -> None:
    """One sleeps, and the other lets no thread of Python through. Ctrl-C reaches the owner alone."""
    command = [sys.executable, "-c", OWNER.format(folder=str(Path(__file__).parent))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as owner:
        assert owner.stdout is not None
        pids = [int(pid) for pid in owner.stdout.readline().split()]
        assert len(pids) == 2
        os.killpg(owner.pid, number)
        assert owner.wait(PATIENCE) == (0 if number == signal.SIGINT else -needs.KILL)
        assert owner.stdout.read() == ("None None\n" if number == signal.SIGINT else "")
        assert gone(pids, PATIENCE)
