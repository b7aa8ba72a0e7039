"""Learning from Python, in one call."""

import os
import time
from collections.abc import Callable
from math import inf, isfinite
from pathlib import Path

from kibitz.arena.api import check_loadable
from kibitz.core.arguments import checked
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.learning.learner import LearningProgress
from kibitz.learning.run import Learned, LearningRun
from kibitz.learning.task import LearningTask
from kibitz.runtime.user_code import format_value

MINUTES = 10.0
FEWEST = {"games": 1, "threads": 1, "workers": 1, "seed": 0, "opening": 0}


@checked()
def learn(
    game: Game | str,
    minutes: float | None = None,
    *,
    games: int | None = None,
    threads: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    seed: int = 1,
    opening: int = LearningTask.opening,
    match: int | None = None,
    values: str | None = None,
    store: str | None = None,
    to: str | os.PathLike[str] | None = None,
    resume: bool = False,
    matches: bool = True,
    tell: Callable[[LearningProgress], None] = lambda progress: None,
) -> Learned:
    """Learn what positions of a game are worth, from its rules alone, by play against itself; all of it goes into a file.

    `minutes`: how long all of it takes, learning in earlier runs included (10, unless `games` says how many games instead; with
    a seed, and one thread or `workers`, these repeat exactly). `threads`: that play at once (one a core); `workers`: processes
    that play in their place; `cluster`: the address of a dask scheduler whose workers do, and then
    `workers` says into how many blocks a round is split (as many as there are workers). `opening`: plies at random at most
    before a game. `match`: a match of the games store (`store`: its path or URL) from whose positions half of the games begin.
    `values`: positions of known worth that are learned beside the games: a file of `kibitz solve --everything` or `kibitz
    book`, or `match:12` for how the games of a match went. `to`: a file that ends in .learned; without it the estimate goes
    where all players of the game find it. `resume`: continue where the last learning for this file ended. `matches`: at the end
    it must beat the estimate the game had before, at equal time, or players keep that one. `tell` hears a few times a second
    how far it is.

    Ctrl-C keeps what was learned so far for `resume`. Raises a KibitzError, one sentence, if nothing can be learned (the rules
    do not compile, games are never won) or the file cannot be written.
    """
    for name, value in (
        ("games", games),
        ("threads", threads),
        ("workers", workers),
        ("seed", seed),
        ("opening", opening),
    ):
        if value is not None and value < FEWEST[name]:
            raise LearningError(f"{name} is a whole number from {FEWEST[name]} up, not {format_value(value)}")
    if threads is not None and (workers is not None or cluster is not None):
        raise LearningError("threads play in this process, workers and a cluster elsewhere: give one of them")
    if minutes is not None and not (isfinite(minutes) and minutes > 0):
        raise LearningError(f"nothing can be learned in {format_value(minutes)} minutes: give a time above 0")
    began = time.monotonic()
    seconds = inf if minutes is None and games is not None else 60 * (MINUTES if minutes is None else minutes)
    task = LearningTask(
        load(game) if isinstance(game, str) else check_loadable(game),
        seconds,
        games,
        threads or os.cpu_count() or 1,
        seed,
        None if to is None else Path(to),
        resume,
        matches,
        opening,
        match,
        store,
        workers,
        cluster,
        values=values,
        began=began,
    )
    run = LearningRun(task)
    training = run.begin()
    try:
        run.train(training, lambda: tell(training.progress))
        found = run.measure(training)
        run.learn_policy()
        found, rows = run.judge(training, found) if matches else (found, [])
        if matches:
            run.judge_policy()
    except KeyboardInterrupt:
        run.stop()
        raise
    return run.write(training, found, rows)
