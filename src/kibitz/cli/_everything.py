"""`kibitz solve --everything`: all positions of a game solved once and for all, into a file."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import click

from kibitz.cli import _json, _options
from kibitz.cli._progress import Progress
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.wording.answer import value_as_json
from kibitz.wording.sentence import as_sentence
from kibitz.wording.values import ValueWords

OWN = ("to", "memory")
ALONGSIDE = {*OWN, "game", "as_json", "whole"}


def everything(callback: _options.Callback) -> _options.Callback:
    """Gives a command the options that make it solve the whole game instead of one position."""

    @click.option(
        "--everything", "whole", is_flag=True, help="Solve every position that can be reached, into the file of --to."
    )
    @click.option("--to", type=click.Path(dir_okay=False), metavar="FILE", help="With --everything: where the values go.")
    @click.option(
        "--memory", type=_options.size, default="2GB", metavar="SIZE", help="With --everything: the memory it may take (2GB)."
    )
    @functools.wraps(callback)
    def chosen(*, whole: bool, to: str | None, memory: int, **rest: Any) -> Any:
        given = _options.given()
        if not whole:
            alone = [written for name, written in given.items() if name in OWN]
            if alone:
                raise click.UsageError(f"{alone[0]} says nothing without --everything: add it, or leave {alone[0]} out")
            return callback(**rest)
        stray = [written for name, written in given.items() if name not in ALONGSIDE]
        if stray:
            raise click.UsageError(f"--everything solves the whole game: leave {stray[0]} out")
        if to is None:
            raise click.UsageError("--everything needs a file for the values: add --to FILE")
        return _solve(rest["game"], Path(to), memory, rest["as_json"])

    return chosen


def _solve(game: Game, file: Path, memory: int, as_json: bool) -> None:
    said = [""]

    def progress(done: int, note: str) -> None:
        if done == 0 and not as_json:  # what it will take, before it begins
            click.echo(as_sentence(note), err=True)
        said[0] = f"{done:,} positions; {note}" if note else f"{done:,} positions"

    with Progress(lambda: said[0]).shown() as shown, shown.busy("solving everything"):
        from kibitz.solution import solve_everything

        found = solve_everything(game, file, memory=memory, progress=progress)
    if as_json:
        facts = {
            "positions": found.positions,
            "value": value_as_json(found.value),
            "bytes": found.bytes,
            "seconds": round(found.seconds, 6),
        }
        _json.write(json.dumps({"game": spec_of(game), **facts, "to": str(file)}))
        return
    click.echo(f"From the start: {ValueWords(game).say(found.value, 0)}.")
    click.echo(f"{found.positions:,} positions in {found.bytes:,} bytes of {file}, {found.seconds:.1f} s.")
