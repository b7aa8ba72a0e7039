"""Say how a game plays, for its designer: who wins, how long it takes, whether skill pays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import write_json
from kibitz.core.rules import Game
from kibitz.explain.report.sample import LONGEST, WALK, ReportOrder
from kibitz.position import Position

if TYPE_CHECKING:
    from kibitz.explain.report.gathering import DesignReport, Reporting
    from kibitz.workers.workplace import Workplace

MOST_MINUTES = 10_000


@click.command(
    epilog="""\b
Examples:
  kibitz report connect_four --to report.html
  kibitz report ./my_game.py --minutes 2"""
)
@_options.game
@click.option(
    "--games",
    type=click.IntRange(1, 10**6),
    default=100,
    metavar="N",
    help="Rounds of games; each has a few of every kind (100).",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, MOST_MINUTES, min_open=True),
    metavar="M",
    help="End after that time, without the game under way; the same seed may give another report then.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1, 10**6),
    default=200,
    metavar="N",
    help="How strong the equal players are: random games a move (200).",
)
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, metavar="N", help="Other games than with another one (0).")
@click.option(
    "--longest", type=click.IntRange(1, 10**6), default=LONGEST, metavar="PLIES", help="Give a game up that is longer (1,000)."
)
@click.option(
    "--walk",
    type=click.IntRange(1, 10**8),
    default=WALK,
    metavar="N",
    help="Moves that are tried while all positions are counted (100,000).",
)
@_options.workers
@_options.cluster
@_options.verify
@click.option("--to", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page with plots (.html), or JSON (.json).")
@_options.as_json
def command(
    game: Game,
    games: int,
    minutes: float | None,
    playouts: int,
    seed: int,
    longest: int,
    walk: int,
    workers: int | None,
    cluster: str | None,
    verify: bool,
    to: str | None,
    as_json: bool,
) -> None:
    """Play a game many times over, and say what its designer wants to know, each figure with its error.

    How often the first player wins, how long games are, how many moves and positions there are, whether more thought makes
    more points, how early games are decided, whether anybody comes back, how many moves lose, and which first moves score. The
    players are searches of a fixed size without knowledge of the game, so rules are enough. Without --minutes the same seed
    gives the same report. Ctrl-C ends it with what there is.
    """
    if to is not None and not _can_be_written(Path(to)):
        raise click.UsageError(
            f"a report is written as .html or .json, into a folder that is there and can be written to: {to} is not"
        )
    order = ReportOrder(games, playouts, seed, minutes, longest, walk)
    from kibitz.workers.workplace import Workplace

    with Workplace(workers, cluster, verify) as place:
        if place.cluster is not None:
            place.executor()  # raises when nobody is there
        report = _gathered(_options.tried_position(game, ""), order, place if place.is_named else None)
    if to is not None:
        _write(report, Path(to))
        click.echo(f"{to} holds the report.", err=as_json)
    if as_json:
        write_json(report.as_json())
    elif to is None:
        click.echo(str(report))


def _can_be_written(file: Path) -> bool:
    """Whether a report can be written there, known before the time for it is spent."""
    folder = file.absolute().parent
    return file.suffix.lower() in (".html", ".json") and folder.is_dir() and os.access(folder, os.W_OK)


def _gathered(position: Position, order: ReportOrder, place: Workplace | None) -> DesignReport:
    """The report; Ctrl-C ends it with what there is by then."""
    under_way: list[Reporting] = []

    def doing() -> str:
        if not under_way:
            return ""
        sample = under_way[0].sample
        played = len(sample.equal) + len(sample.opened) + len(sample.stronger)
        games_so_far = f"{played:,} games, {len(sample.random):,} random, {sample.positions.walked:,} positions"
        return f"round {len(sample.equal)} of {order.games}; {games_so_far}"

    with Progress(doing).display() as progress, progress.busy("gathering"):
        try:
            under_way.append(interruptible(lambda: _begin(position, order, place)))
            steps = iter(under_way[0])
            while interruptible(lambda: _next(steps)):
                pass
        except KeyboardInterrupt:
            if not under_way or not under_way[0].sample.random:
                raise click.Abort from None
            click.echo("Ended early: this is what there is.", err=True)
        return under_way[0].so_far()


def _begin(position: Position, order: ReportOrder, place: Workplace | None) -> Reporting:
    from kibitz.explain.report.gathering import Reporting  # brings the compiler

    return Reporting(position, order, place)


def _next(steps: Iterator[DesignReport]) -> bool:
    return next(steps, None) is not None


def _write(report: DesignReport, file: Path) -> None:
    import json

    from kibitz.explain.tree.writing import write_whole

    as_page = file.suffix.lower() == ".html"
    write_whole(file, report.html() if as_page else json.dumps(report.as_json(), allow_nan=False))
