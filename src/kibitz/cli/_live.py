"""Progress on a terminal, drawn by rich: the only file of the faces that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType


def live(doing: Callable[[], list[str]], says: Callable[[], str]) -> Live:
    """A display on standard error of what is being done and what is known so far, for as long as the context is open."""
    spinner = Spinner("dots")

    def picture() -> Group:
        lines: list[RenderableType] = []
        if now := doing():
            spinner.update(text=Text("; ".join(now)))
            lines.append(spinner)
        if said := says():
            lines.append(Text.from_ansi(said, no_wrap=True, overflow="ellipsis"))
        return Group(*lines)

    console = Console(stderr=True)
    return Live(console=console, get_renderable=picture, transient=True, refresh_per_second=8, redirect_stdout=False)
