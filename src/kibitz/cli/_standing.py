"""A match that is played now, and what a match has come to, in lines for people."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.arena.as_json import standing_as_json
from kibitz.arena.crew import spec_files
from kibitz.arena.match import Match
from kibitz.arena.standing import Standing
from kibitz.arena.stats.crosstable import Crosstable, draw_text
from kibitz.cli import _figures, _json
from kibitz.cli._progress import Progress, format_duration
from kibitz.present.sentences import describe_pairs, describe_stopped, format_figure, format_share

if TYPE_CHECKING:
    from kibitz.arena.crew.cluster import Cluster
    from kibitz.arena.crew.crew import Crew


def write(match: Match, as_json: bool, named: str = "") -> None:
    """What a match has come to, for a program or for people; `named`: how the store was named to the command."""
    standing = match.standing()
    table = None if standing.is_duel else match.crosstable()
    if as_json:
        _json.write(json.dumps(standing_as_json(standing, table), allow_nan=False))
        return
    click.echo("\n".join(lines(standing, table)))
    more = "" if standing.ended else f"; `kibitz match --resume {match.number}{named}` goes on with it"
    if changed := ", ".join(spec_files.changed_files(match.plan.files)):
        click.echo(f"\n{changed}: not here as it was when this match began, which keeps to what stood there then.")
    click.echo(f"\nMatch {match.number} in {match.store}{more}.")


def lines(standing: Standing, table: Crosstable | None = None) -> list[str]:
    """The standing in words: who has won how often, what that says, and what is doubtful about it."""
    plan, totals = standing.plan, standing.totals
    of = "" if totals.played == totals.scheduled else f" of {totals.scheduled:,}"
    head = f"{plan.game}: {totals.played:,}{of} games, openings {plan.openings}, seed {plan.seed}"
    if not totals.played:
        body = ["No game is over yet."]
    elif standing.is_duel:
        body = _duel(standing)
    else:
        body = _points(standing) if table is None else draw_text(table).splitlines()
    return [head, "", *body, *_doubts(standing)]


def pace(standing: Standing) -> str:
    """How quick it goes, and how long it takes still."""
    if not standing.per_second:
        return "the first games are being played"
    return f"{standing.per_second:,.1f} games/s, about {format_duration(standing.left or 0.0)} left"


def _duel(standing: Standing) -> list[str]:
    """Wins, draws and losses of both, and the figures of the first against the second."""
    (a_wins, b_wins, draws), players = standing.totals.results(), standing.plan.players
    first, second, _ = standing.totals.by_seat
    rows = [
        ("", "wins", "draws", "losses", "score"),
        (players[0], f"{a_wins:,}", f"{draws:,}", f"{b_wins:,}", _share(a_wins, draws, b_wins)),
        (players[1], f"{b_wins:,}", f"{draws:,}", f"{a_wins:,}", _share(b_wins, draws, a_wins)),
        ("who moved first", f"{first:,}", f"{draws:,}", f"{second:,}", _share(first, draws, second)),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    table = ["  ".join([f"{row[0]:<{widths[0]}}", *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    single = format_figure(standing.singles.elo, standing.singles.elo_error, _figures.DECIMALS)
    return [
        *table,
        "",
        *_figures.lines(standing.pairs, standing.test),
        f"pairs  {describe_pairs(standing.totals.penta())} points for {players[0]}",
        f"       taken as single games, the Elo would be {single}",
    ]


def _points(standing: Standing) -> list[str]:
    """What each of several players has made so far."""
    totals, players = standing.totals, standing.plan.players
    rows = []
    for one, name in enumerate(players):
        met = [totals.results(one, other) for other in range(len(players)) if other != one]
        wins, losses, draws = map(sum, zip(*met, strict=True))
        rows.append((name, f"{wins + draws / 2:g} of {wins + draws + losses:,}", _share(wins, draws, losses)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [f"{name:<{widths[0]}}  {points:>{widths[1]}}  {share:>{widths[2]}}" for name, points, share in rows]


def _doubts(standing: Standing) -> list[str]:
    """What whoever reads the figures should know of the games: repetitions, and games that were lost by a fault."""
    totals, players = standing.totals, standing.plan.players
    doubts = []
    if repeated := totals.played - totals.distinct:
        doubts.append(_figures.repeated(repeated, totals.played))
    if totals.stopped:
        doubts.append(describe_stopped(totals.stopped))
    for place, faults in totals.faults.items():
        many = f"{faults.games:,} game{'s' if faults.games > 1 else ''}"
        doubts.append(f"{players[place]} lost {many} by a fault, most recently: {faults.reasons[0]}")
    return ["", *doubts] if doubts else []


def _share(wins: int, draws: int, losses: int) -> str:
    return format_share(wins + draws / 2, wins + draws + losses)


# A match that is played now: where its games run, what is seen of it meanwhile, and what Ctrl-C leaves.


def play(match: Match, place: Callable[[], Crew | Cluster]) -> bool:
    """Plays what is left of a match; False when Ctrl-C ended it, and then what was played until then is kept."""
    seen: list[Standing] = []
    there = place()

    def describe_progress() -> str:
        if seen:
            return "\n".join([pace(seen[-1]), "", *lines(seen[-1])])
        return (
            "" if there.workers else "No worker has come to the scheduler yet: `dask worker ADDRESS` on any machine starts one."
        )

    printed = 0

    def warn() -> None:
        nonlocal printed
        found = there.warnings()
        for sentence in found[printed:]:
            click.echo(f"kibitz: {_place(match.plan.game)}{sentence}", err=True)
        printed = len(found)

    def tell(standing: Standing) -> None:
        seen[:] = [standing]
        warn()

    with Progress(describe_progress).display(compiles=False) as progress, progress.busy(f"match {match.number}"):
        try:
            match.play(there, lambda: there.workers, tell)
        except KeyboardInterrupt:
            return False
        finally:
            warn()
    return True


def _place(game: str) -> str:
    """The file of the rules, as a sentence begins with it; nothing for a game that has a name."""
    name, _, _ = game.partition(":")
    return f"{Path(name).name}: " if name.endswith(".py") else ""


@contextmanager
def place(workers: int | None, cluster: str | None) -> Iterator[Callable[[], Crew | Cluster]]:
    """What gives an executor for games: made when it is first asked for, and at the end it is left at once."""
    executors: list[Crew | Cluster] = []

    def there() -> Crew | Cluster:
        if not executors:
            executors.append(executor(workers, cluster))
        return executors[0]

    try:
        yield there
    finally:
        for one in executors:
            one.stop()


def executor(workers: int | None, cluster: str | None) -> Crew | Cluster:
    """Where games are played: on the workers of a dask scheduler, or in processes here."""
    if cluster is not None:
        from kibitz.arena.crew.cluster import connect

        return connect(cluster)
    from kibitz.arena.crew.crew import Crew

    return Crew(workers or os.cpu_count() or 1)
