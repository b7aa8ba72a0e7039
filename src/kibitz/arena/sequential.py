"""A test that ends a match: it looks at the pairs in the order of the schedule, and says when they have decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.statistics import Model, Pentanomial, Sprt, sprt


@dataclass
class Sequential:
    """A sequential probability ratio test over the pairs of a match.

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
        """Where it stands."""
        lost, less, even, more, won = self._counts
        return sprt(Pentanomial((lost, less, even, more, won)), self.elo0, self.elo1, self.alpha, self.beta, self.model)
