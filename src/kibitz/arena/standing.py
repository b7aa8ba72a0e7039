"""The standing of a match: its counts, the figures they give, and its test, which may end it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.fixture import Plan
from kibitz.arena.stats import Figures, Model, Pentanomial, Sprt, Trinomial, compute_figures, run_sprt
from kibitz.arena.store import Totals


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


@dataclass(frozen=True)
class Standing:
    """A match at one moment. In this run, `seconds` long, it found `before` games played already.

    The points of view are those of the first player named; `pairs` and `singles` are for matches of two.
    """

    number: int
    plan: Plan
    totals: Totals
    test: Sprt | None = None
    seconds: float = 0.0
    before: int = 0

    @property
    def is_duel(self) -> bool:
        """Whether two players meet at a game of two."""
        return len(self.plan.players) == 2

    @property
    def ended(self) -> bool:
        """Whether nothing is left to play."""
        return self.totals.played >= self.totals.scheduled or (self.test is not None and self.test.verdict is not None)

    @property
    def pairs(self) -> Figures:
        """Score and Elo with errors from whole pairs: two games from one opening resemble each other."""
        return compute_figures(Pentanomial(self.totals.penta()))

    @property
    def singles(self) -> Figures:
        """Score and Elo of all games, with errors as if none resembled another."""
        a_wins, b_wins, draws = self.totals.results()
        return compute_figures(Trinomial(a_wins, b_wins, draws))

    @property
    def per_second(self) -> float:
        """Games a second in this run."""
        return max(0, self.totals.played - self.before) / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until all scheduled games are played, at this pace; None while that is not known."""
        return (self.totals.scheduled - self.totals.played) / self.per_second if self.per_second else None
