"""Deadlines for user code that may never return: it is interrupted by a GivenUp.

Python stops a thread between two of its steps, so a loop ends at once, and one that catches every `Exception` does too. What
sleeps, or computes outside Python, ends when it comes back; in the main thread `interrupt_when` ends its sleep. What never lets
Python go cannot be broken off: its process has to be ended.
"""

import gc
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, TypeVar

from kibitz.runtime.orders import GivenUp, order_to_end, ordered, raise_in

Result = TypeVar("Result")

# Work that somebody waits for is done in a helper thread, and left behind there where it does not end.

GRACE, BRIEF = 0.25, 0.05  # seconds that overdue work has to end; what it has when it is we who are stopped
AGAIN = 0.02  # seconds until work that has caught the order to end gets it again
LEAST, MOST = 0.001, 0.1  # seconds to wait at a time: Ctrl-C need not reach a thread that waits, but does between two waits
_left_behind: list[threading.Thread] = []
_here = threading.local()


class Overdue(Exception):
    """The work took too long."""


def run_within(work: Callable[[], Result], left: Callable[[], float]) -> Result:
    """Return or raise what the work does. `left`: the seconds until it is overdue, if nothing changes; called again then.

    Raises Overdue when none are left; the work gets the order to end then, as when Ctrl-C stops the waiting.
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


def leave_behind(thread: threading.Thread) -> None:
    """Abandon a thread that cannot be ended; its work is lost."""
    _left_behind.append(thread)


def left_behind() -> int:
    """The number of abandoned threads still running in this process."""
    _left_behind[:] = [thread for thread in _left_behind if thread.is_alive()]
    return len(_left_behind)


class _Helper:
    """A thread that does one job after the other."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self.thread = threading.Thread(target=_serve, args=(self._tasks, self._answers), name="kibitz-player", daemon=True)
        self.thread.start()

    def __del__(self) -> None:
        self._tasks.put(None)

    def wait_for(self, work: Callable[[], Any], left: Callable[[], float]) -> tuple[bool, Any, BaseException | None]:
        """Whether the work ended in time, its result, and its exception."""
        self._tasks.put(work)
        wait = left()
        while wait > 0:
            try:
                return True, *self._answers.get(timeout=min(max(LEAST, wait), MOST))
            except Empty:
                wait = left()
        return False, None, None

    def give_up(self, patience: float) -> None:
        """Tell the work to end until it does or patience runs out."""
        number = self.thread.ident
        if number is None or not self.thread.is_alive():
            return
        self._tasks.put(None)
        end = time.monotonic() + patience
        while self.thread.is_alive():
            order_to_end(number)
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


# Work that nobody waits for, or somebody elsewhere, is done where it is asked for, and a thread of its own watches the clock.

TICK = 0.1  # seconds between two looks
RETRY = 2.0  # seconds after which it is tried again, where what should have ended the work was caught


class _Settled(BaseException):
    """Takes the place of a GivenUp that has not come yet, and comes at once, where it is caught."""


@dataclass
class _Run:
    """A running function: its deadline, and whether it has been asked to end."""

    until: float
    is_late: bool = False


class Deadlines:
    """Watches threads, each with one function at most, from a thread of its own."""

    def __init__(self, tick: float = TICK, now: Callable[[], float] = time.monotonic) -> None:
        """`tick`: seconds between two looks, by `now`."""
        self._tick, self._now = tick, now
        self._runs: dict[int, _Run] = {}
        self._lock = threading.Lock()  # nothing that is written in Python: an exception could come while it is taken
        self._watch: threading.Thread | None = None

    def run(self, call: Callable[[], Result], seconds: float) -> Result:
        """Return what `call` returns; GivenUp if it had to be interrupted. Not for code that writes to the store."""
        thread = threading.get_ident()
        try:
            self._begin(thread, self._now() + seconds)
            try:
                return call()
            finally:
                self._end(thread)
        except GivenUp:  # which may have come while it was ending
            self._end(thread)
            raise

    def _begin(self, thread: int, until: float) -> None:
        with self._lock:
            self._runs[thread] = _Run(until)
            if self._watch is None:
                self._watch = threading.Thread(target=self._look, name="kibitz-deadlines", daemon=True)
                self._watch.start()

    def _end(self, thread: int) -> None:
        """From here on nothing is raised in this thread.

        An exception that has not come yet could be taken back (CPython: with NULL), but then every thread of CPython 3.11 goes
        on looking for it, more slowly, and for ever where lines are traced. So another one takes its place, and comes.
        """
        with self._lock:
            run = self._runs.pop(thread, None)
        ordered.discard(thread)
        if run is None or not run.is_late:
            return
        try:
            raise_in(thread, _Settled)
            while True:
                time.sleep(0)
        except _Settled:
            return

    def _look(self) -> None:
        """Watch until nothing is left to watch; the next function starts another watch."""
        while True:
            time.sleep(self._tick)
            with self._lock:
                now = self._now()
                for thread, run in self._runs.items():
                    if run.until <= now:
                        run.is_late, run.until = True, now + RETRY
                        order_to_end(thread)
                if not self._runs:
                    self._watch = None
                    return


# What asks many questions in the main thread gets a signal, which reaches it in its sleep too.

GLANCE = 0.25  # seconds between two signals
WATCHERS = ("coverage.", "bdb", "pdb")  # what looks at Python while it runs


@contextmanager
def interrupt_when(is_overdue: Callable[[], bool]) -> Iterator[None]:
    """While entered, it raises GivenUp here as soon as `is_overdue` returns True; that is polled.

    Only in the main thread. Where no timer sends signals, as on Windows, a thread polls, and a sleep ends by itself first.
    """
    here = threading.current_thread() is threading.main_thread()
    if here and not hasattr(signal, "setitimer"):
        with _polled(is_overdue):
            yield
        return
    if not here or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return

    def look(number: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_globals.get("__name__", "").startswith(WATCHERS):
            return  # it may hold a lock, and would never let it go: the next tick finds another place
        if is_overdue():
            raise GivenUp

    gc.freeze()  # to search all that is there for garbage may take longer than work may
    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, GLANCE, GLANCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.unfreeze()


@contextmanager
def _polled(is_overdue: Callable[[], bool]) -> Iterator[None]:
    thread, may_end = threading.get_ident(), threading.Event()

    def look() -> None:
        while not may_end.wait(GLANCE):
            if is_overdue():
                raise_in(thread, GivenUp)

    watch = threading.Thread(target=look, name="kibitz-deadlines", daemon=True)
    watch.start()
    try:
        yield
    finally:
        may_end.set()
        watch.join()
