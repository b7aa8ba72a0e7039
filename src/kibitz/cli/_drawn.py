"""A match as pictures in files: score and Elo over its games, the path of its test, the crosstable."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli._figures import unit

if TYPE_CHECKING:
    from kibitz.arena.fixture import Plan
    from kibitz.arena.match import Match


def ready(plot: str | None, crosstable: str | None) -> None:
    """Raises, before any game is played, when a picture could not be written afterwards."""
    if plot is not None:
        from kibitz.arena import plots

        plots.ready(plot)
    if crosstable is not None and (Path(crosstable).suffix != ".svg" or not Path(crosstable).parent.is_dir()):
        raise click.UsageError(f"the crosstable is written as .svg, into a folder that is there: {crosstable} is no such file")


def fits(plan: Plan, plot: str | None) -> None:
    """Raises when such a match has no plot."""
    if plot is not None and len(plan.players) != 2:
        raise click.UsageError("--plot follows two players: for more, --crosstable draws who made what against whom")


def draw(match: Match, plot: str | None, crosstable: str | None) -> None:
    """Writes the pictures that were asked for."""
    if plot is not None:
        _plot(match, Path(plot))
    if crosstable is not None:
        from kibitz.arena.rating import picture

        Path(crosstable).write_text(picture.svg(match.crosstable()), encoding="utf-8")
        click.echo(f"{crosstable} shows who made what against whom.", err=True)


def _plot(match: Match, file: Path) -> None:
    from kibitz.arena import plots
    from kibitz.arena.statistics import Figures, Pentanomial, figures

    title = f"{' against '.join(match.plan.players)}: {match.plan.game}"
    counts, rows = [0] * 5, list[Figures]()
    last = None if match.test is None or match.test.decided is None else match.test.decided + 1
    for points in match.store.points(match.number)[:last]:
        counts[points] += 1
        lost, less, even, more, won = counts
        rows.append(figures(Pentanomial((lost, less, even, more, won))))
    plots.save(
        plots.progress(
            [row.games for row in rows],
            [row.score for row in rows],
            [row.elo for row in rows],
            [row.elo - row.elo_error if isfinite(row.elo_error) else -inf for row in rows],
            [row.elo + row.elo_error if isfinite(row.elo_error) else inf for row in rows],
            title,
        ),
        file,
    )
    click.echo(f"{file} shows score and Elo over the games.", err=True)
    test = match.test
    if test is not None and test.path:
        beside = file.with_stem(f"{file.stem}-test")
        now = test.result
        path = plots.sprt_path(range(1, test.heard + 1), test.path, now.lower, now.upper, now.elo0, now.elo1, title, unit(now))
        plots.save(path, beside)
        click.echo(f"{beside} shows the path of the test.", err=True)
