"""What moves on standard error while something takes long: a spinner with its time, and what is known so far.

Nothing at all where standard error is no terminal.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext


class Progress:
    """One display for all that a command does at a time; gone without a trace when it ends."""

    def __init__(self, says: Callable[[], str] = str) -> None:
        """`says` is asked, several times a second, for the text to show below the spinners."""
        self.says = says
        self._since: dict[str, float] = {}

    @contextmanager
    def shown(self, compiles: bool = True) -> Iterator["Progress"]:
        """Shows it while the body runs, and lets the kernel, if this process needs it, say in it what it compiles."""
        if sys.stderr is None or not sys.stderr.isatty():
            yield self
            return
        from kibitz.cli._live import live  # brings rich, which no program that reads a pipe has to wait for

        with live(self.doing, lambda: self.says()):
            if not compiles:
                yield self
                return
            with self.busy("getting ready"):
                from kibitz.kernel import set_announcer  # takes a second: not before the spinner turns
            set_announcer(self.busy)
            try:
                yield self
            finally:
                set_announcer(nullcontext)

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """A spinner beside `text`, with the seconds it has taken, while the body runs."""
        self._since[text] = time.monotonic()
        try:
            yield
        finally:
            self._since.pop(text, None)

    def doing(self) -> list[str]:
        """What is under way, each with its seconds so far."""
        now = time.monotonic()
        return [f"{text}, {now - since:.0f} s" for text, since in self._since.copy().items()]


@contextmanager
def busy(text: str) -> Iterator[None]:
    """A spinner beside `text` while the body runs, and whatever is compiled meanwhile."""
    with Progress().shown() as progress, progress.busy(text):
        yield
