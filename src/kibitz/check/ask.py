"""Asks rules a question that may fail: an error, a call that exits and a call that hangs all become an answer."""

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

PATIENCE = 3.0  # seconds for one question: rules answer in microseconds, so this one has lost its way
_TICK = 0.5
_asked_at = 0.0  # when the question now open was asked; 0.0 when none is


class Unanswered(BaseException):
    """A question took too long. No Exception, so that rules that catch everything do not swallow it."""


@dataclass(frozen=True)
class Answer:
    """What the rules said, or, in `error`, the sentence that tells why they said nothing."""

    value: Any = None
    error: str = ""


def ask(question: Callable[..., Any], *arguments: Any) -> Answer:
    """The answer of a rule that may raise, exit or, while `patience` watches, never come back."""
    global _asked_at
    outer, _asked_at = _asked_at, _asked_at or time.monotonic()
    try:
        return Answer(question(*arguments))
    except (Exception, SystemExit) as problem:
        return Answer(error=_told(problem))
    except Unanswered as problem:
        return Answer(error=f"no answer within {PATIENCE:.0f} seconds{_place(problem)}: a loop that never ends?")
    finally:
        _asked_at = outer


@contextmanager
def patience() -> Iterator[None]:
    """While it is entered, a question that takes too long is given up.

    Only where signals reach: in the main thread of a POSIX system.
    """
    here = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if not here or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    before = signal.signal(signal.SIGALRM, _look)
    signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _look(number: int, frame: FrameType | None) -> None:
    if _asked_at and time.monotonic() - _asked_at > PATIENCE:
        raise Unanswered


def _told(problem: BaseException) -> str:
    said = " ".join(str(problem).split())
    return f"{type(problem).__name__}{': ' + said if said else ''}{_place(problem)}"


def _place(problem: BaseException) -> str:
    """Where in the rules it happened: the innermost line outside this file and the standard machinery."""
    frames = [
        frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename not in (__file__, signal.__file__)
    ]
    return f" (in {frames[-1].name}, line {frames[-1].lineno})" if frames else ""
