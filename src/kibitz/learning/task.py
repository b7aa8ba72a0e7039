"""A learning task: the command that repeats it, the stored games it begins from, space for its files."""

import os
import shlex
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from kibitz.arena.store import Store
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.learning.stored_positions import sample_stored
from kibitz.patterns.library import ENDING, ESTIMATE_FILES, NONE, VARIABLE
from kibitz.workers.workplace import Workplace


@dataclass(frozen=True)
class LearningTask:
    """The game to learn, the time, and the file; without a file the user's own.

    `seconds`: in total, from the moment `began` (of time.monotonic), and the time earlier runs have learned. `workers`:
    processes that play, `cluster`: the address of a scheduler whose workers do; without either `threads` of this process.
    `verify`: blocks of workers are learned again here, by lot. `values`: see `known_values`.
    """

    game: Game
    seconds: float
    games: int | None
    threads: int
    seed: int
    to: Path | None
    resume: bool
    matches: bool
    opening: int = 8
    match: int | None = None
    store: str | None = None
    workers: int | None = None
    cluster: str | None = None
    verify: bool = False
    values: str | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def file(self) -> Path:
        """Where the estimate goes."""
        return ESTIMATE_FILES.user_file(self.game) if self.to is None else self.to.expanduser()

    @property
    def is_shared(self) -> bool:
        """Whether workers play the games."""
        return self.workers is not None or self.cluster is not None

    def workplace(self) -> Workplace:
        """Where games are played, those of the matches too; on a cluster `workers` are the blocks of a round."""
        if self.cluster is not None:
            return Workplace(cluster=self.cluster)
        return Workplace(self.workers if self.is_shared else self.threads)

    def command(self, resume: bool = False, minutes: float | None = None) -> str:
        """The command that repeats or resumes it."""
        seconds = self.seconds if minutes is None else 60 * minutes
        parts = ["kibitz", "learn", spec_of(self.game)]
        parts += ["--minutes", f"{seconds / 60:g}"] if seconds < inf else []
        parts += ["--games", str(self.games)] if self.games is not None and minutes is None else []
        if self.is_shared:
            parts += ["--workers", str(self.workers)] if self.workers is not None else []
            parts += ["--cluster", self.cluster] if self.cluster is not None else []
            parts += ["--verify"] if self.verify else []
        else:
            parts += ["--threads", str(self.threads)]
        parts += ["--seed", str(self.seed)]
        parts += ["--opening", str(self.opening)] if self.opening != LearningTask.opening else []
        parts += ["--match", str(self.match)] if self.match is not None else []
        parts += ["--values", self.values] if self.values is not None else []
        parts += ["--store", self.store] if self.store is not None else []
        parts += ["--to", str(self.to)] if self.to is not None else []
        return shlex.join([*parts, "--resume"] if resume else parts)


def load_positions(task: LearningTask) -> list[Any]:
    """The positions of the stored match that games are to begin from; none where no match is named."""
    if task.match is None:
        return []
    with Store.open(task.store, make=False) as store:
        plan = store.plan(task.match)
        spec = plan.game
        if plan.has_positions:
            raise LearningError(
                f"games of match {task.match} begin from positions of their own: name a match from the usual start"
            )
        if spec != spec_of(task.game):
            raise LearningError(f"match {task.match} is one of {spec}, and {spec_of(task.game)} is to be learned")
        return sample_stored(task.game, (played.moves for _, played in store.games(task.match)), task.seed)


def check_library(to: Path | None) -> None:
    """LearningError where no file is named, and the learned estimates of the user are turned off."""
    if to is None and os.environ.get(VARIABLE) == NONE:
        raise LearningError(f"{VARIABLE}={NONE} turns off what was learned: name a file with --to, or take that away")


def make_room(file: Path, weights: int, own: bool) -> None:
    """Make the user's folder, or see that the folder is there, and that file and journal will fit.

    LearningError where they do not.
    """
    if file.suffix != ENDING:
        raise LearningError(f"{file.name} must end in {ENDING}: by that players know it; write --to {file.stem}{ENDING}")
    folder = file.parent
    try:
        if own:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise LearningError(f"there is no folder {folder} for {file.name}: make it, or name another with --to")
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except OSError as problem:
        raise LearningError(f"nothing can be written into {folder}: {problem.strerror or problem}") from None
    needed = 2 * 12 * weights + 2 * weights + 2**20  # two journals of three floats a weight, and the file
    if free < needed:
        raise LearningError(
            f"there is no room in {folder}: {needed / 2**20:,.0f} MB are needed, and {free / 2**20:,.0f} MB are left"
        )
