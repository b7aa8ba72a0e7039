"""What moves on standard error while something takes long: a spinner with its time, and what is known so far.

Nothing at all where standard error is no terminal.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType


class Progress:
    """One display for all that a command does at a time; gone without a trace when it ends."""

    def __init__(self, says: Callable[[], str] = str) -> None:
        """`says` is asked, several times a second, for the text to show below the spinners."""
        self._says = says
        self._busy: dict[str, tuple[Spinner, float]] = {}
        self._live = Live(
            console=Console(stderr=True),
            get_renderable=self._picture,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
        )

    @contextmanager
    def shown(self) -> Iterator["Progress"]:
        """Shows it while the body runs, and lets the kernel say in it what it compiles."""
        if not sys.stderr.isatty():
            yield self
            return
        with self._live:
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
        self._busy[text] = Spinner("dots"), time.monotonic()
        try:
            yield
        finally:
            self._busy.pop(text, None)

    def _picture(self) -> "RenderableType":
        now = time.monotonic()
        lines: list[RenderableType] = []
        for text, (spinner, since) in list(self._busy.items()):
            spinner.update(text=f"{text}, {now - since:.0f} s")
            lines.append(spinner)
        if said := self._says():
            lines.append(Text.from_ansi(said, no_wrap=True, overflow="ellipsis"))
        return Group(*lines)


@contextmanager
def busy(text: str) -> Iterator[None]:
    """A spinner beside `text` while the body runs, and whatever is compiled meanwhile."""
    with Progress().shown() as progress, progress.busy(text):
        yield
