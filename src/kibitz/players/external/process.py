"""The process of an external engine: started, spoken to line by line, and ended with all that it has started."""

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from pathlib import Path

from kibitz.errors import EngineError
from kibitz.runtime.orders import LISTEN
from kibitz.runtime.process import name_ending

LONGEST_LINE = 2**16  # bytes: many times the longest line of an engine that shows a whole game
STDERR_KEPT = 2**12  # bytes of what it wrote last to stderr, for the sentence that says how it crashed
CHUNK = 2**16  # bytes read at a time
QUIT_SECONDS, TERMINATE_SECONDS = 0.5, 0.3  # that an engine has to end, after a request and after an order
EXIT_SECONDS = 1.0  # until the exit code of an engine is known whose output has ended
NOT_STARTED = (126, 127)  # exit codes of a shell that cannot run a command

# The shell becomes the engine, and leaves a child that waits until the pipe of this process ends, then kills the process group.
# So the engine ends however this process does, kill -9 among it. PR_SET_PDEATHSIG would be no match: it hangs on the thread
# that started the engine, reaches no grandchildren, and is Linux's alone.
_GUARD = '(trap "" TERM; read line; kill -9 0) <"$0" >/dev/null 2>&1 & exec "$@"'


class EngineProcess:
    """An engine as a process in a session of its own, spoken to through pipes. It ends with this process, however that ends.

    Nothing here is for two threads at once. Every failure is an EngineError, one sentence that begins with `name`.
    """

    def __init__(self, command: str, name: str) -> None:
        """Start `command`, words as a shell splits them. Raises EngineError when it does not start."""
        words = split_command(command, name)
        self.name = name
        self._unread, self._stderr = b"", b""
        self._lines: deque[bytes] = deque()
        self._has_spoken = False
        far, line = os.pipe()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, f"/dev/fd/{far}", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[far],
                start_new_session=True,
            )
        except OSError as problem:
            os.close(line)
            raise EngineError(f"{name} did not start: {problem.strerror or problem}") from problem
        finally:
            os.close(far)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin.fileno()
        self._stdout, self._errors = self._process.stdout.fileno(), self._process.stderr.fileno()
        for pipe in (self._stdin, self._stdout, self._errors):
            os.set_blocking(pipe, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._end = weakref.finalize(self, _end_process, self._process, self._selector, line)

    @property
    def pid(self) -> int:
        """The process number, also its group's number."""
        return self._process.pid

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called, or the engine has failed."""
        return not self._end.alive

    def write(self, line: str, seconds: float = 5.0) -> None:
        """Write a line. Raises EngineError if the engine has ended, or does not accept the line in time."""
        self._check_open()
        until, rest = time.monotonic() + seconds, line.encode() + b"\n"
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while rest:
                if self._stdin in self._wait(until):
                    rest = rest[os.write(self._stdin, rest) :]
                elif time.monotonic() > until:
                    raise self._failed(f"hung: it has read nothing for {seconds:g} seconds")
        except BrokenPipeError:
            raise self._ended() from None
        finally:
            if not self.is_closed:
                self._selector.unregister(self._stdin)

    def read(self, seconds: float, awaited: str = "an answer") -> str:
        """The next line, without its end and surrounding blanks.

        Raises EngineError when none comes within `seconds`, when the engine has ended, or when the line is longer than any
        sensible one; the sentence says what was `awaited`. The engine is closed then.
        """
        until = time.monotonic() + seconds
        while (line := self.read_soon()) is None:
            if time.monotonic() > until:
                raise self.give_up(seconds, awaited)
        return line

    def read_soon(self) -> str | None:
        """The next line, as `read` has it; None when none comes within a moment."""
        self._check_open()
        if not self._lines and self._stdout in self._wait(time.monotonic() + LISTEN):
            self._take_output()
        if not self._lines:
            return None
        self._has_spoken = True
        return self._lines.popleft().decode(errors="replace").strip()

    def give_up(self, seconds: float, awaited: str) -> EngineError:
        """Close an engine that did not answer in time; returns the error."""
        return self._failed(f"hung: it has not given {awaited} within {max(0.0, seconds):.3g} seconds")

    def close(self, farewell: str = "quit") -> None:
        """Ask it to end by this line, then tell it, then kill it with all that it has started. Nothing is raised."""
        if not self.is_closed:
            with contextlib.suppress(OSError):
                os.write(self._stdin, farewell.encode() + b"\n")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
        self._end()

    def kill(self) -> None:
        """End it at once, unasked, with all that it has started."""
        self._end()

    def _check_open(self) -> None:
        if self.is_closed:
            raise EngineError(f"{self.name} has been closed, and answers no more")

    def _wait(self, until: float) -> set[int]:
        """The pipes that are ready, after a moment at most; stderr is kept."""
        ready = self._selector.select(min(LISTEN, max(0.0, until - time.monotonic())))
        found = {key.fd for key, _ in ready}
        if self._errors in found:
            self._stderr = (self._stderr + self._take(self._errors))[-STDERR_KEPT:]
        return found

    def _take_output(self) -> None:
        """Read what has come on stdout."""
        chunk = self._take(self._stdout)
        if not chunk:
            raise self._ended()
        *lines, self._unread = (self._unread + chunk).split(b"\n")
        self._lines.extend(lines)
        if len(self._unread) > LONGEST_LINE:
            raise self._failed(f"talks garbage: a line of more than {LONGEST_LINE:,} bytes")

    def _take(self, pipe: int) -> bytes:
        """Take what has come through a pipe, and stop listening when it has ended."""
        chunk = os.read(pipe, CHUNK)
        if not chunk:
            self._selector.unregister(pipe)
        return chunk

    def _ended(self) -> EngineError:
        """How it ended whose pipes have ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        with contextlib.suppress(OSError, ValueError, KeyError):
            self._stderr += self._take(self._errors)
        words = self._stderr.decode(errors="replace").strip().splitlines()
        last = f" ({words[-1].strip()[:200]})" if words else ""
        code = self._process.returncode
        if code is None:
            return self._failed("has closed its output, and goes on")
        if code in NOT_STARTED and not self._has_spoken:
            return self._failed(f"did not start{last}")
        return self._failed(f"crashed: {name_ending(code)}{last}" if code else f"ended in the midst of a game{last}")

    def _failed(self, what: str) -> EngineError:
        """The sentence; the engine is killed, for nothing that it says can be relied upon any more."""
        self._end()
        return EngineError(f"{self.name} {what}")


def split_command(command: str, name: str) -> list[str]:
    """The words of a command line, the program as a path. Raises EngineError when there is no such program."""
    if not hasattr(os, "killpg"):
        raise EngineError(f"{name} cannot be played here: external engines need Linux or macOS")
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise EngineError(f"{command!r} is not a command line ({problem}): close the quotation marks") from None
    if not words:
        raise EngineError(f"{name} names no program: write its command after the colon, as in uci:stockfish")
    found = shutil.which(str(Path(words[0]).expanduser()) if words[0].startswith("~") else words[0])
    if found is None:
        raise EngineError(f"{name} did not start: there is no program {words[0]!r} that can be run; give its path")
    return [found, *words[1:]]


def _end_process(process: "subprocess.Popen[bytes]", selector: selectors.BaseSelector, line: int) -> None:
    """Tell the engine to end, if it has not, then kill its group. `line`: the pipe of its guard.

    While the guard lives, no other process can get the group's number, so the group is killed before the pipe closes.
    """
    selector.close()
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(TERMINATE_SECONDS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    os.close(line)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    process.wait()
