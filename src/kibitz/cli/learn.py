"""Learn a strong player of a game from its bare rules, by play against itself, in minutes."""

from __future__ import annotations

import os
import time
import warnings
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import _options
from kibitz.cli._learned import show
from kibitz.cli._learning_task import LearningTask, check_library, load_positions, make_room
from kibitz.cli._progress import Progress, format_duration, interruptible
from kibitz.cli._terminal import aligned, write_json
from kibitz.errors import RulesWarning
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.search.descriptor import fitting

if TYPE_CHECKING:
    from kibitz.learning.gate import Gate, GateResult
    from kibitz.learning.journal import Mark
    from kibitz.learning.preparation import Preparation
    from kibitz.learning.training import Training
    from kibitz.patterns.file import EstimateFile

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
    seconds = inf if minutes is None and games is not None else 60 * (MINUTES if minutes is None else minutes)
    task = LearningTask(
        game, seconds, games, threads or os.cpu_count() or 1, seed, to, resume, not no_match, opening, match, store
    )
    run = LearningRun(task, as_json)
    with Progress(lambda: run.text).display() as display, display.busy(f"learning {spec_of(game)}"):
        try:
            facts = interruptible(run.learn)
        except KeyboardInterrupt:
            run.stop()
            raise
    if plot:
        from kibitz import plots

        marks, title = run.points, f"{spec_of(game)}: strength against itself at the start"
        curve = plots.learning_curve(
            [mark.seconds / 60 for mark in marks], [mark.elo for mark in marks], [mark.error for mark in marks], title
        )
        plots.save(curve, plot)
    if as_json:
        write_json(facts)


@dataclass
class LearningRun:
    """A learning under way: what of it is seen, and what Ctrl-C leaves. `text`: how far it is, for a terminal."""

    task: LearningTask
    quiet: bool
    text: str = ""
    training: Training | None = None
    gate: Gate | None = None
    stopped: bool = False
    _line_at: float = field(default_factory=time.monotonic)

    @property
    def points(self) -> list[Mark]:
        """The marks of the curve."""
        return list(self.training.curve) if self.training is not None else []

    def learn(self) -> dict[str, Any]:
        """All of it; what came of it, for a program."""
        from kibitz.fingerprint import rules_fingerprint
        from kibitz.learning.deviations import measure_deviations
        from kibitz.learning.journal import journal_of, read_journal, read_progress
        from kibitz.learning.learner import Goal, Learner
        from kibitz.learning.preparation import prepare
        from kibitz.learning.training import Training

        task = self.task
        check_library(task.to)
        journal = journal_of(task.file)
        stored = load_positions(task)
        preparation = prepare(task.game)
        fingerprint = rules_fingerprint(task.game)
        if task.resume:
            earlier = read_progress(journal, fingerprint)
        make_room(task.file, preparation.layout.weights, task.to is None)
        self._say(f"{spec_of(task.game)}: {preparation.describe()}.")
        if stored:
            self._say(f"Half of the games begin from one of {len(stored):,} positions of match {task.match}.")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # what does not compile is refused, in a sentence
            learner = Learner(preparation, task.threads, task.seed, task.opening, stored)
        curve = read_journal(journal, learner, fingerprint) if task.resume else []
        if task.resume:
            self._say(f"Going on after {format_duration(earlier.seconds)} and {earlier.games:,} games.")
        self.training = training = Training(learner, journal, fingerprint, curve)
        training.run(Goal(task.seconds, task.games), self._tell)
        if self.stopped:
            return {}
        self._say(self._describe_learning())
        found = self._estimate(preparation, fingerprint)
        self.text = "measuring how far shallow searches lie from deep ones"
        found = replace(found, deviations=measure_deviations(found.trusted(task.game), task.seed))
        if self.stopped:
            return {}
        rows: list[GateResult] = []
        if task.matches:
            found, rows = self._judge(found)
        if self.stopped:
            return {}
        return self._write(preparation, found, rows)

    def stop(self) -> None:
        """What Ctrl-C does: it keeps what was learned, and says how to go on."""
        self.stopped = True
        if self.gate is not None:
            self.gate.stop()
        if self.training is None or not self.training.progress.games:
            return
        self.training.halt()
        learned = format_duration(self.training.progress.seconds)
        click.echo(f"\nWhat was learned in {learned} is kept: `{self.task.command(resume=True)}` goes on from there.", err=True)

    def _say(self, sentence: str) -> None:
        if not self.quiet:
            click.echo(sentence)

    def _tell(self) -> None:
        self.text = self._describe_progress()
        if time.monotonic() - self._line_at > LINE_EVERY:
            self._line_at = time.monotonic()
            self._tell_pipe(self.text)

    def _tell_pipe(self, line: str) -> None:
        import sys

        if sys.stderr is not None and not sys.stderr.isatty():
            click.echo(line, err=True)

    def _describe_progress(self) -> str:
        assert self.training is not None
        progress, task = self.training.progress, self.task
        aims = [f"of {format_duration(task.seconds)}"] if task.seconds < inf else []
        aims += [f"of {task.games:,} games"] if task.games is not None else []
        against = ", ".join(
            f"{found.elo:+.0f} +- {found.error:.0f} Elo against itself of {ago} min ago"
            for ago, found in self.training.against.items()
        )
        head = f"{format_duration(progress.seconds)} {' or '.join(aims)}"
        text = f"{head}: {progress.games:,} games, {self.training.pace:,.0f} positions/s"
        return f"{text}; {against}" if against else text

    def _describe_learning(self) -> str:
        assert self.training is not None
        progress, last = self.training.progress, self.training.curve[-1]
        rate = progress.positions / max(progress.seconds, 1e-9)
        return (
            f"{progress.games:,} games, {progress.positions:,} positions in {format_duration(progress.seconds)} "
            f"({rate:,.0f} a second): {last.elo:+.0f} +- {last.error:.0f} Elo against itself at the start."
        )

    def _estimate(self, preparation: Preparation, fingerprint: str) -> EstimateFile:
        from kibitz.patterns.file import EstimateFile, Lineage

        assert self.training is not None
        task, progress = self.task, self.training.progress
        lineage = Lineage(
            spec_of(task.game),
            fingerprint,
            round(progress.seconds, 3),
            progress.games,
            progress.positions,
            task.seed,
            task.threads,
            date.today().isoformat(),
            task.command(),
        )
        weights = self.training.learner.whole_weights()
        return EstimateFile(lineage, preparation.layout, weights, preparation.most, least=preparation.least)

    def _judge(self, found: EstimateFile) -> tuple[EstimateFile, list[GateResult]]:
        """The estimate with the table of its matches, and that table."""
        from kibitz.learning.gate import Gate, describe_rows, earlier_estimate, search_for_play, seconds_for

        assert self.training is not None

        def tell(rows: Any) -> None:
            self.text = "matches against what the game had before:\n" + "\n".join(
                aligned(describe_rows([row.facts for row in rows]), left=2)
            )

        self.text = "matches against what the game had before: the players compile"
        self.gate = Gate(self.task.game, found, earlier_estimate(self.task.game, self.task.file), self.task.seed)
        if self.stopped:
            return found, []
        rows = self.gate.play(seconds_for(self.training.progress.seconds), self.task.threads, tell)
        lineage = replace(found.lineage, matches=tuple(row.facts for row in rows))
        return replace(found, lineage=lineage, search=search_for_play(rows)), rows

    def _write(self, preparation: Preparation, found: EstimateFile, rows: list[GateResult]) -> dict[str, Any]:
        from kibitz.learning.gate import describe_rows, is_refuted
        from kibitz.learning.journal import journal_of

        assert self.training is not None
        task, progress = self.task, self.training.progress
        accepted = task.to is not None or not is_refuted(rows)
        file = task.file if accepted else task.file.with_name(f"{task.file.stem}-new{task.file.suffix}")
        size = found.write(file)
        if rows:
            self._say("\n".join(["", *aligned(describe_rows(found.lineage.matches), left=2), ""]))
        more = LearningTask.command(task, resume=True, minutes=round(max(2 * progress.seconds / 60, 0.1), 1))
        if not accepted:
            self._say(f"It did not win, so {task.file} stays as it was; what was learned lies beside it.")
        self._say(f"The estimate is in {file} ({size:,} bytes). {self._use(file, accepted)}")
        self._say(f"Its journal is kept: `{more}` goes on from here.")
        return {
            "game": spec_of(task.game),
            "found": preparation.describe(),
            "games": progress.games,
            "positions": progress.positions,
            "seconds": round(progress.seconds, 6),
            "positions_per_second": round(progress.positions / max(progress.seconds, 1e-9), 1),
            "threads": task.threads,
            "seed": task.seed,
            "elo": [asdict(mark) for mark in self.training.curve],
            "against": [{"minutes": ago, **asdict(one)} for ago, one in self.training.against.items()],
            "matches": list(found.lineage.matches),
            "accepted": accepted,
            "file": str(file),
            "bytes": size,
            "journal": str(journal_of(task.file)),
            "resume": more,
        }

    def _use(self, file: Path, accepted: bool) -> str:
        spec = spec_of(self.task.game)
        if self.task.to is None and accepted:
            return f"From now on all players of {spec} take it; `kibitz learn {spec} --show` shows what it knows."
        return f"A player takes it as {fitting(self.task.game)}:knowledge={file}."
