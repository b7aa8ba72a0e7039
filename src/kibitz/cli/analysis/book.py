"""Make an opening book: the exact value of every position near the start, in a small file."""

from __future__ import annotations

import time
from pathlib import Path

import click

from kibitz.books.make_book import TABLE, make_book
from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, format_duration
from kibitz.cli.terminal import write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.position import Position
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords


@click.command(epilog="Example: kibitz book connect_four:width=5,height=4 --plies 3 --to small.book")
@_options.game
@click.option("--plies", type=click.IntRange(0), required=True, metavar="N", help="Positions up to N moves from the start.")
@click.option("--to", type=click.Path(dir_okay=False), required=True, metavar="FILE", help="Where the book goes.")
@_options.workers
@_options.cluster
@_options.verify
@_options.table(f"{TABLE >> 20}MB")
@_options.as_json
def command(
    game: Game, plies: int, to: str, workers: int | None, cluster: str | None, verify: bool, table: int, as_json: bool
) -> None:
    """Make an opening book of GAME: solve every position up to N plies from the start, symmetric ones once.

    Only positions of exactly N plies are searched, by a thread for each core or by workers; the earlier ones follow from them.
    An interrupted run continues where it stopped when you give the same command again. `kibitz solve --book FILE` looks
    positions up in it.
    """
    file, progress = Path(to), _BookProgress()
    with Progress(lambda: progress.text).display() as display, display.busy(f"making {file.name}"):
        try:
            result = make_book(
                game, plies, file, workers=workers, cluster=cluster, verify=verify, table=table, progress=progress
            )
        except KeyboardInterrupt:
            click.echo("\nWhat is solved is kept: the same command goes on from there.", err=True)
            raise
    if as_json:
        facts = {"plies": plies, "positions": result.positions, "solved": result.solved, "bytes": result.bytes}
        value = result.value and value_as_json(result.value)
        write_json({"game": spec_of(game), **facts, "value": value, "seconds": round(result.seconds, 6), "to": to})
        return
    if result.value is not None:
        click.echo(f"From the start: {ValueWords(game).say(result.value, Position.after(game).to_move)}.")
    size = f"{result.positions:,} positions in {result.bytes:,} bytes of {file}"
    click.echo(f"{size}; {result.solved:,} solved now, {result.seconds:.1f} s.")


class _BookProgress:
    """The progress of making a book, in words, with the time left."""

    def __init__(self) -> None:
        self.text = ""
        self._began = self._first = 0.0

    def __call__(self, what: str, done: int, all_: int) -> None:
        if not all_:
            self.text = f"{what}: {done:,}"
            return
        now = time.monotonic()
        if not self._began:
            self._began, self._first = now, done
        rate = (done - self._first) / (now - self._began) if now > self._began else 0.0
        left = f", {rate:,.1f} a second, about {format_duration((all_ - done) / rate)} left" if rate else ""
        self.text = f"{what}: {done:,} of {all_:,} positions{left}"
