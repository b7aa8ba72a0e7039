"""A learning from the first look at a game to the file: what `kibitz learn` and `kibitz.learn` do, step by step."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from kibitz.errors import RulesWarning
from kibitz.fingerprint import rules_fingerprint
from kibitz.learning.deviations import measure_deviations
from kibitz.learning.gate import Gate, GateResult, earlier_estimate, is_refuted, search_for_play, seconds_for
from kibitz.learning.journal import Mark, journal_of, read_journal, read_progress
from kibitz.learning.learner import Goal, Learner, LearningProgress
from kibitz.learning.preparation import Preparation, prepare
from kibitz.learning.task import LearningTask, check_library, load_positions, make_room
from kibitz.learning.training import Strength, Training
from kibitz.patterns.file import EstimateFile, Lineage
from kibitz.registry import spec_of


@dataclass(frozen=True)
class Learned:
    """What a learning came to.

    `file` holds the estimate, which a player takes as `knowledge=FILE`, and `accepted` says whether it is the one that all
    players of the game find: where a match of the gate says that nothing was gained, it lies beside. `progress` has the games,
    positions and seconds, `curve` how the strength grew, in Elo against itself at the start, `against` the same against itself
    of so many minutes ago, `matches` the table of the gate, and `resume` the command that goes on for as long again.
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
            "threads": self.task.threads,
            "seed": self.task.seed,
            "elo": [asdict(mark) for mark in self.curve],
            "against": [{"minutes": ago, **asdict(one)} for ago, one in self.against.items()],
            "matches": list(self.matches),
            "accepted": self.accepted,
            "file": str(self.file),
            "bytes": self.size,
            "journal": str(journal_of(self.task.file)),
            "resume": self.resume,
        }


class LearningRun:
    """A learning under way: its steps are called in their order, and `stop` may end it from any thread."""

    def __init__(self, task: LearningTask) -> None:
        """Looks at the game, and makes sure of the file. LearningError where the game teaches nothing, or there is no room."""
        self.task, self.stopped = task, False
        check_library(task.to)
        self.journal = journal_of(task.file)
        self.stored: Sequence[Any] = load_positions(task)
        self.preparation: Preparation = prepare(task.game)
        self.fingerprint = rules_fingerprint(task.game)
        self.earlier = read_progress(self.journal, self.fingerprint) if task.resume else LearningProgress()
        make_room(task.file, self.preparation.layout.weights, task.to is None)
        self.training: Training | None = None
        self._gate: Gate | None = None

    def begin(self) -> Training:
        """What learns, compiled, where an earlier run ended."""
        task = self.task
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # what does not compile is refused, in a sentence
            learner = Learner(self.preparation, task.threads, task.seed, task.opening, self.stored)
        curve = read_journal(self.journal, learner, self.fingerprint) if task.resume else []
        self.training = Training(learner, self.journal, self.fingerprint, curve)
        return self.training

    def train(self, training: Training, tell: Callable[[], None] = lambda: None) -> None:
        """Learn until it is enough; `tell` is called a few times a second."""
        training.run(Goal(self.task.seconds, self.task.games), tell)

    def measure(self, training: Training) -> EstimateFile:
        """What was learned, with how far shallow searches lie from deep ones."""
        task, progress = self.task, training.progress
        lineage = Lineage(
            spec_of(task.game),
            self.fingerprint,
            round(progress.seconds, 3),
            progress.games,
            progress.positions,
            task.seed,
            task.threads,
            date.today().isoformat(),
            task.command(),
        )
        weights, (most, least) = training.learner.whole_weights(), (self.preparation.most, self.preparation.least)
        found = EstimateFile(lineage, self.preparation.layout, weights, most, least=least)
        return replace(found, deviations=measure_deviations(found.trusted(task.game), task.seed))

    def judge(
        self, training: Training, found: EstimateFile, tell: Callable[[Sequence[GateResult]], None] = lambda rows: None
    ) -> tuple[EstimateFile, list[GateResult]]:
        """The estimate with its matches against what the game had before, and the rows of these, which `tell` hears."""
        self._gate = Gate(self.task.game, found, earlier_estimate(self.task.game, self.task.file), self.task.seed)
        if self.stopped:
            return found, []
        rows = self._gate.play(seconds_for(training.progress.seconds), self.task.threads, tell)
        lineage = replace(found.lineage, matches=tuple(row.facts for row in rows))
        return replace(found, lineage=lineage, search=search_for_play(rows)), rows

    def write(self, training: Training, found: EstimateFile, rows: Sequence[GateResult]) -> Learned:
        """The file, where all players find it unless it is refuted; what came of it all."""
        task, progress = self.task, training.progress
        accepted = task.to is not None or not is_refuted(rows)
        file = task.file if accepted else task.file.with_name(f"{task.file.stem}-new{task.file.suffix}")
        size = found.write(file)
        more = LearningTask.command(task, resume=True, minutes=round(max(2 * progress.seconds / 60, 0.1), 1))
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
        )

    def stop(self) -> bool:
        """End at once, and keep what was learned in the journal; whether there is any. From any thread."""
        self.stopped = True
        if self._gate is not None:
            self._gate.stop()
        if self.training is None or not self.training.progress.games:
            return False
        self.training.halt()
        return True
