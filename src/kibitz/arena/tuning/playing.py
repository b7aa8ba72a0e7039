"""Where the games of a tuning are played: in this process, or wherever an Executor has room.

The weights that a step compares lie in a folder of their own as long as its games are played, so that workers on this machine
read them there; to others they travel with the work.
"""

import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import flow
from kibitz.arena.crew.spec_files import collect_files
from kibitz.arena.fixture import Fixture, Plan, Played

Play = Callable[[Plan, Sequence[Fixture]], Sequence[Played]]


def here(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    """Plays the fixtures one after the other in this process."""
    with tempfile.TemporaryDirectory(prefix="kibitz-tune-") as folder:
        return play_batch(Batch(_laid_out(plan, Path(folder)), tuple(fixtures)))


def among(executor: Executor, workers: int | Callable[[], int]) -> Play:
    """Plays them in batches on the workers of an executor."""

    def play(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        with tempfile.TemporaryDirectory(prefix="kibitz-tune-") as folder:
            batches = flow(executor, _laid_out(plan, Path(folder)), fixtures, workers)
            try:
                return [one for batch in batches for one in batch]
            finally:
                batches.close()

    return play


def _laid_out(plan: Plan, folder: Path) -> Plan:
    """The plan with its weights in the folder, and with the other files that its specs name."""
    places = {name: str(folder / name) for name in plan.files}
    for name, content in plan.files.items():
        Path(places[name]).write_bytes(content)
    players = []
    for spec in plan.players:
        for name, place in places.items():
            spec = spec.replace(f"weights={name}", f"weights={place}")
        players.append(spec)
    return replace(plan, players=tuple(players), files=collect_files([plan.game, *players]))
