"""A worker process seen by its owner: starting it, talking to it, ending it, and why it ended."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.runtime.messages import LONGEST, read_message, write_message
from kibitz.runtime.process_group import ProcessGroup, start_options

STILLBORN = 3  # workers in a row that end before they are ready: then none will
_READY = b"kibitz is ready\n"  # anything Python prints before that, at its start, does not count

# Not multiprocessing: it would run the owner's main module again, and leave semaphores behind when the owner is killed.
_START = f"""
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import json, os, sys
work = os.fdopen(os.dup(0), "rb")
os.write(1, {_READY!r})
sys.path[:] = json.loads(work.readline())
from kibitz.runtime.messages import main
main(work, *sys.argv[1:])
"""

# Signals that people and systems send: who ends with one of them says nothing about what ran in it.
_OUTSIDE = {-getattr(signal, name) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)}


class WorkerProcess:
    """A process that runs `main(owner, *numbers)` of a module, see `messages`; it ends with its owner, however that ends.

    It is in a group of its own, where no Ctrl-C at the terminal reaches it. Processes that rules or players have
    started there end with it: a child would hold the pipe open that signals its end. All workers hash texts alike, so that no
    game depends on the worker. All methods are for any thread, but `read` is for one.
    """

    def __init__(
        self,
        module: str,
        *numbers: int,
        files: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
        longest: int = LONGEST,
        memory: int | None = None,
    ) -> None:
        """Raises OSError if the system is out of processes, files or memory.

        `files`: open ones that it has too, by the same numbers; `environment`: defaults; `longest`: bytes of a message.
        `memory`: see `ProcessGroup`.
        """
        line, self._line, self._longest = -1, -1, longest
        self._guard, self._is_over, self._is_ready = threading.Lock(), False, False
        pipes: Any = {"env": {"PYTHONHASHSEED": "0", **(environment or {}), **os.environ}} | start_options()
        try:
            if hasattr(os, "killpg"):
                line, self._line = os.pipe()
                pipes |= {"pass_fds": [line, *files]}
            command = [sys.executable, "-c", _START, module, *map(str, (line, *numbers))]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **pipes)
            self._group = ProcessGroup(self._process, memory)
        except BaseException:
            self._cut_line()
            raise
        finally:
            if line >= 0:
                os.close(line)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._work, self._answers = self._process.stdin, self._process.stdout
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        path = json.dumps(list(map(str, sys.path))).encode() + b"\n"
        self._waiter = threading.Thread(target=self._await_end, name="kibitz-worker-end", daemon=True)
        self._writer = threading.Thread(target=self._deliver, args=(path,), name="kibitz-worker-work", daemon=True)
        self._waiter.start()
        self._writer.start()

    @property
    def pid(self) -> int:
        """The process number that the system knows it by."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """The exit code, or minus the signal that ended it; None while it lives."""
        return self._process.returncode

    def send(self, message: bytes) -> None:
        """Hand it a message, and do not wait until it takes it; an empty one asks it to end. One that is dead hears nothing."""
        self._outgoing.put(message)

    def read(self) -> bytes | None:
        """Wait for the next message; None at the end, or for anything that is not a message."""
        with contextlib.suppress(OSError, ValueError):
            self._is_ready = self._is_ready or any(line.endswith(_READY) for line in self._answers)
        return read_message(self._answers, self._longest) if self._is_ready else None

    def listen(self, hear: Callable[[bytes | None], None]) -> None:
        """Call `hear`, in a thread of its own, with each message, and at last with None; do not call `read` then."""

        def run() -> None:
            message: bytes | None = b""
            while message is not None:
                message = self.read()
                hear(message)

        threading.Thread(target=run, name="kibitz-worker", daemon=True).start()

    def kill(self) -> None:
        """End it at once, and all that it has started."""
        with self._guard:
            if not self._is_over:
                self._group.end()

    def close(self, patience: float) -> int:
        """Wait `seconds` for the process to end or kill it, and release its resources. The exit code, or minus the signal."""
        self._waiter.join(patience)
        self.kill()
        self._waiter.join()
        self._outgoing.put(None)
        self._writer.join()
        with contextlib.suppress(OSError):
            self._answers.close()
        self._cut_line()
        self._group.close()
        return self._process.wait()

    def _await_end(self) -> None:
        """The thread that kills the rest of the group before it waits for the process: after that the system may reuse its
        number.
        """
        if hasattr(os, "waitid"):  # not everywhere
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        with self._guard:
            self._group.end()
            self._process.wait()
            self._is_over = True

    def _deliver(self, path: bytes) -> None:
        """The thread that writes, so that a process that does not read delays no one else."""
        with contextlib.suppress(OSError):
            self._work.write(path)
            self._work.flush()
            while (message := self._outgoing.get()) is not None:
                write_message(self._work, message)
        with contextlib.suppress(OSError):
            self._work.close()

    def _cut_line(self) -> None:
        with self._guard:
            if self._line >= 0:
                os.close(self._line)
            self._line = -1


def is_from_outside(code: int) -> bool:
    """Whether this exit code means that the process was killed from outside."""
    return code in _OUTSIDE


def name_ending(code: int) -> str:
    """The reason a process ended: the name of a signal, or its exit code."""
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"


def describe_no_start(problem: OSError | None) -> str:
    """The sentence that there are no workers. `problem`: why the system starts none; None where they end at once."""
    if problem is None:
        return "no worker process starts here: see what they wrote to the terminal"
    return f"no worker process starts here: {problem.strerror or problem}"
