"""A worker process as its driver holds it."""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from typing import Any

from kibitz.arena.crew._note import Note, Slip

_READY = b"kibitz is ready\n"  # what a Python prints before that, at its start, is no answer

# Not multiprocessing: it would run the driver's main module again, and leave semaphores behind when the driver is killed.
_START = f"""
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import os, pickle, sys
work = os.fdopen(os.dup(0), "rb")
os.write(1, {_READY!r})
sys.path[:] = pickle.load(work)
from kibitz.arena.crew._worker import main
main(work, int(sys.argv[1]), int(sys.argv[2]))
"""

PATIENCE = 5.0  # seconds for a worker to end that has nothing more to do

# Signals that people and systems send: who ends with one of them says nothing about the player that was thinking.
_OUTSIDE = {-getattr(signal, name) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)}


class Died(BrokenExecutor):
    """The worker has died over this work.

    `code`: its exit code, or minus the signal that ended it. `note`: who was thinking; None: nobody, or nobody knows.
    `overdue`: it was killed because that player was still thinking long after its clock had run out.
    """

    def __init__(self, code: int, note: Note | None, overdue: bool) -> None:
        super().__init__(f"a worker has died ({code})")
        self.code, self.note, self.overdue = code, note, overdue

    def __reduce__(self) -> tuple[type["Died"], tuple[int, Note | None, bool]]:
        return Died, (self.code, self.note, self.overdue)

    @property
    def from_outside(self) -> bool:
        """Whether somebody has ended it, so that nothing that ran in it is to blame."""
        return self.code in _OUTSIDE


class Process:
    """Does one job after the other; `kill`, from another thread, ends it, and then the job that is being done raises EOFError.

    It is in a process group of its own, where no Ctrl-C at the terminal reaches it, and ends with the driver. What a player
    has started there ends with it: a child would hold the pipe open on which its end is noticed. All workers hash texts
    alike, so that no game depends on who plays it.
    """

    def __init__(self) -> None:
        self._overdue = self._alone = self._is_ready = False
        self.warned: list[str] = []  # what rules were warned of, over the last job
        self._guard = threading.Lock()
        self._slip: Slip | None = None
        line, self._line, numbers = -1, -1, [-1, -1]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": {"PYTHONHASHSEED": "0", **os.environ}}
        try:
            if os.name == "posix":
                line, self._line = os.pipe()
                self._slip = Slip()
                numbers = [line, self._slip.file]
                pipes |= {"pass_fds": numbers, "process_group": 0}
            self._process = subprocess.Popen([sys.executable, "-c", _START, *map(str, numbers)], **pipes)
        except BaseException:
            self._give_back()
            raise
        finally:
            if line >= 0:
                os.close(line)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout
        with contextlib.suppress(OSError):
            self._send(sys.path)

    @property
    def pid(self) -> int:
        """The process number that the system knows it by."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """The exit code, or minus the signal that ended it; None while it lives."""
        return self._process.poll()

    def do(self, job: bytes) -> tuple[bool, Any, bool]:
        """Whether a job, a pickle of (function, args, kwargs), went well, its result or exception, and whether it was the last.

        Raises EOFError when the worker died over it.
        """
        try:
            self._send(job)
            self._is_ready = self._is_ready or any(line.endswith(_READY) for line in self._answers)
            went_well, answer, sentence, worn, self.warned = pickle.load(self._answers)
        except (OSError, pickle.UnpicklingError) as problem:
            raise EOFError(str(problem)) from problem
        try:
            return went_well, pickle.loads(answer), worn
        except Exception as problem:  # of a class that only the worker knows, from a file that is not loaded here
            return False, RuntimeError(sentence or f"a worker's answer cannot be read: {problem}"), worn

    def watch(self, grace: float) -> None:
        """Kills it when a player has been thinking so many seconds longer than its clock allows; if it died, its children."""
        if self._process.poll() is not None:
            self._end_children()
            return
        with self._guard:
            note = self._slip.read() if self._slip is not None else None
            if note is not None and time.monotonic() > note.due + grace and self._process.poll() is None:
                self._overdue = True
                self._process.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def ask_to_end(self) -> None:
        """Let it end when it has done its job."""
        with contextlib.suppress(OSError):
            self._send(None)

    def close(self) -> Died:
        """Waits for its end, gives back all that it took, and says what it died of."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._end_children()
        with self._guard:
            note = self._slip.read() if self._slip is not None else None
        for pipe in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()
        self._give_back()
        return Died(code, note, self._overdue)

    def _end_children(self) -> None:
        """Ends what is left of the group of a dead worker; once, for its number may be given to others some day."""
        with self._guard:
            if not self._alone and os.name == "posix":
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._alone = True

    def _give_back(self) -> None:
        with self._guard:
            if self._line >= 0:
                os.close(self._line)
            if self._slip is not None:
                self._slip.close()
            self._line, self._slip = -1, None

    def _send(self, what: Any) -> None:
        pickle.dump(what, self._jobs)
        self._jobs.flush()
