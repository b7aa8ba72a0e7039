"""An end for rules that have none: a function that runs too long is broken off, wherever in Python it is."""

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

TICK = 0.1  # seconds between two looks
AGAIN = 2.0  # seconds after which it is tried again, where the rules have caught what should have ended them
T = TypeVar("T")


class Endless(BaseException):
    """It took too long. No Exception, so that rules that catch everything do not swallow it."""


class _Settled(BaseException):
    """Takes the place of an Endless that has not come yet, and comes at once, where it is caught."""


@dataclass
class _Run:
    """A function that runs: when its time is up, and whether it was told so."""

    until: float
    is_late: bool = False


class Deadlines:
    """Watches threads, each with one function at most, from a thread of its own."""

    def __init__(self) -> None:
        self._runs: dict[int, _Run] = {}
        self._lock = threading.Lock()  # nothing that is written in Python: an exception could come while it is taken
        self._watch: threading.Thread | None = None

    def run(self, call: Callable[[], T], seconds: float) -> T:
        """What `call` gives; Endless where it had to be broken off. Not for what writes into the store."""
        thread = threading.get_ident()
        try:
            self._begin(thread, time.monotonic() + seconds)
            try:
                return call()
            finally:
                self._end(thread)
        except Endless:  # which may have come while it was ending
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
        if run is None or not run.is_late:
            return
        try:
            _raise(thread, _Settled)
            while True:
                time.sleep(0)
        except _Settled:
            return

    def _look(self) -> None:
        """Ends when there is nothing to watch: the next function begins another watch."""
        while True:
            time.sleep(TICK)
            with self._lock:
                now = time.monotonic()
                for thread, run in self._runs.items():
                    if run.until <= now:
                        run.is_late, run.until = True, now + AGAIN
                        _raise(thread, Endless)
                if not self._runs:
                    self._watch = None
                    return


def _raise(thread: int, problem: type[BaseException]) -> None:
    """Raises an exception in a thread at its next line of Python, instead of one that has not come there yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(problem))
