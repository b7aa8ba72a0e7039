"""Who is thinking in a worker: a note in memory that outlives the worker, since the driver has made it."""

import math
import mmap
import os
import struct
import tempfile
import time
from dataclasses import dataclass

_FORM = struct.Struct("<qqqd")
NOBODY = -1


@dataclass(frozen=True)
class Note:
    """The seat of a game that is thinking, and when its clock runs out, by `time.monotonic`, which all processes share."""

    pair: int
    side: int
    seat: int
    due: float


class Slip:
    """The piece of memory a note is written on, opened by both sides; `file` is its number among the open files."""

    def __init__(self, file: int | None = None) -> None:
        """`file`: None to make one. It has no name, and is gone with the last process that has it open."""
        self.file = _nameless() if file is None else file
        self._memory = mmap.mmap(self.file, _FORM.size)
        if file is None:
            self.clear()

    def write(self, pair: int, side: int, seat: int, clock: float | None) -> None:
        """From now on this seat is thinking, for `clock` seconds at most."""
        due = math.inf if clock is None else time.monotonic() + clock
        self._memory[:] = _FORM.pack(pair, side, seat, due)  # pack_into writes zeros first, and for the reader 0 is long over

    def clear(self) -> None:
        """Nobody is thinking."""
        self.write(NOBODY, NOBODY, NOBODY, None)

    def read(self) -> Note | None:
        """What was written last; None when nobody is thinking. What is just being written is read until it stands still."""
        last, seen = b"", self._memory[:]
        while seen != last:
            last, seen = seen, self._memory[:]
        note = Note(*_FORM.unpack(seen))
        return None if note.seat == NOBODY else note

    def close(self) -> None:
        """Give it back."""
        self._memory.close()
        os.close(self.file)


def _nameless() -> int:
    with tempfile.TemporaryFile() as file:
        file.truncate(_FORM.size)
        return os.dup(file.fileno())


here: Slip | None = None  # in a worker: where it notes who is thinking; its driver reads it
