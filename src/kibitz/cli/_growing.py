"""`kibitz tree --growth`: what searching costs, depth by depth, instead of one search drawn."""

from __future__ import annotations

import functools
from typing import Any

import click

from kibitz.cli import _moves, _options
from kibitz.thought import Limit

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
        from kibitz.cli import _growth

        request = _options.Request(Limit(rest["depth"], time), rest["search"], threads=1, distance=False)
        _growth.write(_moves.tried(rest["game"], rest["moves"]), request, rest["to"], rest["as_json"])

    return chosen
