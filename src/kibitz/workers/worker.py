"""The worker process of a crew: it runs jobs, sends results, and notes which player is thinking."""

import math
import mmap
import os
import pickle
import queue
import struct
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError, PreparationWarning, RulesWarning
from kibitz.runtime.deadlines import left_behind
from kibitz.runtime.messages import Owner


def main(owner: Owner, file: int) -> None:
    """Run jobs, one after the other, until an empty one comes. `file`: the file of the thinking marker, or -1."""
    global here
    marker = here = ThinkingMarker(file) if file >= 0 else None
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    owner.listen(jobs.put)
    warned = _collected()
    while job := jobs.get():
        answer = _answer(job)
        if marker is not None:
            marker.clear()
        worn = left_behind() > 0  # players that no clock could stop slow down whatever comes after them
        owner.write(pickle.dumps((*answer, worn, [warned.pop() for _ in warned[:]])))
        if worn:
            return


def _collected() -> list[str]:
    """Collect warnings about rules that do not compile; the driver prints them once for all workers."""
    found, show = list[str](), warnings.showwarning

    def collect(message: Warning | str, category: type[Warning], *more: Any, **named: Any) -> None:
        if issubclass(category, RulesWarning):
            found.append(str(message))
        elif not issubclass(category, PreparationWarning):  # the driver's progress stands still meanwhile
            show(message, category, *more, **named)

    warnings.showwarning = collect
    return found


def _answer(job: bytes) -> tuple[bool, bytes, str]:
    """Whether the job succeeded, its pickled result or exception, and the exception in words if the driver lacks its class."""
    try:
        function, args, kwargs = pickle.loads(job)
        return True, pickle.dumps(function(*args, **kwargs)), ""
    except BaseException as problem:
        return False, _pickle_error(problem), f"{type(problem).__name__}: {problem}"


def _pickle_error(problem: BaseException) -> bytes:
    """Pickle an exception, with its traceback as a note unless it is a sentence for a person."""
    if not isinstance(problem, KibitzError):
        problem.add_note("".join(traceback.format_exception(problem)))
    try:
        pickled = pickle.dumps(problem)
        pickle.loads(pickled)
        return pickled
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(problem).__name__}: {problem}"))


# The player who thinks: a note in memory that outlives the worker, since the driver has made it.

_FORM = struct.Struct("<qqqd")
NOBODY = -1


@dataclass(frozen=True)
class ThinkingNote:
    """The seat of a game that is thinking, and when its clock runs out, by `time.monotonic`, which all processes share."""

    pair: int
    side: int
    seat: int
    due: float


class ThinkingMarker:
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

    def read(self) -> ThinkingNote | None:
        """The note written last; None when nobody is thinking. Waits while one is being written."""
        last, seen = b"", self._memory[:]
        while seen != last:
            last, seen = seen, self._memory[:]
        note = ThinkingNote(*_FORM.unpack(seen))
        return None if note.seat == NOBODY else note

    def close(self) -> None:
        """Give it back."""
        self._memory.close()
        os.close(self.file)


def _nameless() -> int:
    with tempfile.TemporaryFile() as file:
        file.truncate(_FORM.size)
        return os.dup(file.fileno())


here: ThinkingMarker | None = None  # in a worker: where it notes who is thinking; its driver reads it
