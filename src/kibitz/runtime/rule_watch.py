"""A watch over rules that never return: a thread looks now and then where Python is, and ends a rule that stays too long.

It sees rules that run as plain Python, in any thread, from any caller. It does not see machine code: a search notices by
itself that it makes no progress (`search/drivers/handle.py`).
"""

import functools
import gc
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from kibitz.core.rules import Game, Knowledge
from kibitz.errors import ANSWER_SECONDS, Unanswered
from kibitz.runtime.orders import raise_in

TICK = 0.25  # seconds between two looks
TABLE_SECONDS = 60.0  # for a rule that makes a table of its own (a cached_property), once
STILL = 0.05  # seconds for which no other thread runs Python while one looks: a look takes a hundredth of that
AGAIN = 1.0  # seconds until a rule that has caught the order to end gets it again
DEBUGGERS = ("bdb", "pdb")  # somebody looks at the rule
OURS = str(Path(__file__).parents[1])
_TABLE = functools.cached_property.__get__.__code__


@dataclass
class _Visit:
    """A rule that a thread was seen in, without a break: how often, and how long in all."""

    frame: FrameType
    seconds: float = 0.0


class _RuleWatch:
    """Looks at all threads from one of its own, while it is needed."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._wanted = 0
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        with self._guard:
            self._wanted += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="kibitz-rule-watch", daemon=True)
                self._thread.start()

    def end(self) -> None:
        with self._guard:
            self._wanted -= 1

    def _look(self) -> None:
        visits: dict[int, _Visit] = {}
        last = time.monotonic()
        while True:
            time.sleep(TICK)
            with self._guard:
                if not self._wanted:
                    self._thread = None
                    return
            now = time.monotonic()
            passed, last = min(now - last, 2 * TICK), now  # a machine that stood still has given no rule any time
            with _others_paused():
                visits = _visits(visits, passed)


_watch = _RuleWatch()


@contextmanager
def watched_rules() -> Iterator[None]:
    """While it is entered, rules of users that do not answer within ANSWER_SECONDS are ended by an `Unanswered`."""
    _watch.begin()
    try:
        yield
    finally:
        _watch.end()


@contextmanager
def _others_paused() -> Iterator[None]:
    """While it is entered no other thread runs Python, for up to STILL seconds.

    Otherwise a thread may return from a frame while the watch reads it, and CPython 3.11 can crash then (its issue 111363). A
    thread that is already waiting for its turn demands it after the old interval, so the watch waits that long first.
    """
    usual, is_collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(max(usual, STILL))
    try:
        time.sleep(min(2 * usual, STILL))
        gc.disable()  # what is collected may run code of its own
        yield
    finally:
        if is_collecting:
            gc.enable()
        sys.setswitchinterval(usual)


def _visits(before: dict[int, _Visit], passed: float) -> dict[int, _Visit]:
    """The rules that threads are in now; it ends those that have been there too long."""
    found: dict[int, _Visit] = {}
    for thread, frame in sys._current_frames().items():
        rule, longest = _open_rule(frame)
        if rule is None:
            continue
        visit = before.get(thread)
        if visit is None or visit.frame is not rule:
            visit = _Visit(rule)
        else:
            visit.seconds += passed
        if visit.seconds >= longest:
            visit.seconds = longest - AGAIN
            raise_in(thread, Unanswered)
        found[thread] = visit
    return found


def _open_rule(innermost: FrameType) -> tuple[FrameType | None, float]:
    """The rule that a thread is in, a method of a game or a knowledge that kibitz has called, and how long that may take."""
    frame: FrameType | None = innermost
    outermost: FrameType | None = None  # of the user's own frames, seen from the inside
    longest = ANSWER_SECONDS
    while frame is not None:
        code = frame.f_code
        if frame.f_globals.get("__name__") in DEBUGGERS:
            return None, longest
        if code is _TABLE and outermost is not None:
            longest = TABLE_SECONDS
        if code.co_filename.startswith(OURS):
            if outermost is not None:
                return (outermost if _is_rule(outermost) else None), longest
        elif code.co_varnames and code.co_argcount:
            outermost = frame
        frame = frame.f_back
    return None, longest


def _is_rule(frame: FrameType) -> bool:
    return isinstance(frame.f_locals.get(frame.f_code.co_varnames[0]), (Game, Knowledge))
