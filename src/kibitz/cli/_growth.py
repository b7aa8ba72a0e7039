"""What searching costs, in tables for people, as JSON for programs, and as a plot: `tree --growth`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from kibitz.cli import _growth_told, _json, _terminal
from kibitz.cli._progress import Progress

if TYPE_CHECKING:
    from kibitz.cli._options import Request
    from kibitz.explain.growth import Growth
    from kibitz.position import Position


def write(position: Position, request: Request, to: str | None, as_json: bool) -> None:
    """Measures a position and writes what it finds; `request`: its limits, and its search (None: those that are compared).

    `to`: the plot, as .svg or .png. Ctrl-C ends it at once, with what is measured so far and without the plot.
    """
    if to is not None:
        from kibitz import plots

        plots.ready(to)
    found, whole = _measured(position, request)
    if found is not None and as_json:
        _json.write(json.dumps(_growth_told.as_json(found, whole), allow_nan=False))
    elif found is not None:
        colour = _terminal.in_colour()
        click.echo("\n".join(_growth_told.lines(found, whole)), color=colour)
    if not whole or found is None:
        raise click.Abort
    if to is not None:
        from kibitz import plots
        from kibitz.explain.growth.plot import plot

        plots.save(plot(found), to)
        click.echo(f"{to} shows the nodes over the depth.", err=True)


def _measured(position: Position, request: Request) -> tuple[Growth | None, bool]:
    """All that was measured until it was done, or, not the whole of it, until Ctrl-C."""
    found: Growth | None = None

    def shown() -> str:
        return "\n".join(_growth_told.in_short(found)) if found else ""

    try:
        with Progress(shown).shown() as progress, progress.busy("measuring"):
            from kibitz.explain.growth import growing

            searches = None if request.search is None else (request.search,)
            for found in growing(position, searches=searches, limit=request.limit):  # noqa: B007  # it is shown meanwhile
                pass
    except KeyboardInterrupt:
        return found, False
    return found, True
