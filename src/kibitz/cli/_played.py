"""A match that is played now: where its games run, what is seen of it meanwhile, and what Ctrl-C leaves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import _standing
from kibitz.cli._progress import Progress

if TYPE_CHECKING:
    from kibitz.arena.crew.cluster import Cluster
    from kibitz.arena.crew.crew import Crew
    from kibitz.arena.match import Match
    from kibitz.arena.standing import Standing


def play(match: Match, place: Callable[[], Crew | Cluster]) -> bool:
    """Plays what is left of a match; False when Ctrl-C ended it, and then what was played until then is kept."""
    seen: list[Standing] = []
    there = place()

    def describe_progress() -> str:
        if seen:
            return "\n".join([_standing.pace(seen[-1]), "", *_standing.lines(seen[-1])])
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
