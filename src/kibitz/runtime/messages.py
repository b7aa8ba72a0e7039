"""Messages between a worker process and its owner: bytes with their length before them, on a pipe."""

import os
import struct
import threading
from collections.abc import Callable
from typing import IO

LONGEST = 2**40  # bytes of a message: a length beyond is none, but something that was printed between two messages
_LENGTH = struct.Struct("<Q")


def write_message(pipe: IO[bytes], message: bytes) -> None:
    """Write a message as a whole. Raises OSError when nobody reads any more."""
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def read_message(pipe: IO[bytes], longest: int = LONGEST) -> bytes | None:
    """The next message; None when there are no more, or when what comes is none."""
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
    """Whoever has started this process, as the process sees it: messages come from there, and go there."""

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
