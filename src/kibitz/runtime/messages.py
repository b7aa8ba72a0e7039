"""A worker process from within: messages between it and its owner, bytes with their length before them, and its start.

What rules and players print there disturbs no answers, and it ends with its owner.
"""

import importlib
import io
import os
import signal
import struct
import sys
import threading
from collections.abc import Callable
from typing import IO, BinaryIO

LONGEST = 2**40  # bytes of a message: a length beyond is none, but something that was printed between two messages
_LENGTH = struct.Struct("<Q")


def write_message(pipe: IO[bytes], message: bytes) -> None:
    """Write a message as a whole. Raises OSError when the reader has gone."""
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def read_message(pipe: IO[bytes], longest: int = LONGEST) -> bytes | None:
    """The next message; None at the end, or if the bytes are not a message."""
    try:
        head = pipe.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(head)
        if length > longest:
            return None
        message = pipe.read(length)
    except (OSError, ValueError):  # it was closed meanwhile
        return None
    return message if len(message) == length else None


class Owner:
    """The process that started this one, as seen from here: messages come from there, and go there."""

    def __init__(self, work: IO[bytes], answers: IO[bytes]) -> None:
        self._work, self._answers, self._guard = work, answers, threading.Lock()

    def write(self, message: bytes) -> None:
        """Write a message, from any thread. Where the owner has gone, this very moment, the process ends."""
        try:
            with self._guard:
                write_message(self._answers, message)
        except OSError:
            os._exit(1)

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Call `hear`, in a thread of its own, with each message; an empty one is the last, and asks the process to end.

        Where messages end without it the owner is gone, and so is this process.
        """
        threading.Thread(target=self._listen, args=(hear,), name="kibitz-owner", daemon=True).start()

    def _listen(self, hear: Callable[[bytes], None]) -> None:
        message: bytes | None = None
        try:
            while message != b"":
                message = read_message(self._work)
                if message is None:
                    break
                hear(message)
        finally:
            if message != b"":
                os._exit(1)


def main(work: BinaryIO, module: str, line: str, *numbers: str) -> None:
    """Call `main(owner, *numbers)` of a module. `work`: where messages come from; `line`: see `end_when_closed`, or -1."""
    if int(line) >= 0:
        end_when_closed(int(line))
    importlib.import_module(module).main(Owner(work, own_answers()), *map(int, numbers))


def own_answers() -> BinaryIO:
    """The way to the owner. What games and players print goes where errors go, and they find nothing to read."""
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a worker is ended without a word: what it printed must be out by then
    return answers


def end_when_closed(line: int) -> None:
    """Let the system end this process with its owner, also while code runs that lets no thread of Python through.

    `line`: a pipe of this process alone that is never written to, open while the owner lives. Where there are POSIX signals.
    """
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(line, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(line, fcntl.F_SETFL, fcntl.fcntl(line, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([line], [], [], 0)[0]:  # it has closed meanwhile
        os._exit(1)
