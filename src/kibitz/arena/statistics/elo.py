"""The Elo scale: 400 points are odds of ten to one in the expected score."""

from math import exp, inf, log, log10

UNIT = 400 / log(10)  # Elo that make the odds e to one
SPREAD = 2 * UNIT  # normalized Elo per standard deviation of a game: both scales agree near 0 where no game is drawn


def elo_of(score: float) -> float:
    """The difference in strength that makes the share `score` of the points likely; infinite from 1 up and from 0 down."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * (log10(score) - log10(1 - score))


def score_of(elo: float) -> float:
    """The share of the points that a difference in strength makes likely, from 0 to 1; of any number, infinite ones too."""
    odds = exp(-abs(elo) / UNIT)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)
