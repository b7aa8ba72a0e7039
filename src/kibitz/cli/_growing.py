"""`kibitz tree --growth`: what searching costs, depth by depth, instead of one search drawn."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import _growth_told, _json, _moves, _options, _terminal
from kibitz.cli._progress import Progress
from kibitz.thought import Limit

if TYPE_CHECKING:
    from kibitz.cli._options import SearchOptions
    from kibitz.explain.growth import Growth
    from kibitz.position import Position

ALONGSIDE = {"game", "moves", "search", "depth", "time", "to", "as_json", "growth"}


def growth(callback: _options.Callback) -> _options.Callback:
    """Gives a command the options that make it measure searches of depth 1, 2, ... instead of drawing one."""

    @click.option(
        "--growth",
        is_flag=True,
        help="Nodes, time and memory of depth 1, 2, ... instead; --to FILE.svg or .png plots them.",
    )
    @click.option("--time", type=_options.seconds, metavar="SECONDS", help="With --growth: for all it measures (5).")
    @functools.wraps(callback)
    def chosen(*, growth: bool, time: float | None, **rest: Any) -> None:
        if not growth:
            if time is not None:
                raise click.UsageError("--time is for --growth: what a tree may take is said by --depth and --max-nodes")
            callback(**rest)
            return
        stray = [written for name, written in _options.given().items() if name not in ALONGSIDE]
        if stray:
            raise click.UsageError(f"--growth measures searches and draws no tree: leave {stray[0]} out")

        request = _options.SearchOptions(Limit(rest["depth"], time), rest["search"], threads=1, distance=False)
        write(_moves.tried(rest["game"], rest["moves"]), request, rest["to"], rest["as_json"])

    return chosen


# What searching costs, in tables for people, as JSON for programs, and as a plot: `tree --growth`.


def write(position: Position, request: SearchOptions, to: str | None, as_json: bool) -> None:
    """Measures a position and writes what it finds; `request`: its limits, and its search (None: those that are compared).

    `to`: the plot, as .svg or .png. Ctrl-C ends it at once, with what is measured so far and without the plot.
    """
    if to is not None:
        from kibitz import plots

        plots.ready(to)
    found, whole = _measured(position, request)
    if found is not None and as_json:
        _json.write(json.dumps(_growth_told.growth_as_json(found, whole), allow_nan=False))
    elif found is not None:
        colour = _terminal.in_colour()
        click.echo("\n".join(_growth_told.describe_growth(found, whole)), color=colour)
    if not whole or found is None:
        raise click.Abort
    if to is not None:
        from kibitz import plots
        from kibitz.explain.growth.plot import plot

        plots.save(plot(found), to)
        click.echo(f"{to} shows the nodes over the depth.", err=True)


def _measured(position: Position, request: SearchOptions) -> tuple[Growth | None, bool]:
    """All that was measured until it was done, or, not the whole of it, until Ctrl-C."""
    found: Growth | None = None

    def summarize_latest() -> str:
        return "\n".join(_growth_told.describe_branching(found)) if found else ""

    try:
        with Progress(summarize_latest).display() as progress, progress.busy("measuring"):
            from kibitz.explain.growth import growing

            searches = None if request.search is None else (request.search,)
            for found in growing(position, searches=searches, limit=request.limit):  # noqa: B007  # it is shown meanwhile
                pass
    except KeyboardInterrupt:
        return found, False
    return found, True
