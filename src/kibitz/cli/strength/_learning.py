"""A learning under way, as the terminal shows it: its steps, how far it is, and how to go on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.progress import format_duration
from kibitz.cli.terminal import aligned
from kibitz.core.registry import spec_of
from kibitz.errors import KibitzError, LearningError
from kibitz.present.sentences import format_strength
from kibitz.search.descriptor import fitting
from kibitz.workers.spot_check import WorkerLies

if TYPE_CHECKING:
    from kibitz.learning.gate import GateResult
    from kibitz.learning.policies.run import LearnedPolicy, PolicyRun
    from kibitz.learning.run import Learned, LearningRun
    from kibitz.learning.task import LearningTask
    from kibitz.learning.timetable import Timetable
    from kibitz.learning.training import Training

LINE_EVERY, MATCH_LINE_EVERY = 20.0, 5.0  # seconds, where standard error is not a terminal


@dataclass
class LearningFace:
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
        self._say(_describe_times(run.times, run.earlier.seconds, task))
        try:
            return self._train_and_judge(run, training)
        except KibitzError as problem:
            if not training.is_kept or isinstance(problem, WorkerLies):
                raise
            raise LearningError(f"{problem}; what was learned is kept: {self._how_to_go_on()}") from problem

    def _train_and_judge(self, run: LearningRun, training: Training) -> Learned | None:
        run.train(training, lambda: self._tell(training))
        if run.stopped:
            return None
        self._say(_describe_learning(training))
        self._begin_step("measuring how far shallow searches lie from deep ones")
        found = run.measure(training)
        if run.times.policy:
            self._begin_step("learning which moves are likely")
        run.learn_policy(self._tell_policy)
        rows: list[GateResult] = []
        if self.task.matches and not run.stopped:
            self._begin_step("matches against what the game had before: the players compile")
            found, rows = run.judge(training, found, self._tell_rows)
            if run.policy is not None and not run.stopped:
                self._begin_step("a match of mcts with the policy of moves against mcts without: the players compile")
                run.judge_policy(self._tell_rows)
        if run.stopped:
            return None
        learned = run.write(training, found, rows)
        self._say_end(learned)
        return learned

    def stop(self) -> None:
        """Handle Ctrl-C: keep what was learned, and print how to continue."""
        if self.run is None or not self.run.stop() or self.run.training is None:
            return
        learned = format_duration(self.run.training.progress.seconds)
        click.echo(f"\nWhat was learned in {learned} is kept: {self._how_to_go_on()}.", err=True)

    def _how_to_go_on(self) -> str:
        return f"`{self.task.command(resume=True)}` goes on from there"

    def _say(self, sentence: str) -> None:
        if not self.quiet:
            click.echo(sentence)

    def _tell(self, training: Training) -> None:
        self.text = self._describe_progress(training)
        if time.monotonic() - self._line_at > LINE_EVERY:
            self._line_at = time.monotonic()
            self._tell_pipe(self.text)

    def _begin_step(self, text: str) -> None:
        self.text, self._line_at = text, time.monotonic()
        self._tell_pipe(text)

    def _tell_pipe(self, line: str) -> None:
        import sys

        if sys.stderr is not None and not sys.stderr.isatty():
            click.echo(line, err=True)

    def _tell_rows(self, rows: Sequence[GateResult]) -> None:
        from kibitz.learning.gate import describe_rows

        table = "\n".join(aligned(describe_rows([row.facts for row in rows]), left=2))
        left = f", {format_duration(self.run.times.left)} left" if self.run is not None and self.run.times.left < inf else ""
        self.text = f"matches against what the game had before{left}:\n{table}"
        if time.monotonic() - self._line_at > MATCH_LINE_EVERY:
            self._line_at, row = time.monotonic(), rows[-1]
            counts = f"won {row.wins}, drawn {row.draws}, lost {row.losses}"
            self._tell_pipe(f"against {row.opponent}, {row.condition}: {counts}{left}")

    def _tell_policy(self, policy: PolicyRun) -> None:
        found, whole = policy.progress, self.run.times.policy if self.run is not None else inf
        aim = f" of {format_duration(whole)}" if whole < inf else ""
        self.text = f"learning which moves are likely: {format_duration(found.seconds)}{aim}, {found.games:,} games"

    def _describe_progress(self, training: Training) -> str:
        progress, task = training.progress, self.task
        whole = self.run.earlier.seconds + self.run.times.learning if self.run is not None else inf
        aims = [f"of {format_duration(whole)}"] if whole < inf else []
        aims += [f"of {task.games:,} games"] if task.games is not None else []
        against = ", ".join(
            f"{strength} Elo against itself of {ago} min ago"
            for ago, found in training.against.items()
            if (strength := format_strength(found.elo, found.error)) != "-"
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
            self._say(f"{_why_not(learned.matches)}, so players of {spec} go on with what they had.")
        if task.to is None and learned.accepted:
            use = (
                f"From now on players of {spec} take it (`greedy` does not); `kibitz learn {spec} --show` shows what it knows, "
                "and --forget brings back what was there before."
            )
        else:
            use = f"A player takes it as {fitting(task.game)}:knowledge={learned.file}."
        self._say(f"The estimate is in {learned.file} ({learned.size:,} bytes). {use}")
        if learned.policy is not None:
            self._say_policy(learned.policy, spec)
        self._say(f"Its journal is kept: `{learned.resume}` goes on from here.")

    def _say_policy(self, policy: LearnedPolicy, spec: str) -> None:
        from kibitz.learning.gate import describe_rows

        found = policy.progress
        quick = f" and {found.quick:,} quick ones" if found.quick else ""
        games = f"{found.games:,} games{quick} in {format_duration(found.seconds)}"
        if policy.matches:
            self._say("\n".join(["", *aligned(describe_rows(policy.matches), left=2), ""]))
        if self.task.to is not None or not policy.accepted:
            why = "" if policy.accepted else f" {_why_not(policy.matches)}."
            use = f"{why} A player takes it as mcts:knowledge={policy.file}."
        else:
            use = f" From now on mcts takes it for {spec}{', for its playouts too' if policy.has_playouts else ''}."
        self._say(f"The policy of moves, learned from {games}, is in {policy.file} ({policy.size:,} bytes).{use}")


def _describe_times(times: Timetable, earlier: float, task: LearningTask) -> str:
    """How long it will be, before it learns."""
    matches = f", then up to {format_duration(times.matches)} of matches" if times.matches else ", and no matches"
    if times.left < inf:
        learning, left = format_duration(times.learning), format_duration(max(times.left, times.learning))
        return f"All of it takes {left} from here: {learning} of learning{matches}."
    again = earlier >= task.seconds
    head = f"It has learned for {format_duration(earlier)} already, as long as it may" if again else "Games count, not minutes"
    fifth = " (or a fifth of the time of learning, if that is more)" if times.matches else ""
    return f"{head}; half a minute or more goes by for the margins of deep searches{matches}{fifth}."


def _why_not(matches: Sequence[Mapping[str, Any]]) -> str:
    """Why players do not take what was learned."""
    from kibitz.arena.timed_match import OPEN

    if not matches:
        return "There was no time for a match, so nobody knows whether it is stronger"
    return f"It is not {'shown to be ' if matches[0]['verdict'] == OPEN else ''}stronger at equal time"


def _describe_learning(training: Training) -> str:
    progress, last = training.progress, training.curve[-1]
    rate = progress.positions / max(progress.seconds, 1e-9)
    strength = format_strength(last.elo, last.error)
    gained = f"{strength} Elo above itself at the start" if strength != "-" else "how much stronger it is by that is not clear"
    return (
        f"{progress.games:,} games, {progress.positions:,} positions in {format_duration(progress.seconds)} "
        f"({rate:,.0f} a second): {gained}.{_why_so_soon(training)}"
    )


def _why_so_soon(training: Training) -> str:
    """A sentence where learning ended before its time; else nothing."""
    from kibitz.learning.training import STILL

    if not training.is_still:
        return ""
    now, before = training.curve[-1], training.curve[-1 - STILL]
    gained = f"it has gained next to nothing ({now.elo - before.elo:+.0f} Elo)"
    return f" Since {format_duration(before.seconds)} {gained}, so it stops learning sooner than you asked."
