"""The chance to win a position, fitted to how the games ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log

from kibitz.core.outcome import GameOutcome
from kibitz.explain.report.sample import Outlook, SampleGame

STEEPEST = 24.0  # what the exponents differ by at most: a chance within 4e-11 of 0 or 1
HALVINGS = 50


@dataclass(frozen=True)
class PayoffScale:
    """The scale of payoffs: 0 for the `least` anybody got in the games, 1 for the `most`."""

    least: float
    most: float

    def of(self, outlook: Outlook) -> tuple[float, ...]:
        """Each player's payoff from 0 to 1."""
        span = self.most - self.least
        return tuple(min(1.0, max(0.0, (one - self.least) / span)) if span else 0.5 for one in outlook.payoffs)


def scale_of(games: Iterable[SampleGame]) -> PayoffScale:
    """The scale of these games' payoffs."""
    payoffs = [one for game in games for one in game.payoffs or ()]
    return PayoffScale(min(payoffs, default=0.0), max(payoffs, default=0.0))


@dataclass(frozen=True)
class WinningChance:
    """A model of each player's expected points from the payoffs a search expects.

    A player's points are `share` ** `steepness`, divided by the sum over all players; `share` is the scaled payoff, as if one
    more playout, shared by all, were added to `playouts`. A proved winner has all points. Steepness 0: all chances are even.
    """

    steepness: float
    scale: PayoffScale
    playouts: int

    def of(self, outlook: Outlook) -> tuple[float, ...]:
        """The expected points of all players."""
        return GameOutcome(outlook.payoffs).shares() if outlook.sure else _chances(self.steepness, self.logarithms(outlook))

    def logarithms(self, outlook: Outlook) -> tuple[float, ...]:
        """The log of each player's smoothed share."""
        return tuple(log((share * self.playouts + 0.5) / (self.playouts + 1)) for share in self.scale.of(outlook))


def fit(games: Sequence[SampleGame], playouts: int) -> WinningChance:
    """The steepness of maximum likelihood for the points these games brought."""
    flat = WinningChance(0.0, scale_of(games), playouts)
    cases = [
        (flat.logarithms(outlook), game.points)
        for game in games
        if game.payoffs is not None
        for outlook in game.outlooks
        if outlook is not None and not outlook.sure
    ]
    widest = max((max(logarithms) - min(logarithms) for logarithms, _ in cases), default=0.0)
    if widest == 0:
        return flat
    low, high = 0.0, STEEPEST / widest
    for _ in range(HALVINGS):  # the likelihood has one top: it rises as long as games end better than they were foretold
        middle = (low + high) / 2
        low, high = (middle, high) if _rises(middle, cases) else (low, middle)
    return WinningChance((low + high) / 2, flat.scale, playouts)


def _rises(steepness: float, cases: Sequence[tuple[tuple[float, ...], tuple[float, ...]]]) -> bool:
    slope = 0.0
    for logarithms, points in cases:
        chances = _chances(steepness, logarithms)
        slope += sum(one * (point - chance) for one, point, chance in zip(logarithms, points, chances, strict=True))
    return slope > 0


def _chances(steepness: float, logarithms: Sequence[float]) -> tuple[float, ...]:
    best = max(logarithms)
    parts = [exp(steepness * (one - best)) for one in logarithms]
    whole = sum(parts)
    return tuple(part / whole for part in parts)
