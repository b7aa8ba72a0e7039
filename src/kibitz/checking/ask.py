"""Asks rules a question that may fail: an error, a call that exits and a call that hangs all become an answer."""

import gc
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

ANSWER_SECONDS = 2.0  # seconds of the processor for one question: rules answer in microseconds, so this one has lost its way
CLOCK_SECONDS = 5 * ANSWER_SECONDS  # seconds of any kind: on a busy machine the processor may be elsewhere for long
_TICK_SECONDS = 0.25
_NOT_RULES = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "<")
_WATCHERS = ("coverage.", "bdb", "pdb")  # what looks at Python while it runs
_asked_at = (0.0, 0.0)  # when the question now open was asked, by the clock and by the processor; 0.0 when none is


class Unanswered(BaseException):
    """A question took too long. No Exception, so that rules that catch everything do not swallow it."""


@dataclass(frozen=True)
class RuleAnswer:
    """The value that the rules gave, or, in `error`, the sentence that tells why they gave none."""

    value: Any = None
    error: str = ""

    @property
    def text(self) -> str:
        """The error, or the value as Python writes it."""
        return self.error or format_value(self.value)


def ask(question: Callable[..., Any], *arguments: Any) -> RuleAnswer:
    """The answer of a rule that may raise, exit or, while `patience` watches, never come back."""
    global _asked_at
    outer, _asked_at = _asked_at, _asked_at if _asked_at[0] else (time.monotonic(), time.thread_time())
    try:
        return RuleAnswer(question(*arguments))
    except (Exception, SystemExit) as problem:
        return RuleAnswer(error=_describe(problem))
    except Unanswered as problem:
        return RuleAnswer(
            error=f"no answer within {ANSWER_SECONDS:.0f} seconds{_locate_error(problem)}: a loop that never ends?"
        )
    finally:
        _asked_at = outer


def format_value(value: Any) -> str:
    """A value as Python writes it, in at most 80 letters, whatever its own `__repr__` does."""
    text = ask(repr, value)
    written = text.value if isinstance(text.value, str) else f"a {type(value).__name__} that cannot be written"
    return written if len(written) <= 80 else written[:77] + "..."


class Watch:
    """Counts the questions that were given up."""

    given_up = 0


@contextmanager
def patience(watch: Watch) -> Iterator[None]:
    """While it is entered, a question that takes too long is given up, and counted by the watch.

    Only where signals reach: in the main thread of a POSIX system.
    """
    here = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if not here or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return

    def look(number: int, frame: FrameType | None) -> None:
        clock, processor = _asked_at
        if frame is not None and frame.f_globals.get("__name__", "").startswith(_WATCHERS):
            return  # it may hold a lock, and would never let it go: the next tick finds another place
        if clock and (time.thread_time() - processor > ANSWER_SECONDS or time.monotonic() - clock > CLOCK_SECONDS):
            watch.given_up += 1
            raise Unanswered

    gc.freeze()  # to search all that is there for garbage may take longer than a question may
    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _TICK_SECONDS, _TICK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.unfreeze()


def _describe(problem: BaseException) -> str:
    message = " ".join(str(problem).split())
    return f"{type(problem).__name__}{': ' + message if message else ''}{_locate_error(problem)}"


def _locate_error(problem: BaseException) -> str:
    """Where in the rules it happened: the innermost line that is neither Python's own nor the package's, its games apart."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename != __file__]
    theirs = [frame for frame in frames if not frame.filename.startswith(_NOT_RULES) or "games" in Path(frame.filename).parts]
    found = (theirs or frames)[-1:]
    return f" (in {found[0].name}, line {found[0].lineno})" if found else ""
