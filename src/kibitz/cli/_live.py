"""Progress on a terminal, drawn by rich: the only file of the faces that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kibitz.cli._progress import Progress


def live(progress: Progress) -> Live:
    """A display of `progress` on standard error, for as long as the context is open."""
    spinner = Spinner("dots")

    def picture() -> Group:
        lines: list[RenderableType] = []
        if doing := progress.doing():
            spinner.update(text=Text("; ".join(doing)))
            lines.append(spinner)
        if said := progress.says():
            lines.append(Text.from_ansi(said, no_wrap=True, overflow="ellipsis"))
        return Group(*lines)

    console = Console(stderr=True)
    return Live(console=console, get_renderable=picture, transient=True, refresh_per_second=8, redirect_stdout=False)
