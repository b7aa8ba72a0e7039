"""The figures of a match between two players, from its counts."""

from dataclasses import dataclass
from math import erfc, inf, sqrt

from kibitz.arena.statistics.counts import Counts, Pentanomial, moments
from kibitz.arena.statistics.elo import SPREAD, elo_of

Z = 1.959964  # half the width of the interval that holds 95 % of a normal distribution, in standard deviations


@dataclass(frozen=True)
class Figures:
    """What the counts say of the first player against the second; an error is half the width of the 95 % interval.

    `score` is the share of the points. `elo` is infinite when all were won or lost; `elo_error` is infinite when the interval
    of the score reaches 0 or 1, and when all results are alike: they do not say how much they might vary. `nelo`, normalized
    Elo, measures the difference in standard deviations of a game, so that as many games tell two players apart in any game;
    infinite, and so is its error, when all results are alike, but 0 when they are even. `los` is the likelihood that the first
    is the stronger, from 0 to 1; n results that are all alike, and not even, leave a doubt of 1 in 2**(n + 1), as a coin does
    that has never shown its other side. Without any game the score is 0.5, with infinite errors.
    """

    score: float
    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float
    games: int
    pairs: int | None  # None for counts of single games


def figures(counts: Counts) -> Figures:
    """The figures of a match; of pairs of games, or of single games as if none resembled another."""
    total = sum(counts.cells)
    games = total * counts.games_each
    pairs = total if isinstance(counts, Pentanomial) else None
    score, deviation = moments(counts)
    if not deviation:
        lead, doubt = (0.0, 0.5) if score == 0.5 else (inf, 0.5 ** (total + 1))
        if score < 0.5:
            lead, doubt = -lead, 1 - doubt
        return Figures(score, elo_of(score), inf, lead, inf, 1 - doubt, games, pairs)
    error = deviation / sqrt(total)
    low, high = elo_of(score - Z * error), elo_of(score + Z * error)
    return Figures(
        score=score,
        elo=elo_of(score),
        elo_error=(high - low) / 2 if -inf < low and high < inf else inf,
        nelo=(score - 0.5) / (deviation * sqrt(counts.games_each)) * SPREAD,
        nelo_error=Z * SPREAD / sqrt(games),
        los=_normal((score - 0.5) / error),
        games=games,
        pairs=pairs,
    )


def _normal(deviations: float) -> float:
    """How much of a normal distribution lies below so many standard deviations."""
    return erfc(-deviations / sqrt(2)) / 2
