"""Asks rules a question that may fail: an error, a call that exits and a call that hangs all become an answer."""

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.runtime import deadlines, user_code
from kibitz.runtime.orders import GivenUp

ANSWER_SECONDS = 2.0  # seconds of the processor for one question: rules answer in microseconds, so this one has lost its way
CLOCK_SECONDS = 5 * ANSWER_SECONDS  # seconds of any kind: on a busy machine the processor may be elsewhere for long
_NOT_RULES = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "<")
_ASKING = (__file__, deadlines.__file__)
_asked_at = (0.0, 0.0)  # when the question now open was asked, by the clock and by the processor; 0.0 when none is


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
        return RuleAnswer(error=f"{user_code.describe_error(problem)}{_locate_error(problem)}")
    except GivenUp as problem:
        return RuleAnswer(
            error=f"no answer within {ANSWER_SECONDS:.0f} seconds{_locate_error(problem)}: a loop that never ends?"
        )
    finally:
        _asked_at = outer


def format_value(value: Any) -> str:
    """A value as Python writes it, in at most 80 letters, whatever its own `__repr__` does."""
    answer = ask(user_code.format_value, value)
    return answer.error or str(answer.value)


class Watch:
    """Counts the questions that were given up."""

    given_up = 0


@contextmanager
def patience(watch: Watch) -> Iterator[None]:
    """While it is entered, a question that takes too long is given up, and counted by the watch; see `deadlines`."""

    def is_overdue() -> bool:
        clock, processor = _asked_at
        late = clock > 0 and (time.thread_time() - processor > ANSWER_SECONDS or time.monotonic() - clock > CLOCK_SECONDS)
        watch.given_up += late
        return late

    with deadlines.interrupt_when(is_overdue):
        yield


def _locate_error(problem: BaseException) -> str:
    """Where in the rules it happened: the innermost line that is neither Python's own nor the package's, its games apart."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename not in _ASKING]
    theirs = [frame for frame in frames if not frame.filename.startswith(_NOT_RULES) or "games" in Path(frame.filename).parts]
    found = (theirs or frames)[-1:]
    return f" (in {found[0].name}, line {found[0].lineno})" if found else ""
