"""Learning a policy beside an estimate: its time, its games, its match, its file."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.errors import KibitzError, LearningError
from kibitz.files.replaced import replacing
from kibitz.learning.features.sample import sample_games
from kibitz.learning.gate import Gate, GateResult, is_stronger
from kibitz.learning.policies.layout import find_policy_layout
from kibitz.learning.policies.learner import PolicyLearner
from kibitz.learning.preparation import Preparation
from kibitz.learning.task import LearningTask
from kibitz.learning.warming import Warming
from kibitz.patterns.library import POLICY_ENDING, POLICY_FILES, estimate_for, knowledge_for
from kibitz.patterns.packed import Lineage
from kibitz.patterns.policy import with_policy
from kibitz.patterns.policy_file import PolicyFile
from kibitz.search.descriptor import may_fit

SAMPLE = 20  # games at random
CALL = 0.2  # seconds of learning between two looks at the clock
SEARCH = "mcts"


@dataclass(frozen=True)
class PolicyProgress:
    """How far the learning of a policy has come; `first`: the mean share of the first player, of late."""

    games: int
    plies: int
    seconds: float
    first: float


@dataclass(frozen=True)
class LearnedPolicy:
    """The outcome: the file, and whether players take it."""

    file: Path
    size: int
    progress: PolicyProgress
    matches: tuple[Mapping[str, Any], ...]
    accepted: bool

    @property
    def facts(self) -> dict[str, Any]:
        """All of it, for a program."""
        return {
            "file": str(self.file),
            "bytes": self.size,
            "games": self.progress.games,
            "plies": self.progress.plies,
            "seconds": round(self.progress.seconds, 3),
            "first_player": round(self.progress.first, 4),
            "matches": list(self.matches),
            "accepted": self.accepted,
        }


class PolicyRun:
    """The learning of a policy: steps to be called in their order; `stop` ends it from any thread."""

    def __init__(self, task: LearningTask, preparation: Preparation, fingerprint: str) -> None:
        """LearningError for a game that a policy cannot be learned of."""
        self.task, self.fingerprint, self.stopped = task, fingerprint, False
        games = sample_games(task.game, SAMPLE)
        layout = preparation.layout
        seen = find_policy_layout(task.game, layout.reading, preparation.geometry, layout.symmetries, games)
        self._length = max(1, round(fmean(len(one.states) for one in games)))
        self._learner = PolicyLearner(task.game, seen, self._length, task.seed)
        self._gate: Gate | None = None
        self.seconds = 0.0
        if task.matches and may_fit(task.game, SEARCH):
            ours = self._learner.policy()
            Warming(
                task.game, ((SEARCH, with_policy(task.game, estimate_for(task.game), ours)), (SEARCH, knowledge_for(task.game)))
            )

    @property
    def progress(self) -> PolicyProgress:
        """How far it has come."""
        memory = self._learner.memory
        return PolicyProgress(int(memory.games), int(memory.plies), self.seconds, float(memory.number(memory.means_at)))

    def learn(self, seconds: float, games: int | None, tell: Callable[[], None] = lambda: None) -> None:
        """Learn for so long, or from so many games; `tell` is called a few times a second."""
        began, batch = time.monotonic(), 1
        while not self.stopped and self.seconds < seconds:
            left = inf if games is None else games - self._learner.played
            if left <= 0:
                break
            at = time.monotonic()
            self._learner.play(int(min(batch, left)))
            spent = time.monotonic() - at
            batch = max(1, int(batch * min(4.0, CALL / max(spent, 1e-6))))
            self.seconds = time.monotonic() - began
            tell()

    def found(self) -> PolicyFile:
        """The policy learned so far."""
        progress, task = self.progress, self.task
        lineage = Lineage(
            spec_of(task.game),
            self.fingerprint,
            round(progress.seconds, 3),
            progress.games,
            progress.plies,
            task.seed,
            1,
            date.today().isoformat(),
            task.command(),
        )
        return PolicyFile(lineage, self._learner.policy(lineage.title))

    def judge(
        self, seconds: float, tell: Callable[[Sequence[GateResult]], None] = lambda rows: None
    ) -> tuple[PolicyFile, list[GateResult]]:
        """The policy with its match: `mcts` with it against `mcts` as it is, which `tell` hears."""
        found = self.found()
        if self.stopped or not may_fit(self.task.game, SEARCH):
            return found, []
        self._gate = PolicyGate(self.task.game, found, seed=self.task.seed, plies=self._length)
        rows = self._gate.play(seconds, self.task.threads, tell)
        lineage = replace(found.lineage, matches=tuple(row.facts for row in rows))
        return replace(found, lineage=lineage), rows

    def write(self, found: PolicyFile, rows: Sequence[GateResult]) -> LearnedPolicy:
        """The file: where all players find it if it has won, or no match was asked for; else beside that."""
        task = self.task
        usual = POLICY_FILES.user_file(task.game) if task.to is None else task.file.with_suffix(POLICY_ENDING)
        accepted = task.to is not None or not task.matches or is_stronger(rows)
        file = usual if accepted else usual.with_name(f"{usual.stem}-new{usual.suffix}")
        try:
            with replacing(file) if accepted and task.to is None else nullcontext():
                size = found.write(file)
        except OSError as problem:
            raise LearningError(f"{problem.filename or file} cannot be written: {problem.strerror or problem}") from None
        return LearnedPolicy(file, size, self.progress, found.lineage.matches, accepted)

    def stop(self) -> None:
        """End at once; from any thread. What players had before is as it was."""
        self.stopped = True
        self._learner.memory.halt = 1
        if self._gate is not None:
            self._gate.stop()


class PolicyGate(Gate):
    """The match of a policy: `mcts` with it against `mcts` as players have it, at equal time."""

    def _meetings(self, folder: Path, a_move: float) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        ours = folder / f"found{POLICY_ENDING}"
        self.found.write(ours)
        others, limit = self.game.players - 1, f"{SEARCH}:time={a_move:g}"
        earlier = POLICY_FILES.find(self.game)
        if earlier is not None:
            yield (
                f"{earlier[1].lineage.title} (before)",
                f"{a_move:g} s a move",
                (f"{limit},knowledge={ours}", *[limit] * others),
            )
        yield (
            f"{SEARCH} without a policy",
            f"{a_move:g} s a move",
            (f"{limit},knowledge={ours}", *[f"{limit},prior=0"] * others),
        )


def begin_policy(task: LearningTask, preparation: Preparation, fingerprint: str) -> PolicyRun | None:
    """The run for a game; None for one that a policy cannot be learned of."""
    try:
        return PolicyRun(task, preparation, fingerprint)
    except KibitzError:
        return None
