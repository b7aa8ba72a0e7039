"""Ctrl-C while something is compiled: it is heard at once and tears nothing, and what was begun is there for who asks again."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import filelock
import pytest

import kibitz
import needs
from kibitz.cli import app
from kibitz.cli.app import INTERRUPTED, run_and_report
from kibitz.errors import GameError
from kibitz.kernel import cache, compiling
from kibitz.kernel.apart import NAME, Caller, Left, apart

RUN = """
import os, signal, sys, threading
from contextlib import contextmanager
from kibitz.cli import main

class Watch:
    def find_spec(self, name, *more):
        if name == "numba":
            sys.meta_path.remove(self)
            print(threading.current_thread().name, flush=True)
            os.kill(os.getpid(), signal.SIGINT)

from kibitz.kernel.apart import apart
sys.meta_path.insert(0, Watch())
try:
    apart(lambda caller: __import__("kibitz.kernel.compiled"))
except KeyboardInterrupt:
    print("heard", flush=True)
from kibitz.kernel import set_announcer

@contextmanager
def pressed(text, seconds):
    os.kill(os.getpid(), signal.SIGINT)
    threading.Event().wait()  # one who waited for the end of this compilation would wait for ever
    yield

set_announcer(pressed)
main(sys.argv[1:])
"""


def press() -> None:
    """Ctrl-C, as the main thread gets it."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


class Slow:
    """Something to compile, during which Ctrl-C is pressed, and which ends when it may."""

    def __init__(self) -> None:
        self.may_end, self.done = threading.Event(), 0

    def __call__(self, caller: Caller) -> int:
        press()
        self.may_end.wait()
        self.done += 1
        return self.done


@pytest.fixture
def slow() -> Iterator[Slow]:
    """It is under way, and who wanted it has left."""
    made = Slow()
    with pytest.raises(KeyboardInterrupt):
        apart(made)
    yield made
    made.may_end.set()
    for thread in threading.enumerate():
        if thread.name == NAME:
            thread.join(20)
    assert not compiling()


@needs.signals_to_threads
def test_ctrl_c_reaches_who_waits_and_not_what_is_compiled(slow: Slow) -> None:
    assert compiling()
    assert slow.done == 0
    slow.may_end.set()
    assert apart(lambda caller: slow.done) == 1  # that one has waited until the first was finished


@needs.signals_to_threads
def test_who_has_left_before_it_began_needs_nothing_compiled(slow: Slow) -> None:
    begun: list[int] = []

    def pressed_soon() -> None:
        threading.Timer(0.01, press).start()
        apart(lambda caller: begun.append(1))

    with pytest.raises(KeyboardInterrupt):
        pressed_soon()
    slow.may_end.set()
    apart(lambda caller: None)
    assert begun == []


def test_what_is_raised_is_raised_where_one_waits() -> None:
    def wrong(caller: Caller) -> None:
        raise GameError("no such rule")

    with pytest.raises(GameError, match="no such rule"):
        apart(wrong)
    assert apart(lambda caller: 3) == 3


def test_half_made_code_is_left_only_when_python_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    caller, ended = Caller(), threading.Thread()
    caller.between()
    caller.has_left = True
    caller.between()  # somebody may ask again
    monkeypatch.setattr(threading, "main_thread", lambda: ended)
    with pytest.raises(Left):
        caller.between()
    caller.has_left = False
    caller.between()  # another thread of a program whose main thread is done
    daemons: list[Caller] = []
    threading.Thread(target=lambda: daemons.append(Caller()), daemon=True).start()
    while not daemons:
        time.sleep(0.001)
    with pytest.raises(Left):
        daemons[0].between()


def test_nobody_who_has_left_waits_for_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(cache, "LOOK", 0.01)
    folder, caller = cache.CodeFolder("a key"), Caller()
    caller.has_left = True
    with folder.locked(caller.before, nullcontext()):
        pass  # free
    with filelock.FileLock(folder.path / "lock"), pytest.raises(Left), folder.locked(caller.before, nullcontext()):
        pass
    monkeypatch.setattr(cache, "PATIENCE", 0.0)
    with filelock.FileLock(folder.path / "lock"), folder.locked(caller.before, nullcontext()):
        pass  # it was waited for long enough


@pytest.mark.compiled
def test_ctrl_c_while_it_compiles_is_heard_and_what_was_begun_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    game, steps = kibitz.load("nim:heaps=2-1"), 0

    def counted(caller: Caller) -> None:
        nonlocal steps
        steps += 1
        if steps == 50:
            press()

    monkeypatch.setattr(Caller, "between", counted)
    with pytest.raises(KeyboardInterrupt):
        kibitz.perft(game, depth=2)
    assert kibitz.perft(game, depth=2) == 5
    assert steps > 100  # numba says when it begins one


@pytest.mark.compiled
def test_a_command_ends_at_once_while_it_compiles(tmp_path: Path) -> None:
    """Before that, Ctrl-C comes while Numba is imported, and the import is there for whoever asks again."""
    ended = subprocess.run(
        [sys.executable, "-c", RUN, "perft", "nim", "--depth", "5"],
        env=os.environ | {"KIBITZ_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (INTERRUPTED, f"{NAME}\nheard\n", "kibitz: stopped")


def test_what_was_said_is_said_when_the_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []

    class Stream:
        def flush(self) -> None:
            said.append("flushed")

    class Gone:
        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(threading, "enumerate", lambda: [threading.Thread(name=NAME)])
    monkeypatch.setattr(os, "_exit", said.append)
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "stderr", Stream())
    with pytest.raises(SystemExit):  # os._exit comes back here
        app.leave(130)
    monkeypatch.undo()
    assert said == ["flushed", 130]


class Named:
    """Python calls this while a class is made."""

    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def pressed() -> None:
    raise KeyboardInterrupt


def pressed_in_a_class() -> None:
    type("Made", (), {"name": Named()})


@pytest.mark.parametrize("work", [pressed, pressed_in_a_class])
def test_ctrl_c_is_no_traceback_wherever_it_comes(work: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_and_report(work) == INTERRUPTED
    assert capsys.readouterr().err == "kibitz: stopped\n"
