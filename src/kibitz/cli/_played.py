"""A match that is played now: where its games run, what is seen of it meanwhile, and what Ctrl-C leaves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kibitz.cli import _standing
from kibitz.cli._progress import Progress

if TYPE_CHECKING:
    from kibitz.arena.cluster import Cluster
    from kibitz.arena.crew import Crew
    from kibitz.arena.match import Match
    from kibitz.arena.standing import Standing


def play(match: Match, workers: int | None, cluster: str | None) -> bool:
    """Plays what is left of a match; False when Ctrl-C ended it, and then what was played until then is kept."""
    seen: list[Standing] = []

    def shown() -> str:
        return "\n".join([_standing.pace(seen[-1]), "", *_standing.lines(seen[-1])]) if seen else ""

    def tell(standing: Standing) -> None:
        seen[:] = [standing]

    with Progress(shown).shown(compiles=False) as progress, progress.busy(f"match {match.number}"):
        place = executor(workers, cluster)
        try:
            match.play(place, lambda: place.workers, tell)
        except KeyboardInterrupt:
            return False
        finally:
            place.stop()
    return True


def executor(workers: int | None, cluster: str | None) -> Crew | Cluster:
    """Where games are played: on the workers of a dask scheduler, or in processes here."""
    if cluster is not None:
        from kibitz.arena.cluster import connect

        return connect(cluster)
    from kibitz.arena.crew import Crew

    return Crew(workers or os.cpu_count() or 1)
