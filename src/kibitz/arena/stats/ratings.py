"""The strength of several players from their games against each other, on the Elo scale (Bradley and Terry 1952).

The expected score of a player is that of the difference of two ratings, plus an advantage for moving first. A draw counts as
half a win: the ratings then follow the expected scores, whatever share of the games is drawn, and those of two players agree
with the figures of their match. (Davidson's model has draws as a result of their own. It needs one more parameter, which
supposes that all pairings draw alike, and says nothing more about who is the stronger.)

Errors are sandwich errors, clustered by pair: games from the same opening may resemble each other, and games vary less than
wins and losses alone would, where many are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from kibitz.arena.stats.counts import UNIT, Result
from kibitz.arena.stats.figures import Z
from kibitz.errors import StatisticsError

if TYPE_CHECKING:
    from kibitz.arena.stats.fit import Array

NEGLIGIBLE = 1e-9  # below that a variance, or what is left of a comparison, is rounding


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, their mean 0; an error is half the width of the 95 % interval, infinite where the games set no limit.

    `errors` are those of each player against the mean of the players that it can be compared with: who has won everything, or
    met the others in no more than one pair, stands alone, and nobody knows how far from them. Its rating is finite all the
    same, for to begin with ratings are held to lie around 0 with a deviation of 1000 Elo. `between` has the errors of the
    differences of each two players, which `difference` reads. `advantage` is what moving first is worth.
    """

    elo: tuple[float, ...]
    errors: tuple[float, ...]
    advantage: float
    advantage_error: float
    between: tuple[tuple[float, ...], ...]

    def difference(self, one: int, two: int) -> tuple[float, float]:
        """By how much Elo a player is stronger than another, and the error of that."""
        return self.elo[one] - self.elo[two], self.between[one][two]


def rate_players(players: int, results: Sequence[Result]) -> Ratings:
    """The ratings of so many players, numbered from 0. Raises StatisticsError for results that cannot be."""
    for result in results:
        if not (0 <= result.one < players and 0 <= result.two < players and result.one != result.two):
            raise StatisticsError(f"players are numbered from 0 to {players - 1}: {result.one} cannot meet {result.two}")
        if not 0 <= result.score <= 1:
            raise StatisticsError(f"a score lies between 0 and 1, and not at {result.score:g}")
    if not results:
        unknown = (inf,) * players
        return Ratings((0.0,) * players, unknown, 0.0, inf, tuple(_zero_own(place, unknown) for place in range(players)))
    import numpy as np

    from kibitz.arena.stats.fit import fit

    found = fit(players, results)
    blind, covariance = found.blind[:players, :players], found.covariance[:players, :players]
    comparable = _variances_of_differences(blind) < NEGLIGIBLE
    alone = np.eye(players) - comparable / comparable.sum(axis=1, keepdims=True)  # each against the mean of its like
    errors = _errors_of(np.diag(alone @ covariance @ alone.T), comparable.sum(axis=1) > 1)
    between = _errors_of(_variances_of_differences(covariance), comparable)
    advantage_error = float(_errors_of(found.covariance[-1:, -1], found.blind[-1:, -1] < NEGLIGIBLE)[0])
    return Ratings(
        elo=tuple((found.strengths[:players] * UNIT).tolist()),
        errors=tuple(errors.tolist()),
        advantage=float(found.strengths[-1] * UNIT),
        advantage_error=advantage_error,
        between=tuple(_zero_own(place, row) for place, row in enumerate(between.tolist())),
    )


def _variances_of_differences(matrix: Array) -> Array:
    """The variance of the difference of each two, by a covariance or any such form."""
    own = matrix.diagonal()
    return own[:, None] + own[None, :] - (matrix + matrix.T)


def _errors_of(variances: Array, known: Any) -> Array:
    """Errors in Elo; infinite where nothing is known, and where the games do not vary: they do not say how much they might."""
    import numpy as np

    varies = known & (variances > NEGLIGIBLE)
    return np.where(varies, Z * UNIT * np.sqrt(np.where(varies, variances, 0.0)), inf)


def _zero_own(place: int, row: Sequence[float]) -> tuple[float, ...]:
    """The row with 0 for the player itself."""
    return tuple(0.0 if other == place else error for other, error in enumerate(row))
