"""Training: a learner at work, its journal kept, and what it gains measured against itself on the way."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from kibitz.arena.stats import elo_of
from kibitz.arena.stats.counts import UNIT
from kibitz.arena.stats.figures import Z
from kibitz.learning.journal import EVERY, Mark, write_journal
from kibitz.learning.learner import Goal, Learner, LearningProgress

FIRST_MARK, NEXT_MARK = 4.0, 1.5  # seconds, and how many times longer until the next one
MINUTES = (1, 3, 10)  # how long ago those were against whom it plays
MINUTE = 60.0
PAIRS, FEW_PAIRS = 1000, 10
STILL, GAIN = 3, 30.0  # marks, over which learning goes on while it may have gained so much Elo
SOONEST = 20.0  # seconds of learning before it may end for that
COMPARING, LONGEST = 0.04, 1.5  # of the time since the last mark that one comparison takes, and seconds at most
WINDOW = 20.0  # seconds over which the pace is measured
FRESH = 1.0  # seconds: a journal so old is as good as a new one


@dataclass(frozen=True)
class Strength:
    """How much stronger one is than another, in Elo, and half the width of the 95 % interval."""

    elo: float
    error: float

    @classmethod
    def from_share(cls, share: float, games: int) -> "Strength":
        """The strength for a share of the points; half a point more on each side keeps it finite when all is won.

        The error assumes independent games without draws: with draws it is smaller.
        """
        score = (share * games + 0.5) / (games + 1)
        return cls(elo_of(score), Z * UNIT / sqrt(games * score * (1 - score)))


class Training:
    """A learner on its way to a goal.

    `curve`: its strength relative to the start, by adding up comparisons, each against the mark before. It leaves out the gain
    between the last mark and an interruption. `against`: its strength against itself as of that many minutes ago. `is_still`:
    it gains nothing any more, and has ended for that before its time.
    """

    def __init__(self, learner: Learner, journal: Path, fingerprint: str, curve: Sequence[Mark] = ()) -> None:
        """`curve`: the marks of earlier runs."""
        self.learner, self.journal, self.fingerprint = learner, journal, fingerprint
        self.curve = [*curve] or [Mark(0.0, 0, 0, 0.0, 0.0)]
        self.against: dict[int, Strength] = {}
        self.pace = 0.0
        self.halted = self.is_still = False
        self._marked = learner.arrays[0].copy()
        self._minutes: dict[int, Any] = {}  # weights by the minute they are of
        self._paces: deque[tuple[float, int]] = deque()
        self._pairs = 0  # of the next comparison; none: it is not known how long they take
        self._guard, self._kept_at, self._kept_games = threading.Lock(), time.monotonic(), learner.progress.games

    @property
    def progress(self) -> LearningProgress:
        """How far it has come."""
        return self.learner.progress

    def run(self, goal: Goal, tell: Callable[[], None]) -> None:
        """Learn until the goal is reached, or halted; `tell` is called a few times a second.

        Where time is the goal, not games, it ends when nothing is gained any more.
        """

        def hear(progress: LearningProgress) -> None:
            if not self.halted:
                self._look(progress)
                tell()
                if goal.games is None and not self.is_still and self._gains_nothing():
                    self.is_still = True
                    self.learner.halt()

        self.learner.run(goal, hear)
        if not self.halted and self.progress.seconds > self.curve[-1].seconds:
            self._mark()
        if not self.halted:
            self.keep()

    def halt(self) -> None:
        """End within milliseconds, and keep what was learned; from any thread."""
        self.halted = True
        self.learner.halt()
        if self.progress.games:
            self.keep()

    @property
    def is_kept(self) -> bool:
        """Whether the journal is of this learning; one that lies there may be of an earlier one."""
        return self._kept_games > 0

    def keep(self) -> None:
        """Write the journal, unless this learning has just written it, or it holds all there is."""
        with self._guard:
            games, late = self.progress.games, time.monotonic() - self._kept_at > FRESH
            if (games != self._kept_games and (late or not self.is_kept)) or not self.journal.is_file():
                write_journal(self.journal, self.learner, self.fingerprint, self.curve)
                self._kept_at, self._kept_games = time.monotonic(), games

    def _look(self, progress: LearningProgress) -> None:
        now = time.monotonic()
        self._paces.append((now, progress.positions))
        while now - self._paces[0][0] > WINDOW:
            self._paces.popleft()
        began, positions = self._paces[0]
        if now > began:
            self.pace = (progress.positions - positions) / (now - began)
        if now - self._kept_at > EVERY:
            self.keep()
        if progress.seconds >= max(FIRST_MARK, NEXT_MARK * self.curve[-1].seconds):
            self._mark()
        minute = int(progress.seconds / MINUTE)
        if minute and minute not in self._minutes:
            self._compare_minutes(minute)

    def _mark(self) -> None:
        last, progress = self.curve[-1], self.progress
        found = self._compare(self._marked)
        self._marked = self.learner.arrays[0].copy()
        error = sqrt(last.error**2 + found.error**2)
        self.curve.append(Mark(progress.seconds, progress.games, progress.positions, last.elo + found.elo, error))

    def _gains_nothing(self) -> bool:
        """Whether it is all but sure that it has gained less than `GAIN` over the last marks."""
        if len(self.curve) <= STILL or self.curve[-1].seconds < SOONEST:
            return False
        now, before = self.curve[-1], self.curve[-1 - STILL]
        return now.elo - before.elo + sqrt(max(0.0, now.error**2 - before.error**2)) < GAIN

    def _compare_minutes(self, minute: int) -> None:
        for ago in MINUTES:
            earlier = self._minutes.get(minute - ago)
            if earlier is not None and not self.halted:
                self.against[ago] = self._compare(earlier)
        self._minutes[minute] = self.learner.arrays[0].copy()
        self._minutes = {one: weights for one, weights in self._minutes.items() if one >= minute - max(MINUTES)}

    def _compare(self, earlier: Any) -> Strength:
        """The strength against earlier weights, by as many games as fit the time for it."""
        if time.monotonic() - self._kept_at > EVERY / 4:
            self.keep()
        if not self._pairs:
            self._count_pairs(1, earlier)
        pairs = self._pairs
        share = self._count_pairs(pairs, earlier)
        return Strength.from_share(share, 2 * pairs)

    def _count_pairs(self, pairs: int, earlier: Any) -> float:
        """The share of points over these pairs; the time they took decides how many the next comparison has."""
        began = time.monotonic()
        share = self.learner.compare(earlier, pairs, seed=len(self.curve))
        pace = pairs / max(time.monotonic() - began, 1e-6)
        longest = min(LONGEST, COMPARING * (self.progress.seconds - self.curve[-1].seconds) * NEXT_MARK)  # of the next one
        self._pairs = min(PAIRS, max(FEW_PAIRS if pace * LONGEST > FEW_PAIRS else 1, int(pace * longest)))
        return share
