"""The figures of a match between two players, from its counts."""

from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any

from kibitz.arena.statistics.counts import Counts, Pentanomial, moments
from kibitz.arena.statistics.elo import SPREAD, elo_of
from kibitz.arena.statistics.sprt import Sprt
from kibitz.arena.statistics.superiority import superiority

Z = 1.959964  # half the width of the interval that holds 95 % of a normal distribution, in standard deviations
FEW = 10  # results; from fewer one knows how much they vary to a quarter at best, and no error better than that


@dataclass(frozen=True)
class Figures:
    """What the counts say of the first player against the second; an error is half the width of the 95 % interval.

    `score` is the share of the points. `elo` is infinite when all were won or lost; `elo_error` is infinite when the interval
    of the score reaches 0 or 1, and when all results are alike: they do not say how much they might vary. `nelo`, normalized
    Elo, measures the difference in standard deviations of a game, so that as many games tell two players apart in any game;
    infinite, and so is its error, when all results are alike, but 0 when they are even. `los` is the likelihood that the first
    is the stronger, from 0 to 1 (see `superiority`); where the results `are_few` it is no ground to say so. Without any game
    the score is 0.5, with infinite errors.
    """

    score: float
    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float
    games: int
    pairs: int | None  # None for counts of single games

    @property
    def results(self) -> int:
        """How many results were counted: pairs, or single games."""
        return self.games if self.pairs is None else self.pairs

    @property
    def are_few(self) -> bool:
        """Whether it is too early to say who is the stronger."""
        return self.results < FEW


def figures(counts: Counts) -> Figures:
    """The figures of a match; of pairs of games, or of single games as if none resembled another."""
    total = sum(counts.cells)
    games = total * counts.games_each
    pairs = total if isinstance(counts, Pentanomial) else None
    score, deviation = moments(counts)
    los = superiority(counts)
    if not deviation:
        lead = 0.0 if score == 0.5 else inf if score > 0.5 else -inf
        return Figures(score, elo_of(score), inf, lead, inf, los, games, pairs)
    error = deviation / sqrt(total)
    low, high = elo_of(score - Z * error), elo_of(score + Z * error)
    return Figures(
        score=score,
        elo=elo_of(score),
        elo_error=(high - low) / 2 if -inf < low and high < inf else inf,
        nelo=(score - 0.5) / (deviation * sqrt(counts.games_each)) * SPREAD,
        nelo_error=Z * SPREAD / sqrt(games),
        los=los,
        games=games,
        pairs=pairs,
    )


def figures_as_json(counts: Counts, figures: Figures, test: Sprt | None) -> dict[str, Any]:
    """What a program may want to know; what is infinite or not counted is null, and so is what no game says anything about."""
    paired = isinstance(counts, Pentanomial)
    return {
        "games": figures.games,
        "pairs": list(counts.cells) if paired else None,
        **{name: known(figures, name) for name in ("score", "elo", "elo_error", "nelo", "nelo_error", "los")},
        "sprt": None if test is None else vars(test).copy(),
    }


def known(figures: Figures, name: str) -> float | None:
    """One of the figures; None where it is infinite, or no game has been counted: without games nothing is even."""
    return finite(getattr(figures, name)) if figures.games else None


def finite(number: float) -> float | None:
    """The number, or None when it is infinite: JSON has no word for that."""
    return number if isfinite(number) else None
