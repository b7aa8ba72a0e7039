"""Learn a strong player of a game from its bare rules, by play against itself, in minutes."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import _options
from kibitz.cli._learned import show
from kibitz.cli._progress import Progress, format_duration, interruptible
from kibitz.cli._terminal import aligned, write_json
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.search.descriptor import fitting

if TYPE_CHECKING:
    from kibitz.learning.gate import GateResult
    from kibitz.learning.run import Learned, LearningRun
    from kibitz.learning.task import LearningTask
    from kibitz.learning.training import Training

MINUTES = 10.0
MOST_MINUTES = 100_000.0
LINE_EVERY = 20.0  # seconds, where standard error is no terminal
FILE = click.Path(dir_okay=False, path_type=Path)
SHOWING = {"game", "to", "looks", "as_json"}  # what --show takes


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
@click.option("--minutes", type=_Minutes(), metavar="MINUTES", help="How long it learns, earlier runs included (10).")
@click.option(
    "--games", type=click.IntRange(1), metavar="N", help="Or so many games: with one thread and a seed all repeats exactly."
)
@click.option("--threads", type=click.IntRange(1, _options.THREADS), metavar="N", help="Threads that play (one a core).")
@click.option("--seed", type=click.IntRange(0, 10**9), default=1, metavar="N", help="Where all dice come from (1).")
@click.option("--opening", type=click.IntRange(0, 1000), default=8, metavar="PLIES", help="At random first, at most (8).")
@click.option(
    "--match", type=click.IntRange(1), metavar="MATCH", help="Half of the games begin where those of a stored match led."
)
@_options.store
@click.option("--to", type=FILE, metavar="FILE", help="Where it goes (your data folder, where all players find it).")
@click.option("--resume", is_flag=True, help="Go on where the last learning for this file ended.")
@click.option("--no-match", is_flag=True, help="No matches at the end, which say whether it was worth it.")
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE", help="Draw how its strength grew, as .svg or .png.")
@click.option("--show", "looks", is_flag=True, help="Learn nothing: show what was learned, square by square.")
@_options.as_json
def command(
    game: Game,
    minutes: float | None,
    games: int | None,
    threads: int | None,
    seed: int,
    opening: int,
    match: int | None,
    store: str | None,
    to: Path | None,
    resume: bool,
    no_match: bool,
    plot: str | None,
    looks: bool,
    as_json: bool,
) -> None:
    """Learn what positions of GAME are worth, from its rules alone: kibitz plays against itself, and writes it into a file.

    What a state is made of, which symmetries hold and which squares lie beside each other is found by trying. At the end what
    was learned has to win against what the game had before. Then the computer, its levels, analyze, review and the page use
    it; and any player does, as deepening:knowledge=FILE. Ctrl-C, or worse, loses ten seconds at most: --resume goes on.
    """
    if looks:
        stray = [written for name, written in _options.given().items() if name not in SHOWING]
        if stray:
            raise click.UsageError(f"--show learns nothing: leave {stray[0]} out")
        show(game, to, as_json)
        return
    if plot:
        from kibitz import plots

        plots.ready(plot)
    if store is not None and match is None:
        raise click.UsageError("--store is where --match looks: say which match")
    from kibitz.learning.task import LearningTask

    seconds = inf if minutes is None and games is not None else 60 * (MINUTES if minutes is None else minutes)
    task = LearningTask(
        game, seconds, games, threads or os.cpu_count() or 1, seed, to, resume, not no_match, opening, match, store
    )
    face = _Face(task, as_json)
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


@dataclass
class _Face:
    """A learning under way: what of it is seen, and what Ctrl-C leaves. `text`: how far it is, for a terminal."""

    task: LearningTask
    quiet: bool
    text: str = ""
    run: LearningRun | None = None
    _line_at: float = field(default_factory=time.monotonic)

    def learn(self) -> Learned | None:
        """All of it, in words as it goes; None where it was stopped."""
        from kibitz.learning.run import LearningRun

        task = self.task
        self.run = run = LearningRun(task)
        self._say(f"{spec_of(task.game)}: {run.preparation.describe()}.")
        if run.stored:
            self._say(f"Half of the games begin from one of {len(run.stored):,} positions of match {task.match}.")
        training = run.begin()
        if task.resume:
            self._say(f"Going on after {format_duration(run.earlier.seconds)} and {run.earlier.games:,} games.")
        run.train(training, lambda: self._tell(training))
        if run.stopped:
            return None
        self._say(_describe_learning(training))
        self.text = "measuring how far shallow searches lie from deep ones"
        found = run.measure(training)
        rows: list[GateResult] = []
        if task.matches and not run.stopped:
            self.text = "matches against what the game had before: the players compile"
            found, rows = run.judge(training, found, self._tell_rows)
        if run.stopped:
            return None
        learned = run.write(training, found, rows)
        self._say_end(learned)
        return learned

    def stop(self) -> None:
        """What Ctrl-C does: it keeps what was learned, and says how to go on."""
        if self.run is None or not self.run.stop() or self.run.training is None:
            return
        learned = format_duration(self.run.training.progress.seconds)
        click.echo(f"\nWhat was learned in {learned} is kept: `{self.task.command(resume=True)}` goes on from there.", err=True)

    def _say(self, sentence: str) -> None:
        if not self.quiet:
            click.echo(sentence)

    def _tell(self, training: Training) -> None:
        self.text = self._describe_progress(training)
        if time.monotonic() - self._line_at > LINE_EVERY:
            self._line_at = time.monotonic()
            self._tell_pipe(self.text)

    def _tell_pipe(self, line: str) -> None:
        import sys

        if sys.stderr is not None and not sys.stderr.isatty():
            click.echo(line, err=True)

    def _tell_rows(self, rows: Sequence[GateResult]) -> None:
        from kibitz.learning.gate import describe_rows

        table = "\n".join(aligned(describe_rows([row.facts for row in rows]), left=2))
        self.text = f"matches against what the game had before:\n{table}"

    def _describe_progress(self, training: Training) -> str:
        progress, task = training.progress, self.task
        aims = [f"of {format_duration(task.seconds)}"] if task.seconds < inf else []
        aims += [f"of {task.games:,} games"] if task.games is not None else []
        against = ", ".join(
            f"{found.elo:+.0f} +- {found.error:.0f} Elo against itself of {ago} min ago"
            for ago, found in training.against.items()
        )
        head = f"{format_duration(progress.seconds)} {' or '.join(aims)}"
        text = f"{head}: {progress.games:,} games, {training.pace:,.0f} positions/s"
        return f"{text}; {against}" if against else text

    def _say_end(self, learned: Learned) -> None:
        from kibitz.learning.gate import describe_rows

        task, spec = self.task, spec_of(self.task.game)
        if learned.matches:
            self._say("\n".join(["", *aligned(describe_rows(learned.matches), left=2), ""]))
        if not learned.accepted:
            self._say(f"It did not win, so {task.file} stays as it was; what was learned lies beside it.")
        if task.to is None and learned.accepted:
            use = f"From now on all players of {spec} take it; `kibitz learn {spec} --show` shows what it knows."
        else:
            use = f"A player takes it as {fitting(task.game)}:knowledge={learned.file}."
        self._say(f"The estimate is in {learned.file} ({learned.size:,} bytes). {use}")
        self._say(f"Its journal is kept: `{learned.resume}` goes on from here.")


def _describe_learning(training: Training) -> str:
    progress, last = training.progress, training.curve[-1]
    rate = progress.positions / max(progress.seconds, 1e-9)
    return (
        f"{progress.games:,} games, {progress.positions:,} positions in {format_duration(progress.seconds)} "
        f"({rate:,.0f} a second): {last.elo:+.0f} +- {last.error:.0f} Elo against itself at the start."
    )
