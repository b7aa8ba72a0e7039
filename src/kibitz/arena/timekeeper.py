"""Work that is given up when it is overdue, wherever it is asked for: it is done in a helper thread, and watched from here.

Python stops a thread between two of its steps, so a loop ends at once, and one that catches every `Exception` does too. What
sleeps, or computes outside Python, is left behind, and ends when it comes back. What never lets Python go cannot be watched.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from kibitz.players.orders import GivenUp, ordered

Result = TypeVar("Result")

GRACE, BRIEF = 0.25, 0.05  # seconds that overdue work has to end; what it has when it is we who are stopped
AGAIN = 0.02  # seconds until work that has caught the order to end is told again
LEAST, MOST = 0.001, 0.1  # seconds to wait at a time: Ctrl-C need not reach a thread that waits, but does between two waits
_left_behind: list[threading.Thread] = []
_here = threading.local()


class Overdue(Exception):
    """The work was given up."""


def watched(work: Callable[[], Result], left: Callable[[], float]) -> Result:
    """What the work gives, or raises. `left`: the seconds until it is overdue, if nothing changes; then it is asked again.

    Raises Overdue when none are left; the work is told to end then, as it is when Ctrl-C stops the waiting.
    """
    helper: _Helper | None = getattr(_here, "helper", None)
    if helper is None or not helper.thread.is_alive():  # in a process that was forked it is not
        helper = _here.helper = _Helper()
    try:
        done, value, problem = helper.wait_for(work, left)
    except BaseException:
        _here.helper = None
        helper.give_up(BRIEF)
        raise
    if not done:
        _here.helper = None
        helper.give_up(GRACE)
        raise Overdue
    if problem is not None:
        raise problem
    result: Result = value
    return result


def left_behind() -> int:
    """How many pieces of overdue work could not be ended, and still go on in this process."""
    _left_behind[:] = [thread for thread in _left_behind if thread.is_alive()]
    return len(_left_behind)


class _Helper:
    """A thread that does one piece of work after the other."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self.thread = threading.Thread(target=_serve, args=(self._tasks, self._answers), name="kibitz-player", daemon=True)
        self.thread.start()

    def __del__(self) -> None:
        self._tasks.put(None)

    def wait_for(self, work: Callable[[], Any], left: Callable[[], float]) -> tuple[bool, Any, BaseException | None]:
        """Whether the work was done in time, what it gave, and what it raised."""
        self._tasks.put(work)
        wait = left()
        while wait > 0:
            try:
                return True, *self._answers.get(timeout=min(max(LEAST, wait), MOST))
            except Empty:
                wait = left()
        return False, None, None

    def give_up(self, patience: float) -> None:
        """Tell the work to end, until it does or patience is at its end."""
        number = self.thread.ident
        if number is None or not self.thread.is_alive():
            return
        ordered.add(number)
        self._tasks.put(None)
        end = time.monotonic() + patience
        while self.thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(number), ctypes.py_object(GivenUp))
            self.thread.join(AGAIN)
            if time.monotonic() >= end:
                _left_behind.append(self.thread)
                return
        ordered.discard(number)


def _serve(tasks: "SimpleQueue[Callable[[], Any] | None]", answers: "SimpleQueue[tuple[Any, BaseException | None]]") -> None:
    try:
        while (work := tasks.get()) is not None:
            answers.put(_answer(work))
            del work  # and the players with it
    except GivenUp:
        pass
    finally:
        ordered.discard(threading.get_ident())  # which the system may give to another thread


def _answer(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except BaseException as problem:
        if threading.get_ident() in ordered:
            raise GivenUp from None
        return None, problem
