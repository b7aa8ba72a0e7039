"""How likely one of two players is the stronger: Fisher's randomization test, the same for three results and for a million.

If two players are equally strong, every result might as well have been the other player's: a pair of 2 to 0 one of 0 to 2. So
each result that is not even is a coin that fell one way, worth as much as the result is away from even (half a point or a whole
one). What `superiority` gives is how often such coins, thrown anew, bring less than what was scored, the very same counted half
(Lancaster's mid-p, "Significance tests in discrete distributions", 1961). It follows that

- it says over 95 % of equal players about as often as in 5 of 100 matches, however few the results and however they spread;
- to turn one result to the better never lowers it, and seen from the other player it is what is missing to 1;
- n results that are all won leave a doubt of 1 in 2**(n + 1), and nothing is ever certain.

For single games it is also what Bayes' rule gives, from a flat prior over the share of won games among those not drawn, and for
many of them the usual LOS, the normal distribution at (wins - losses) / sqrt(wins + losses). A normal distribution with the
deviation of the very results, as programs for chess have it, agrees where results are many. It is not for few: of three pairs
5.5 to 0.5 points are surer to it than 6 to 0, for results that hardly vary seem to be no accident.
"""

from functools import lru_cache
from math import erfc, sqrt

from kibitz.arena.statistics.counts import Counts, Pentanomial

EXACT = 2000  # coins that are counted one by one; of more the sum is normal, nearer than by what one coin changes


def superiority(counts: Counts) -> float:
    """The likelihood that the first player is the stronger, from 0 to 1; 0.5 without any result."""
    if isinstance(counts, Pentanomial):
        lost, less, _, more, won = counts.counts
        return _share(won + lost, more + less, 2 * (won - lost) + more - less)
    return _share(0, counts.wins + counts.losses, counts.wins - counts.losses)


@lru_cache(maxsize=256)
def _share(large: int, small: int, lead: int) -> float:
    """How often coins worth 2 and coins worth 1, each won or lost, bring less than `lead`; just that counts half."""
    if large + small > EXACT:
        return erfc(-lead / sqrt(2 * (4 * large + small))) / 2
    below = _below(small)
    ways, less = 1, 0  # to throw the large ones; to throw all and bring less, counted twice, or just the lead, counted once
    for heads in range(large + 1):
        needed = (lead - 2 * (2 * heads - large) + small) // 2  # heads of the small ones that bring just the lead
        less += ways * below[min(max(needed, -1), small + 1) + 1]
        ways = ways * (large - heads) // (heads + 1)
    return less / (1 << (large + small + 1))  # whole numbers: correctly rounded, so that what is more is never less


def _below(coins: int) -> list[int]:
    """In how many ways so many coins show less than -1, 0, 1, ... heads, twice, and just that many, once."""
    found, less, ways = [0], 0, 1
    for heads in range(coins + 1):
        found.append(2 * less + ways)
        less += ways
        ways = ways * (coins - heads) // (heads + 1)
    return [*found, 2 * less]
