"""Sequential tests over the pairs of a match: of two players, and of one among several candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.stats import Model, Pentanomial, Sprt, run_sprt


@dataclass
class Sequential:
    """A sequential probability ratio test over the pairs of a match, which says when they have decided.

    It takes them in the order of the schedule, whichever came back first: quick games, which may be of one kind, are not heard
    before slow ones, and the verdict is the same however the games were spread over processes. `decided`: the last pair that it
    needed; None while it is open. `path`: the log-likelihood ratio after each pair.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"
    heard: int = 0
    decided: int | None = None
    path: list[float] = field(default_factory=list)
    _counts: list[int] = field(default_factory=lambda: [0] * 5)

    @classmethod
    def of(cls, settings: Mapping[str, Any] | None) -> "Sequential | None":
        """The test that a match was planned with (`Plan.sprt`), before its first pair; None where it has none."""
        return cls(**settings) if settings else None

    def hear(self, points: Iterable[int]) -> None:
        """Takes the next pairs, each with the points of the first player in halves, 0 to 4; none after the verdict."""
        for one in points:
            if self.decided is not None:
                return
            self._counts[one] += 1
            self.heard += 1
            result = self.result
            self.path.append(result.llr)
            if result.verdict is not None:
                self.decided = self.heard - 1

    @property
    def result(self) -> Sprt:
        """The state of the test after the pairs heard so far."""
        lost, less, even, more, won = self._counts
        return run_sprt(Pentanomial((lost, less, even, more, won)), self.elo0, self.elo1, self.alpha, self.beta, self.model)


ROUND = 8  # pairs of each candidate that plays in a round
CLOSE = 1.0  # a candidate whose log-likelihood ratio is this much below the best one waits
Turns = list[tuple[int, range]]  # candidates, and which of their pairs they play next


class Selection:
    """Tests of several candidates against one player that they all meet; a candidate that passes ends them all.

    The candidates that look best play on and the others wait, so a good one is found with far fewer games than if each were
    tested to its end. The tests share `alpha`: of n candidates, one that is not better passes with chance alpha / n, however
    long the others play. So the chance that any wrong one passes is alpha at most.
    """

    def __init__(self, settings: Mapping[str, Any], candidates: int, most: int) -> None:
        """`settings`: those of a `Sequential`; `most`: the pairs that each candidate may play."""
        shared = {**settings, "alpha": settings.get("alpha", Sequential.alpha) / candidates}
        self.tests = [Sequential(**shared) for _ in range(candidates)]
        self._most = most

    @property
    def best(self) -> int | None:
        """The candidate that has passed, of several in one round the clearest; None while there is none."""
        passed = [(test.result.llr, -number) for number, test in enumerate(self.tests) if test.result.verdict == "H1"]
        return -max(passed)[1] if passed else None

    def turns(self) -> Turns:
        """The next round; none once a candidate has passed, or all have failed or have no games left."""
        left = [one for one, test in enumerate(self.tests) if test.decided is None and test.heard < self._most]
        if not left or self.best is not None:
            return []
        ratios = {one: self.tests[one].path[-1] if self.tests[one].path else 0.0 for one in left}
        leading = max(ratios.values()) - CLOSE
        return [(one, self._next(one)) for one in left if ratios[one] >= leading]

    def hear(self, points: Sequence[Sequence[int]]) -> None:
        """Take the points of each candidate's pairs, in halves and from its first pair on, round by round as far as they go.

        Pairs that were played out of turn count only when their turn comes: who plays next does not depend on which game was
        quicker.
        """
        while turns := self.turns():
            if any(len(points[one]) < pairs.stop for one, pairs in turns):
                return
            for one, pairs in turns:
                self.tests[one].hear(points[one][pairs.start : pairs.stop])

    def _next(self, candidate: int) -> range:
        heard = self.tests[candidate].heard
        return range(heard, min(heard + ROUND, self._most))
