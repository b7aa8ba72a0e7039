"""The sequential probability ratio test: when the counts of a match have decided between two differences in strength."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, log, sqrt
from typing import Literal, get_args

from kibitz.arena.stats.counts import SPREAD, Counts, parse_counts, score_of
from kibitz.core.arguments import checked
from kibitz.errors import StatisticsError

Model = Literal["normalized", "logistic"]
MODELS: tuple[Model, ...] = get_args(Model)
MAX_ELO = 500.0  # who is further apart needs no such test


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


def run_sprt(
    counts: Counts, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05, model: Model = "normalized"
) -> Sprt:
    """Decides, if the counts do, whether the difference in strength is elo1 or elo0.

    `model` says what these are: "normalized" Elo, measured in standard deviations of a game, or the usual "logistic" one,
    which says what score to expect. Raises StatisticsError when there is nothing to decide.
    """
    check_settings(elo0, elo1, alpha, beta, model)
    if model == "normalized":
        deviations = sqrt(counts.games_each) / SPREAD  # the mean of two games varies less than one game
        llr = log_ratio(counts.cells, with_lead, elo0 * deviations, elo1 * deviations)
    else:
        llr = log_ratio(counts.cells, with_mean, score_of(elo0) - 0.5, score_of(elo1) - 0.5)
    lower, upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
    verdict: Literal["H0", "H1"] | None = "H1" if llr >= upper else "H0" if llr <= lower else None
    return Sprt(elo0, elo1, alpha, beta, model, llr, lower, upper, verdict)


@checked("counts")
def sprt(
    counts: Sequence[int], elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05, model: Model = "normalized"
) -> Sprt:
    """Whether these counts decide that the difference in strength is `elo1` rather than `elo0`, or the other way round.

    `counts`: see `kibitz.elo`. `alpha` is how often `elo1` may be taken where `elo0` is true, `beta` the opposite. `model`:
    what Elo the two are, "normalized" or "logistic". Raises StatisticsError when there is nothing to decide.
    """
    return run_sprt(parse_counts(counts), elo0, elo1, alpha, beta, model)


def check_settings(elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05, model: str = "normalized") -> None:
    """Raises StatisticsError when a test with these settings decides nothing; before a match rather than in it."""
    if model not in MODELS:
        raise StatisticsError(f"there is no model of Elo called {model!r}: write {' or '.join(MODELS)}")
    if not (isfinite(elo0) and isfinite(elo1) and -MAX_ELO <= elo0 < elo1 <= MAX_ELO):
        raise StatisticsError(
            f"a test needs elo0 below elo1, both from {-MAX_ELO:.0f} to {MAX_ELO:.0f}, such as 0,10, and not {elo0:g},{elo1:g}"
        )
    if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
        raise StatisticsError(
            f"alpha and beta are chances of an error, above 0 and together below 1, such as 0.05, not {alpha:g} and {beta:g}"
        )


# The most likely distribution of results, among those that a difference in strength allows.
#
# The theory is Van den Bergh's, "Comments on normalized Elo". Scores are counted from an even one here: -0.5 to 0.5.

EMPTY = 1e-3  # what an empty cell counts: what has not happened yet is unlikely, not impossible
MAX_ROUNDS = 100  # the usual is 2 to 20; only odd counts, such as 10**18 beside 1, take more
NEAR, TINY = 1e-11, 1e-14  # differences, the second relative, that no longer matter

Shares = list[float]
Fit = Callable[[Shares, Shares, float], Shares]


def log_ratio(cells: Sequence[int], fit: Fit, before: float, after: float) -> float:
    """The log-likelihood ratio of the counts for the hypothesis `after` against `before`.

    Of each supposition the distribution counts that fits best. Finite for any counts; 0 without any.
    """
    if not any(cells):
        return 0.0
    counts = [count or EMPTY for count in cells]
    total = sum(counts)
    seen = [count / total for count in counts]
    scores = [place / (len(cells) - 1) - 0.5 for place in range(len(cells))]
    old, new = fit(seen, scores, before), fit(seen, scores, after)
    return sum(count * log(now / then) for count, now, then in zip(counts, new, old, strict=True))


def with_mean(seen: Shares, scores: Shares, mean: float) -> Shares:
    """The shares nearest to those `seen` whose mean score is `mean`, which lies between the scores."""
    return _balanced(seen, [score - mean for score in scores])


def with_lead(seen: Shares, scores: Shares, lead: float) -> Shares:
    """The shares nearest to those `seen` whose mean score is `lead` standard deviations.

    Then it is also a fixed share of the root of the mean square, r, and the mean of score - share * (score**2 / r + r) / 2
    is 0: with r known this is a mean again, so r is found by repetition.
    """
    share, root = lead / sqrt(1 + lead * lead), max(scores)
    shares = seen
    for _ in range(MAX_ROUNDS):
        shares = _balanced(seen, [score - share * (score * score / root + root) / 2 for score in scores])
        last, root = root, sqrt(sum(part * score * score for part, score in zip(shares, scores, strict=True)))
        if abs(root - last) < NEAR:
            break
    return shares


def _balanced(seen: Shares, values: Shares) -> Shares:
    """The shares seen / (1 + x * value) for the x that makes the mean of the values 0; they lie on both sides of 0.

    The x is sought from the pole on its side, x = (distance - 1) / far: close to it, where one-sided counts lead, the distance
    keeps its digits while x would lose them.
    """
    far = max(values) if sum(part * value for part, value in zip(seen, values, strict=True)) < 0 else min(values)
    terms = [(part, value / far, 1 - value / far) for part, value in zip(seen, values, strict=True)]
    pole = sum(part for part, _, rest in terms if not rest)
    others = sum(part * slope / rest for part, slope, rest in terms if rest)
    distance = pole / (pole + abs(others))  # a good guess where that pole is near
    low, high = 0.0, 1.0
    for _ in range(MAX_ROUNDS):
        mean = steep = 0.0
        for part, slope, rest in terms:
            weight = slope / (rest + distance * slope)
            mean += part * weight
            steep += part * weight * weight
        if mean > 0:
            low = distance
        else:
            high = distance
        step = distance + mean / steep
        if not low <= step <= high:
            step = sqrt(low * high) if low else high / 2**10
        distance, last = step, distance
        if abs(distance - last) <= TINY * distance:
            break
    return [part / (rest + distance * slope) for part, slope, rest in terms]
