"""The figures of a match between two players, from its counts: score, Elo with its error, who is likely the stronger."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, inf, isfinite, sqrt
from typing import Any

from kibitz.arena.stats.counts import SPREAD, Counts, Pentanomial, elo_of, moments, parse_counts
from kibitz.arena.stats.sprt import Sprt

Z = 1.959964  # half the width of the interval that holds 95 % of a normal distribution, in standard deviations
MIN_RESULTS = 10  # from fewer one knows how much they vary to a quarter at best, and no error better than that
MAX_EXACT_COINS = 2000  # coins that are counted one by one; of more the sum is normal, nearer than by what one coin changes


@dataclass(frozen=True)
class Figures:
    """Score and strength of the first player against the second; an error is half the width of the 95 % interval.

    `score` is the share of the points. `elo` is infinite when one side won everything; `elo_error` is infinite when the
    interval reaches 0 or 1, and when all results are equal, for then they do not show their variance. `nelo`, normalized Elo,
    is the difference in standard deviations of a game, comparable between games; it and its error are infinite when all results
    are equal, but 0 when they are even. `los` is the likelihood of superiority, from 0 to 1 (see `superiority`); do not quote
    it when the results `are_few`. Without a game the score is 0.5, with infinite errors.
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
        return self.results < MIN_RESULTS


def compute_figures(counts: Counts) -> Figures:
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


def elo(counts: Sequence[int]) -> Figures:
    """The score, the Elo with its error, and the likelihood of superiority from counts.

    Five `counts` are pairs of games from one opening with seats swapped, which scored 0, 0.5, 1, 1.5 and 2 points; three are
    single games won, lost and drawn, taken as independent. Raises StatisticsError for other counts.
    """
    return compute_figures(parse_counts(counts))


def figures_as_json(counts: Counts, figures: Figures, test: Sprt | None) -> dict[str, Any]:
    """The figures for JSON; infinite and unknown ones are null."""
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


def superiority(counts: Counts) -> float:
    """The likelihood that the first player is the stronger, from 0 to 1; 0.5 without any result.

    This is Fisher's randomization test, the same for three results and for a million. If two players are equally strong, every
    result might as well have been the other player's: a pair of 2 to 0 one of 0 to 2. So each result that is not even is a coin
    that fell one way, worth as much as the result is away from even (half a point or a whole one). The likelihood is how often
    such coins, thrown anew, bring less than what was scored, the very same counted half (Lancaster's mid-p, "Significance tests
    in discrete distributions", 1961). It follows that

    - it says over 95 % of equal players about as often as in 5 of 100 matches, however few the results and however they spread;
    - to turn one result to the better never lowers it, and seen from the other player it is what is missing to 1;
    - n results that are all won leave a doubt of 1 in 2**(n + 1), and nothing is ever certain.

    For single games it is also what Bayes' rule gives, from a flat prior over the share of won games among those not drawn, and
    for many of them the usual LOS, the normal distribution at (wins - losses) / sqrt(wins + losses). A normal distribution with
    the deviation of the very results, as programs for chess have it, agrees where results are many. It is not for few: of three
    pairs 5.5 to 0.5 points are surer to it than 6 to 0, for results that hardly vary seem to be no accident.
    """
    if isinstance(counts, Pentanomial):
        lost, less, _, more, won = counts.counts
        return _share(won + lost, more + less, 2 * (won - lost) + more - less)
    return _share(0, counts.wins + counts.losses, counts.wins - counts.losses)


@lru_cache(maxsize=256)
def _share(large: int, small: int, lead: int) -> float:
    """How often coins worth 2 and coins worth 1, each won or lost, bring less than `lead`; just that counts half."""
    if large + small > MAX_EXACT_COINS:
        return erfc(-lead / sqrt(2 * (4 * large + small))) / 2
    below = _below(small)
    ways, less = 1, 0  # to throw the large ones; to throw all and bring less, counted twice, or just the lead, counted once
    for heads in range(large + 1):
        needed = (lead - 2 * (2 * heads - large) + small) // 2  # heads of the small ones that bring just the lead
        less += ways * below[min(max(needed, -1), small + 1) + 1]
        ways = ways * (large - heads) // (heads + 1)
    return less / (1 << (large + small + 1))  # whole numbers: correctly rounded, so that what is more is never less


def _below(coins: int) -> list[int]:
    """In how many ways `coins` coins show fewer than -1, 0, 1, ... heads, counted twice, and exactly that many, counted
    once.
    """
    found, less, ways = [0], 0, 1
    for heads in range(coins + 1):
        found.append(2 * less + ways)
        less += ways
        ways = ways * (coins - heads) // (heads + 1)
    return [*found, 2 * less]
