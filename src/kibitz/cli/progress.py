"""Moving progress on standard error: a spinner with the time and the result so far.

Nothing where standard error is not a terminal.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.live import Live


class Progress:
    """One display for all that a command does at a time; gone without a trace when it ends."""

    def __init__(self, says: Callable[[], str] = str) -> None:
        """`says` returns the text below the spinners; it is called several times a second."""
        self.says = says
        self._since: dict[str, tuple[float, float]] = {}  # when it began, and how long it will take

    @contextmanager
    def display(self, compiles: bool = True) -> Iterator[Progress]:
        """Shows it while the body runs, and lets the kernel, if this process needs it, say in it what it compiles."""
        if sys.stderr is None or not sys.stderr.isatty():
            yield self
            return

        with live(self.doing, lambda: self.says()):
            if not compiles:
                yield self
                return
            from kibitz.kernel import set_announcer

            set_announcer(self.busy)
            try:
                yield self
            finally:
                set_announcer()

    @contextmanager
    def busy(self, text: str, seconds: float = 0.0) -> Iterator[None]:
        """A spinner beside `text`, with the seconds it has taken, while the body runs; a bar, where it takes about so long."""
        self._since[text] = time.monotonic(), seconds
        try:
            yield
        finally:
            self._since.pop(text, None)

    def doing(self) -> list[str]:
        """The tasks under way, each with its seconds so far, or a bar."""
        now = time.monotonic()
        return [
            f"{text} {draw_bar((now - since) / seconds)}" if seconds else f"{text}, {now - since:.0f} s"
            for text, (since, seconds) in self._since.copy().items()
        ]


BAR = 20  # characters


def draw_bar(share: float) -> str:
    """A bar that is full when all is done, and not before: `share` is only expected."""
    done = min(int(share * BAR), BAR - 1)
    return "█" * done + "░" * (BAR - done)


@contextmanager
def busy(text: str) -> Iterator[None]:
    """A spinner beside `text` while the body runs, and a line for each thing being compiled."""
    with Progress().display() as progress, progress.busy(text):
        yield


def live(doing: Callable[[], list[str]], says: Callable[[], str]) -> Live:
    """A display of the work in progress and the result so far, on standard error, while the context is open."""
    from rich.console import Console, Group  # here and no sooner: rich is for a terminal, and --help needs none
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots")

    def picture() -> Group:
        lines: list[RenderableType] = []
        if now := doing():
            spinner.update(text=Text("; ".join(now)))
            lines.append(spinner)
        if text := says():
            lines.append(Text.from_ansi(text, no_wrap=True, overflow="ellipsis"))
        return Group(*lines)

    console = Console(stderr=True)
    return Live(console=console, get_renderable=picture, transient=True, refresh_per_second=8, redirect_stdout=False)


def format_duration(seconds: float) -> str:
    """About how long: 40 s, 12 min, 2 h 5 min."""
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes > 90 else f"{minutes} min" if seconds > 90 else f"{seconds:.0f} s"


# Work that Ctrl-C need not wait for.

Result = TypeVar("Result")


def interruptible(work: Callable[[], Result]) -> Result:
    """Return or raise what `work` does. On KeyboardInterrupt its thread is abandoned: it ends with the process."""
    from kibitz.runtime.orders import LISTEN

    results: list[Result] = []
    problems: list[BaseException] = []
    ended = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)
        finally:
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    while not ended.wait(LISTEN):
        pass
    if problems:
        raise problems[0]
    return results[0]
