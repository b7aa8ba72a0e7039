"""The most likely distribution of results, among those that a difference in strength allows.

The theory is Van den Bergh's, "Comments on normalized Elo". Scores are counted from an even one here: -0.5 to 0.5.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt

EMPTY = 1e-3  # what an empty cell counts: what has not happened yet is unlikely, not impossible
ROUNDS = 100  # the usual is 2 to 20; only odd counts, such as 10**18 beside 1, take more
NEAR, TINY = 1e-11, 1e-14  # differences, the second relative, that no longer matter

Shares = list[float]
Fit = Callable[[Shares, Shares, float], Shares]


def log_ratio(cells: Sequence[int], fit: Fit, before: float, after: float) -> float:
    """By how much the likelihood of the counts grows, as a logarithm, when what is supposed goes from `before` to `after`.

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
    for _ in range(ROUNDS):
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
    for _ in range(ROUNDS):
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
