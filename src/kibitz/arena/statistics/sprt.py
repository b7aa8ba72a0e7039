"""The sequential probability ratio test: when the counts of a match have decided between two differences in strength."""

from dataclasses import dataclass
from math import isfinite, log, sqrt
from typing import Literal, get_args

from kibitz.arena.statistics.counts import Counts
from kibitz.arena.statistics.elo import SPREAD, score_of
from kibitz.arena.statistics.likelihood import log_ratio, with_lead, with_mean
from kibitz.errors import StatisticsError

Model = Literal["normalized", "logistic"]
MODELS: tuple[Model, ...] = get_args(Model)
MOST = 500.0  # Elo; who is further apart needs no such test


@dataclass(frozen=True)
class Sprt:
    """Where a test stands: H1, the difference is elo1, H0, it is elo0, or None, not decided yet.

    `llr` is the logarithm of how many times likelier the counts are with elo1 than with elo0; it decides at `lower` and
    `upper`. It is finite for any counts, and 0 without any. A match that ends where the test decides takes H1 for true with
    the chance `alpha` if the difference is elo0, or a smaller one if it is less; H0 with `beta` if it is elo1.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Model
    llr: float
    lower: float
    upper: float
    verdict: Literal["H0", "H1"] | None


def sprt(
    counts: Counts, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05, model: Model = "normalized"
) -> Sprt:
    """Decides, if the counts do, whether the difference in strength is elo1 or elo0.

    `model` says what these are: "normalized" Elo, measured in standard deviations of a game, or the usual "logistic" one,
    which says what score to expect. Raises StatisticsError when there is nothing to decide.
    """
    check(elo0, elo1, alpha, beta, model)
    if model == "normalized":
        deviations = sqrt(counts.games_each) / SPREAD  # the mean of two games varies less than one game
        llr = log_ratio(counts.cells, with_lead, elo0 * deviations, elo1 * deviations)
    else:
        llr = log_ratio(counts.cells, with_mean, score_of(elo0) - 0.5, score_of(elo1) - 0.5)
    lower, upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
    verdict: Literal["H0", "H1"] | None = "H1" if llr >= upper else "H0" if llr <= lower else None
    return Sprt(elo0, elo1, alpha, beta, model, llr, lower, upper, verdict)


def check(elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05, model: str = "normalized") -> None:
    """Raises StatisticsError when a test with these settings decides nothing; before a match rather than in it."""
    if model not in MODELS:
        raise StatisticsError(f"there is no model of Elo called {model!r}: write {' or '.join(MODELS)}")
    if not (isfinite(elo0) and isfinite(elo1) and -MOST <= elo0 < elo1 <= MOST):
        raise StatisticsError(
            f"a test needs elo0 below elo1, both from {-MOST:.0f} to {MOST:.0f}, such as 0,10, and not {elo0:g},{elo1:g}"
        )
    if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
        raise StatisticsError(
            f"alpha and beta are chances of an error, above 0 and together below 1, such as 0.05, not {alpha:g} and {beta:g}"
        )
