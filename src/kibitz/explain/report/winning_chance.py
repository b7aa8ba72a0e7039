"""The chance to win in a position, from what a search says of it: on the scale on which it best foretells how games ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from kibitz.explain.report.quantities import points_of
from kibitz.explain.report.sample import Outlook, SampleGame

STEEPEST = 24.0  # what the exponents differ by at most: a chance within 4e-11 of 0 or 1
HALVINGS = 50


@dataclass(frozen=True)
class WinningChance:
    """Turns what each player gets on average, as a search has it, into each player's expected points.

    A player's points are exp(`steepness` * payoff) of the sum of that over all players; where it is proved who wins they are
    what they are. With a steepness of 0 a search foretells nothing, and all have the same chance.
    """

    steepness: float

    def of(self, outlook: Outlook) -> tuple[float, ...]:
        """The expected points of all players."""
        return points_of(outlook.payoffs) if outlook.sure else _chances(self.steepness, outlook.payoffs)


def fit(games: Iterable[SampleGame]) -> WinningChance:
    """The steepness of the largest likelihood: that under which the points that games brought were the likeliest."""
    cases = [
        (outlook.payoffs, game.points)
        for game in games
        if game.payoffs is not None
        for outlook in game.outlooks
        if outlook is not None and not outlook.sure
    ]
    widest = max((max(payoffs) - min(payoffs) for payoffs, _ in cases), default=0.0)
    if widest == 0:
        return WinningChance(0.0)
    low, high = 0.0, STEEPEST / widest
    for _ in range(HALVINGS):  # the likelihood has one top: it rises as long as games end better than they were foretold
        middle = (low + high) / 2
        low, high = (middle, high) if _rises(middle, cases) else (low, middle)
    return WinningChance((low + high) / 2)


def _rises(steepness: float, cases: Sequence[tuple[tuple[float, ...], tuple[float, ...]]]) -> bool:
    slope = 0.0
    for payoffs, points in cases:
        chances = _chances(steepness, payoffs)
        slope += sum(payoff * (made - chance) for payoff, made, chance in zip(payoffs, points, chances, strict=True))
    return slope > 0


def _chances(steepness: float, payoffs: Sequence[float]) -> tuple[float, ...]:
    best = max(payoffs)
    parts = [exp(steepness * (payoff - best)) for payoff in payoffs]
    whole = sum(parts)
    return tuple(part / whole for part in parts)
