"""A learning from the first look at a game to the file: what `kibitz learn` and `kibitz.learn` do, step by step."""

import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import date
from math import inf
from pathlib import Path
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.errors import LearningError, RulesWarning
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.files.replaced import replacing
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.deviations import measure_deviations
from kibitz.learning.features.anatomy import check_states
from kibitz.learning.features.sample import GAMES
from kibitz.learning.gate import Gate, GateResult, earlier_estimate, is_stronger, search_for_play
from kibitz.learning.journal import Mark, journal_of, read_journal, read_progress
from kibitz.learning.known_values import known_values
from kibitz.learning.learner import Goal, Learner, LearningProgress
from kibitz.learning.policies.run import LearnedPolicy, PolicyRun, begin_policy
from kibitz.learning.preparation import Preparation, prepare
from kibitz.learning.task import LearningTask, check_library, load_positions, make_room
from kibitz.learning.timetable import Timetable
from kibitz.learning.training import Strength, Training
from kibitz.learning.warming import Warming, players_of_estimate
from kibitz.patterns.file import EstimateFile
from kibitz.patterns.packed import Lineage
from kibitz.patterns.policy_file import PolicyFile
from kibitz.workers.spot_check import SpotCheck
from kibitz.workers.workplace import Workplace

LOOKING = 0.2  # of the time, for random games: of slow rules fewer are looked at then
PATIENCE, MOST_PATIENCE = 60.0, 600.0  # seconds, at least and at most, after which no answer is expected of rules


@dataclass(frozen=True)
class Learned:
    """The outcome of learning.

    `file` holds the estimate, which a player takes as `knowledge=FILE`, and `accepted` says whether all players of the game
    find it: unless the gate calls it stronger at equal time, it lies beside. `progress` has the games, positions and seconds,
    `curve` the growth of its strength, in Elo against itself at the start, `against` the same against itself some minutes ago,
    `matches` the table of the gate, and `resume` the command that continues for as long again. `policy`: the policy of moves
    that was learned beside it; None where there was no time for one, or the game has none. `is_still`: it ended
    before its time, for it gained nothing any more.
    """

    task: LearningTask
    found: str
    progress: LearningProgress
    curve: tuple[Mark, ...]
    against: dict[int, Strength]
    matches: tuple[Mapping[str, Any], ...]
    accepted: bool
    file: Path
    size: int
    resume: str
    policy: LearnedPolicy | None = None
    is_still: bool = False

    @property
    def facts(self) -> dict[str, Any]:
        """All of it, for a program."""
        progress = self.progress
        return {
            "game": spec_of(self.task.game),
            "found": self.found,
            "games": progress.games,
            "positions": progress.positions,
            "seconds": round(progress.seconds, 6),
            "positions_per_second": round(progress.positions / max(progress.seconds, 1e-9), 1),
            "threads": 1 if self.task.is_shared else self.task.threads,
            "workers": self.task.workers,
            "seed": self.task.seed,
            "elo": [asdict(mark) for mark in self.curve],
            "against": [{"minutes": ago, **asdict(one)} for ago, one in self.against.items()],
            "gains_nothing": self.is_still,
            "matches": list(self.matches),
            "accepted": self.accepted,
            "file": str(self.file),
            "bytes": self.size,
            "journal": str(journal_of(self.task.file)),
            "resume": self.resume,
            "policy": None if self.policy is None else self.policy.facts,
        }


class LearningRun:
    """A learning under way: its steps are called in their order, and `stop` may end it from any thread."""

    def __init__(self, task: LearningTask) -> None:
        """Looks at the game, and makes sure of the file. LearningError where the game teaches nothing, or there is no room."""
        self.task, self.stopped = task, False
        check_library(task.to)
        self.journal, self.place = journal_of(task.file), task.workplace()
        self.referee = Workplace(1)
        if task.cluster is not None:
            self.place.executor()  # raises when nobody is there
        self.stored: Sequence[Any] = load_positions(task)
        self.values = [] if task.values is None else known_values(task.game, task.values, task.store, task.seed)
        self.earlier = LearningProgress()
        _answer_within(min(max(PATIENCE, LOOKING * task.seconds), MOST_PATIENCE), self._look, task)
        make_room(task.file, self.preparation.layout.weights, task.to is None)
        again = self.earlier.seconds >= task.seconds  # then nothing is learned, and matches are played as where games count
        self.times = Timetable(inf if again else task.seconds - self.earlier.seconds, task.matches, task.began)
        self.training: Training | None = None
        self.policy: PolicyRun | None = None
        self._policy_rows: tuple[PolicyFile, list[GateResult]] | None = None
        self._gate: Gate | None = None
        self._warming: Warming | None = None

    def _look(self) -> None:
        """Play the rules at random, to know them: before anything of it is compiled."""
        task, sampled, until = self.task, GAMES, self.task.began + LOOKING * self.task.seconds
        check_states(task.game, task.game.start())
        self.fingerprint = rules_fingerprint(task.game)
        if task.resume:
            self.earlier, sampled = read_progress(self.journal, self.fingerprint)
            until = inf  # the same games, or what was learned of them would be of other patterns
        self.preparation: Preparation = prepare(task.game, sampled, until)

    def begin(self) -> Training:
        """The learner, compiled, where an earlier run ended."""
        task, began = self.task, time.monotonic()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # what does not compile is refused, in a sentence
            if task.is_shared:
                check = SpotCheck(self.referee.executor()) if task.verify else None
                learner: Learner = CrewLearner(
                    self.preparation, self.place, task.workers, task.seed, task.opening, self.stored, self.values, check
                )
            else:
                learner = Learner(self.preparation, task.threads, task.seed, task.opening, self.stored, self.values)
        curve = read_journal(self.journal, learner, self.fingerprint) if task.resume else []
        self.training = Training(learner, self.journal, self.fingerprint, curve)
        self.times.divide(time.monotonic() - began)
        if self.times.can_warm:
            earlier = self._earlier() if task.matches else None
            self._warming = Warming(task.game, players_of_estimate(task.game, self._estimate(self.training), earlier))
        return self.training

    def train(self, training: Training, tell: Callable[[], None] = lambda: None) -> None:
        """Learn until it is enough; `tell` is called a few times a second."""
        seconds = min(self.task.seconds, self.earlier.seconds + self.times.learning)
        try:
            training.run(Goal(seconds, self.task.games), tell)
        finally:
            self.referee.stop()
            self.place.stop()  # matches begin with workers that hold no weights

    def _earlier(self) -> EstimateFile | None:
        return earlier_estimate(self.task.game, self.task.file)

    def _estimate(self, training: Training) -> EstimateFile:
        """The estimate learned so far."""
        task, progress = self.task, training.progress
        lineage = Lineage(
            spec_of(task.game),
            self.fingerprint,
            round(progress.seconds, 3),
            progress.games,
            progress.positions,
            task.seed,
            training.learner.at_once,
            date.today().isoformat(),
            task.command(),
        )
        weights, (most, least) = training.learner.whole_weights(), (self.preparation.most, self.preparation.least)
        return EstimateFile(lineage, self.preparation.layout, weights, most, least=least)

    def measure(self, training: Training) -> EstimateFile:
        """The estimate, with the error of shallow searches against deep ones, if there is time to measure it."""
        found, game = self._estimate(training), self.task.game
        until = self.times.margins_until(self._warming is not None and self._warming.has_search)
        if not until:
            return found
        return replace(found, deviations=measure_deviations(found.trusted(game), self.task.seed, until=until))

    def learn_policy(self, tell: Callable[[PolicyRun], None] = lambda policy: None) -> None:
        """Learn a policy of moves beside the estimate, if there is time, and the game can have one."""
        if not self.times.policy or self.stopped:
            return
        self.policy = policy = begin_policy(self.task, self.preparation, self.fingerprint, self.place)
        if policy is not None:
            policy.learn(self.times.policy, self.task.games, lambda: tell(policy))

    def judge_policy(self, tell: Callable[[Sequence[GateResult]], None] = lambda rows: None) -> None:
        """Let the policy play its match, which `tell` hears."""
        if self.policy is not None and not self.stopped:
            self._policy_rows = self.policy.judge(max(0.0, min(self.times.policy_match, self.times.left)), tell)

    def judge(
        self, training: Training, found: EstimateFile, tell: Callable[[Sequence[GateResult]], None] = lambda rows: None
    ) -> tuple[EstimateFile, list[GateResult]]:
        """The estimate with its matches against what the game had before, and the rows of these, which `tell` hears."""
        if self._warming is not None:
            self._warming.stop()
        self._gate = Gate(self.task.game, found, self._earlier(), self.task.seed, self.preparation.longest // 2)
        if self.stopped:
            return found, []
        rows = self._gate.play(self.times.for_matches(training.progress.seconds), self.place, tell)
        lineage = replace(found.lineage, matches=tuple(row.facts for row in rows))
        return replace(found, lineage=lineage, search=search_for_play(rows)), rows

    def write(self, training: Training, found: EstimateFile, rows: Sequence[GateResult]) -> Learned:
        """The file: where all players find it if it is stronger at equal time, or no match was asked for; else beside that.

        What it takes the place of among the user's is kept: see `kibitz.files.replaced`.
        """
        task, progress = self.task, training.progress
        accepted = task.to is not None or not task.matches or is_stronger(rows)
        file = task.file if accepted else task.file.with_name(f"{task.file.stem}-new{task.file.suffix}")
        try:
            with replacing(file) if accepted and task.to is None else nullcontext():
                size = found.write(file)
        except OSError as problem:
            raise LearningError(f"{problem.filename or file} cannot be written: {problem.strerror or problem}") from None
        policy = None
        if self.policy is not None:
            policy = self.policy.write(*(self._policy_rows or (self.policy.found(), [])))
        longer = task.seconds if task.seconds < inf else progress.seconds
        more = LearningTask.command(task, resume=True, minutes=max(round((progress.seconds + longer) / 60, 1), 0.1))
        return Learned(
            task,
            self.preparation.describe(),
            progress,
            tuple(training.curve),
            dict(training.against),
            tuple(found.lineage.matches),
            accepted,
            file,
            size,
            more,
            policy,
            training.is_still,
        )

    def stop(self) -> bool:
        """End at once, and keep what was learned in the journal; whether there is any. From any thread."""
        self.stopped = True
        if self._gate is not None:
            self._gate.stop()
        if self.policy is not None:
            self.policy.stop()
        if self.training is None or not self.training.progress.games:
            return False
        self.training.halt()
        return self.training.is_kept


def _answer_within(seconds: float, work: Callable[[], None], task: LearningTask) -> None:
    """Do what asks the rules in plain Python. LearningError if they do not answer in time."""
    problems: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise LearningError(
            f"after {seconds:.0f} s the first random games of {spec_of(task.game)} are not over: a method of its rules is "
            f"slow, or never returns; `kibitz check {spec_of(task.game)}` finds which"
        )
    if problems:
        raise problems[0]
