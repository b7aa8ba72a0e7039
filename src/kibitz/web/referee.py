"""Where rules run in the server: a game has a few threads and a deadline, so that one that hangs takes nothing from others."""

import asyncio
import ctypes
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from kibitz.errors import RulesError
from kibitz.rules import Game

PLACES = 3  # threads of a game
THREADS = 256  # of all games
GRACE = 1.0  # seconds for a function that is broken off to end, before nobody waits for it any more
T = TypeVar("T")


class Referee:
    """Lets rules run. What never comes back, not even when it is broken off, keeps its thread and its game's place."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: that a function may run, and may wait for a place."""
        self._seconds = seconds
        self._deadlines = Deadlines()
        self._places: dict[type[Game], asyncio.Semaphore] = {}
        self._threads = ThreadPoolExecutor(THREADS, "kibitz-rules")

    async def run(self, game: Game, call: Callable[[], T], seconds: float | None = None) -> T:
        """What `call` gives, which runs rules of this game and writes nothing. RulesError where they do not come to an end.

        `seconds`: fewer than usual.
        """
        most = self._seconds if seconds is None else seconds
        endless = f"the rules of {type(game).__name__} do not come to an end"
        places = self._places.setdefault(type(game), asyncio.Semaphore(PLACES))
        loop = asyncio.get_running_loop()

        def bounded() -> T:
            try:
                return self._deadlines.run(call, most)
            except Endless:
                raise RulesError(endless) from None
            finally:
                with suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(places.release)

        try:
            await asyncio.wait_for(places.acquire(), most)
            running = loop.run_in_executor(self._threads, bounded)
            running.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait any more
            return await asyncio.wait_for(asyncio.shield(running), most + GRACE)
        except TimeoutError:
            raise RulesError(endless) from None

    def close(self) -> None:
        """No more rules run; it does not wait for those that do."""
        self._threads.shutdown(wait=False, cancel_futures=True)


# An end for rules that have none: a function that runs too long is broken off, wherever in Python it is.

TICK = 0.1  # seconds between two looks
AGAIN = 2.0  # seconds after which it is tried again, where the rules have caught what should have ended them


class Endless(BaseException):
    """A function took too long. No Exception, so that rules that catch everything do not swallow it."""


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
