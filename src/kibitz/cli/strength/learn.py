"""Learn a strong player of a game from its bare rules, by play against itself, in minutes."""

from __future__ import annotations

import os
import time
from math import inf
from pathlib import Path
from typing import Any

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.strength._learned import forget, show
from kibitz.cli.strength._learning import LearningFace
from kibitz.cli.terminal import write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game

MINUTES = 10.0
MOST_MINUTES = 100_000.0
FILE = click.Path(dir_okay=False, path_type=Path)
SHOWING = {"game", "to", "looks", "as_json"}  # what --show takes
FORGETTING = {"game", "forgets", "as_json"}


class _Minutes(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """A time above 0, such as 10 or 0.5."""

    name = "minutes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            minutes = float(value)
        except ValueError:
            minutes = 0.0
        if not 0 < minutes <= MOST_MINUTES:
            self.fail(f"nothing can be learned in {value} minutes: write a time above 0, such as 10 or 0.5", param, ctx)
        return minutes


@click.command(epilog="Example: kibitz learn othello --minutes 10")
@_options.game
@click.option(
    "--minutes", type=_Minutes(), metavar="MINUTES", help="How long all of it takes, learning in earlier runs included (10)."
)
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="Or so many games: with --workers or one thread, all repeats exactly.",
)
@click.option("--threads", type=click.IntRange(1, _options.THREADS), metavar="N", help="Threads that play (one a core).")
@click.option(
    "--workers", type=click.IntRange(1, _options.WORKERS), metavar="N", help="Processes that play, in place of threads."
)
@_options.cluster
@_options.verify
@click.option("--seed", type=click.IntRange(0, 10**9), default=1, metavar="N", help="Where all dice come from (1).")
@click.option("--opening", type=click.IntRange(0, 1000), default=8, metavar="PLIES", help="At random first, at most (8).")
@click.option(
    "--match", type=click.IntRange(1), metavar="MATCH", help="Half of the games begin from positions of a stored match."
)
@click.option(
    "--values", metavar="SOURCE", help="Learn known values, too: of a solution or book, or how games went, as match:12."
)
@_options.store
@click.option("--to", type=FILE, metavar="FILE", help="Where it goes (your data folder, where all players find it).")
@click.option("--resume", is_flag=True, help="Go on where the last learning for this file ended.")
@click.option("--no-match", is_flag=True, help="No matches at the end: players take it, whether it is stronger or not.")
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE", help="Draw how its strength grew, as .svg or .png.")
@click.option("--show", "looks", is_flag=True, help="Learn nothing: show what was learned, square by square.")
@click.option(
    "--forget", "forgets", is_flag=True, help="Learn nothing: undo the last learning, and take what was there before."
)
@_options.as_json
def command(
    game: Game,
    minutes: float | None,
    games: int | None,
    threads: int | None,
    workers: int | None,
    cluster: str | None,
    verify: bool,
    seed: int,
    opening: int,
    match: int | None,
    values: str | None,
    store: str | None,
    to: Path | None,
    resume: bool,
    no_match: bool,
    plot: str | None,
    looks: bool,
    forgets: bool,
    as_json: bool,
) -> None:
    """Learn what positions of GAME are worth, from its rules alone: kibitz plays against itself, and writes it into a file.

    What a state is made of, which symmetries hold and which squares lie beside each other is found by trying. At the end what
    was learned has to win against what the game had before, at equal time. Then the computer, its levels, analyze, review and
    the page use it; and any search does, as deepening:knowledge=FILE. In a tenth of the time it also learns which moves are
    likely, for mcts, and keeps that if mcts wins with it. --forget brings back what was there before. Ctrl-C, or a crash, loses
    ten seconds at most: --resume continues.
    """
    if looks or forgets:
        taken, flag = (SHOWING, "--show") if looks else (FORGETTING, "--forget")
        stray = [written for name, written in _options.given().items() if name not in taken]
        if stray:
            raise click.UsageError(f"{flag} learns nothing: leave {stray[0]} out")
        if looks:
            show(game, to, as_json)
        else:
            forget(game, as_json)
        return
    if plot:
        from kibitz import plots

        plots.ready(plot)
    if threads is not None and (workers is not None or cluster is not None):
        raise click.UsageError("--threads play in this process, --workers and --cluster elsewhere: give one of them")
    if verify and workers is None and cluster is None:
        raise click.UsageError("--verify checks on workers: give --cluster or --workers")
    if store is not None and match is None and not (values or "").startswith("match:"):
        raise click.UsageError("--store is where --match looks: say which match")
    began = time.monotonic()  # before what takes seconds to import
    from kibitz.learning.task import LearningTask

    seconds = inf if minutes is None and games is not None else 60 * (MINUTES if minutes is None else minutes)
    task = LearningTask(
        game,
        seconds,
        games,
        threads or os.cpu_count() or 1,
        seed,
        to,
        resume,
        not no_match,
        opening,
        match,
        store,
        workers,
        cluster,
        verify,
        values,
        began,
    )
    face = LearningFace(task, as_json)
    with Progress(lambda: face.text).display() as display, display.busy(f"learning {spec_of(game)}"):
        try:
            learned = interruptible(face.learn)
        except KeyboardInterrupt:
            face.stop()
            raise
    if learned is None:
        return
    if plot:
        from kibitz import plots

        marks, title = learned.curve, f"{spec_of(game)}: strength against itself at the start"
        curve = plots.learning_curve(
            [mark.seconds / 60 for mark in marks], [mark.elo for mark in marks], [mark.error for mark in marks], title
        )
        plots.save(curve, plot)
    if as_json:
        write_json(learned.facts)
