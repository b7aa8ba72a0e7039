"""What a match has come to: its counts, the figures they give, and the verdict of its test."""

from dataclasses import dataclass

from kibitz.arena.fixture import Plan
from kibitz.arena.stats import Figures, Pentanomial, Sprt, Trinomial, compute_figures
from kibitz.arena.store import Totals


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
