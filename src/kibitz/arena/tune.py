"""A tuning from Python, in one call: played in worker processes of this machine, kept in a file of its own or not at all."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from kibitz.arena.crew.crew import Crew
from kibitz.arena.matching import FAR, loadable
from kibitz.arena.tuning.journal import Log, MemoryJournal, Step
from kibitz.arena.tuning.playing import among
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, settings
from kibitz.errors import PlayerError
from kibitz.registry import load, spec_of
from kibitz.rules import Game
from kibitz.runtime.user_code import format_value


def tune(
    game: Game | str,
    player: str,
    *,
    tune: str = Task.tune,
    method: str = Task.method,
    steps: int = Task.steps,
    pairs: int = Task.pairs,
    verify: int = Task.verify,
    openings: str = Task.openings,
    seed: int = Task.seed,
    more: Mapping[str, float] | None = None,
    log: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    tell: Callable[[Step], None] = lambda step: None,
) -> Tuned:
    """Change the weights of a game's Knowledge step by step, as games between them say, and play a match against the start.

    `player` looks through the knowledge, such as "alphabeta:depth=3"; `tune` names what may change, such as "squares,scales[0]"
    ("": all that `Knowledge.tunes` declares). `method`: spsa, regression, cma or optuna, with the numbers of `more`, such as
    {"r_end": 0.1}. `steps` of so many `pairs` of games are played, and `verify` pairs at the end. `openings` and `seed` are as
    for `kibitz.match`: the same seed gives the same tuning. `log`: a file that keeps each step; the same call with it goes on
    where one before was ended. `workers`: processes (one a core). `tell` hears each step.

    Of what is given back, `best` has the numbers, `gained` whether they are shown to be better, `weights()` the content of a
    file for `weights=FILE` of a player. Raises a KibitzError, one sentence, before the first game where something does not fit.
    """
    if not isinstance(player, str):
        raise PlayerError(f"{format_value(player)} {FAR}: name the player by a text, such as alphabeta:depth=3")
    spec = spec_of(load(game) if isinstance(game, str) else loadable(game))
    task = Task(spec, player, tune, method, steps, pairs, verify, openings, seed, dict(more or {}))
    Tuning(task, MemoryJournal())  # says what is wrong with it, before a file or a process is made
    journal = MemoryJournal() if log is None else Log(Path(log), settings(task))
    crew = Crew(workers or os.cpu_count() or 1)
    try:
        return Tuning(task, journal, among(crew, crew.workers)).run(tell)
    finally:
        crew.stop()
