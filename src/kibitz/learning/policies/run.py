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
from kibitz.workers.workplace import Workplace

SAMPLE = 20  # games at random
CALL = 0.2  # seconds of learning between two looks at the clock
SEARCH = "mcts"
FOR_PLAYOUTS = 0.3  # of the time: to learn the weights for playouts, and for their match
SHORTEST = 6.0  # seconds: in less they are not learned, for their learner is compiled first


@dataclass(frozen=True)
class PolicyProgress:
    """How far the learning of a policy has come.

    `first`: the mean share of the first player, of late. `quick`: games from which the weights for playouts are learned.
    """

    games: int
    plies: int
    seconds: float
    first: float
    quick: int = 0


@dataclass(frozen=True)
class LearnedPolicy:
    """The outcome: the file, whether players take it, and whether it has weights for playouts."""

    file: Path
    size: int
    progress: PolicyProgress
    matches: tuple[Mapping[str, Any], ...]
    accepted: bool
    has_playouts: bool = False

    @property
    def facts(self) -> dict[str, Any]:
        """All of it, for a program."""
        return {
            "file": str(self.file),
            "bytes": self.size,
            "games": self.progress.games,
            "quick_games": self.progress.quick,
            "plies": self.progress.plies,
            "seconds": round(self.progress.seconds, 3),
            "first_player": round(self.progress.first, 4),
            "matches": list(self.matches),
            "accepted": self.accepted,
            "playouts": self.has_playouts,
        }


class PolicyRun:
    """The learning of a policy: steps to be called in their order; `stop` ends it from any thread."""

    def __init__(self, task: LearningTask, preparation: Preparation, fingerprint: str, place: Workplace) -> None:
        """`place`: where matches are played. LearningError for a game that a policy cannot be learned of."""
        self.place = place
        self.task, self.fingerprint, self.stopped = task, fingerprint, False
        games = sample_games(task.game, SAMPLE)
        layout = preparation.layout
        seen = find_policy_layout(task.game, layout.reading, preparation.geometry, layout.symmetries, games)
        self._length = max(1, round(fmean(len(one.states) for one in games)))
        self._learner = PolicyLearner(task.game, seen, self._length, task.seed)
        self._quick: PolicyLearner | None = None
        self._gate: Gate | None = None
        self.seconds = 0.0
        if task.matches and may_fit(task.game, SEARCH):
            table = self._learner.table
            ours = replace(self._learner.policy(), drops=table if seen.drops else None)
            before = () if POLICY_FILES.find(task.game) is None else ((SEARCH, knowledge_for(task.game)),)
            Warming(task.game, ((SEARCH, with_policy(task.game, estimate_for(task.game), ours)), *before))

    @property
    def progress(self) -> PolicyProgress:
        """How far it has come."""
        memory, quick = self._learner.memory, 0 if self._quick is None else int(self._quick.memory.games)
        first = float(memory.number(memory.means_at))
        return PolicyProgress(int(memory.games), int(memory.plies), self.seconds, first, quick)

    def learn(self, seconds: float, games: int | None, tell: Callable[[], None] = lambda: None) -> None:
        """Learn for so long, or from so many games; `tell` is called a few times a second.

        Where each move fills one place, weights for playouts come after: from as many games, or in a part of the time.
        """
        began, layout = time.monotonic(), self._learner.layout
        quick = bool(layout.drops) and FOR_PLAYOUTS * seconds >= SHORTEST
        self._learn(self._learner, began, seconds * (1 - FOR_PLAYOUTS) if quick and seconds < inf else seconds, games, tell)
        if quick and not self.stopped:
            self._quick = PolicyLearner(self.task.game, layout, self._length, self.task.seed, drops=True)
            self.seconds = time.monotonic() - began
            self._learn(self._quick, began, seconds, games, tell)

    def _learn(self, learner: PolicyLearner, began: float, seconds: float, games: int | None, tell: Callable[[], None]) -> None:
        batch = 1
        while not self.stopped and self.seconds < seconds:
            left = inf if games is None else games - learner.played
            if left <= 0:
                break
            at = time.monotonic()
            learner.play(int(min(batch, left)))
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
        quick = self._quick if self._quick is not None and self._quick.played else None
        return PolicyFile(lineage, replace(self._learner.policy(lineage.title), drops=quick and quick.table))

    def judge(
        self, seconds: float, tell: Callable[[Sequence[GateResult]], None] = lambda rows: None
    ) -> tuple[PolicyFile, list[GateResult]]:
        """The policy with its match: `mcts` with it against `mcts` as it is, which `tell` hears.

        Weights for playouts have to win one before, against playouts at random; otherwise they are left out.
        """
        found, rows = self.found(), list[GateResult]()
        if self.stopped or not may_fit(self.task.game, SEARCH):
            return found, []
        policy, until = found.policy, time.monotonic() + seconds
        if policy.drops is not None:
            rows = self._meet(PlayoutGate, found, FOR_PLAYOUTS * seconds, tell)
            policy = policy if is_stronger(rows) else replace(policy, drops=None)
        if not self.stopped:
            decided = PolicyGate if policy.drops is not None else PriorGate
            rows = [*self._meet(decided, found, until - time.monotonic(), tell), *rows]
        lineage = replace(found.lineage, matches=tuple(row.facts for row in rows))
        return replace(found, lineage=lineage, policy=policy), rows

    def _meet(
        self, kind: type[Gate], found: PolicyFile, seconds: float, tell: Callable[[Sequence[GateResult]], None]
    ) -> list[GateResult]:
        self._gate = kind(self.task.game, found, seed=self.task.seed, plies=self._length)
        return self._gate.play(max(0.0, seconds), self.place, tell)

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
        has_playouts = found.policy.drops is not None
        return LearnedPolicy(file, size, self.progress, found.lineage.matches, accepted, has_playouts)

    def stop(self) -> None:
        """End at once; from any thread. What players had before is as it was."""
        self.stopped = True
        for learner in filter(None, (self._learner, self._quick)):
            learner.memory.halt = 1
        if self._gate is not None:
            self._gate.stop()


class PolicyGate(Gate):
    """The match of a policy: `mcts` with it against `mcts` as players have it, at equal time."""

    how = ""

    def _meetings(self, folder: Path, a_move: float) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        ours = folder / f"found{POLICY_ENDING}"
        self.found.write(ours)
        others, limit = self.game.players - 1, f"{SEARCH}:time={a_move:g}"
        earlier = POLICY_FILES.find(self.game)
        if earlier is not None:
            yield (
                f"{earlier[1].lineage.title} (before)",
                f"{a_move:g} s a move",
                (f"{limit},knowledge={ours}{self.how}", *[limit] * others),
            )
        yield (
            f"{SEARCH} without a policy",
            f"{a_move:g} s a move",
            (f"{limit},knowledge={ours}{self.how}", *[f"{limit},knowledge={ours},prior=0,playout=random"] * others),
        )


class PriorGate(PolicyGate):
    """The same with playouts at random, though there are weights for them."""

    how = ",playout=random"


class PlayoutGate(Gate):
    """The match of weights for playouts: `mcts` with a policy, playouts by it against playouts at random, at equal time."""

    def _meetings(self, folder: Path, a_move: float) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        ours = folder / f"found{POLICY_ENDING}"
        self.found.write(ours)
        player = f"{SEARCH}:time={a_move:g},knowledge={ours},playout="
        yield "the same with random playouts", f"{a_move:g} s a move", (f"{player}policy", f"{player}random")


def begin_policy(task: LearningTask, preparation: Preparation, fingerprint: str, place: Workplace) -> PolicyRun | None:
    """The run for a game; None for one that a policy cannot be learned of."""
    try:
        return PolicyRun(task, preparation, fingerprint, place)
    except KibitzError:
        return None
