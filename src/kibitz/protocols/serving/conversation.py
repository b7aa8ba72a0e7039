"""One side of a conversation in lines: input is read at once, even while thinking, and each output line is written whole."""

import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import BinaryIO

from kibitz.errors import blamed

GLANCE = 0.01  # seconds between two looks at whether all is written
LONGEST_LINE = 2**20  # bytes: a game of a hundred thousand moves

Say = Callable[[str], None]
"""Sends a line to the program that started this engine; for any thread."""


class Conversation(ABC):
    """An engine's side of a conversation in lines."""

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Obey one line; False where it was the last one."""

    @property
    def is_busy(self) -> bool:
        """Whether something is thought about that comes to its end by itself."""
        return False

    @abstractmethod
    def close(self) -> None:
        """End the search, and report its result."""


class Output:
    """Where lines go; they are dropped once the reader has gone."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe, self._guard, self.has_ended = pipe, threading.Lock(), False

    def say(self, line: str) -> None:
        """Send one line, now."""
        with self._guard:
            try:
                self._pipe.write(line.encode() + b"\n")
                self._pipe.flush()
            except (OSError, ValueError):  # ValueError: it was closed
                self.has_ended = True


def converse(conversation: Conversation, lines: BinaryIO, output: Output) -> None:
    """Pass lines to the conversation until it ends, or the lines do.

    At the end of input a search that has an end is finished, as long as the output is read. Lines that are too long are
    dropped; bytes that are not text become replacement characters.
    """
    try:
        if all(_hear(conversation, line) for line in _whole_lines(lines)):
            while conversation.is_busy and not output.has_ended:
                time.sleep(GLANCE)
    finally:
        conversation.close()


def _hear(conversation: Conversation, line: str) -> bool:
    """Whether more lines may come. Rules that fail end no talk."""
    try:
        return conversation.hear(line)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        complain(blamed(problem))
        return True


def complain(problem: BaseException | str) -> None:
    """Write an error to standard error."""
    sentence = " ".join(str(problem).split()) or type(problem).__name__
    print(f"kibitz: {sentence[:500]}", file=sys.stderr, flush=True)


def _whole_lines(lines: BinaryIO) -> Iterator[str]:
    while line := lines.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode(errors="replace").strip()
            continue
        while (rest := lines.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
