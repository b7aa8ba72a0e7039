"""How often each result came: of single games, or of pairs of games with the seats changed."""

from dataclasses import dataclass
from math import sqrt

from kibitz.errors import StatisticsError


@dataclass(frozen=True)
class Trinomial:
    """Single games, from one player's view."""

    wins: int
    losses: int
    draws: int

    def __post_init__(self) -> None:
        _check(self.cells)

    @property
    def cells(self) -> tuple[int, ...]:
        """The counts from the worst result to the best; the scores are evenly spaced from 0 to 1."""
        return self.losses, self.draws, self.wins

    @property
    def games_each(self) -> int:
        """How many games one counted result is made of."""
        return 1


@dataclass(frozen=True)
class Pentanomial:
    """Pairs of games, from one player's view: how many scored 0, 0.5, 1, 1.5 and 2 points.

    Both games of a pair begin with the same opening, so they resemble each other; counted as one they give the right error.
    """

    counts: tuple[int, int, int, int, int]

    def __post_init__(self) -> None:
        if len(self.counts) != 5:
            raise StatisticsError(f"pairs of games have five counts, for 0, 0.5, 1, 1.5 and 2 points, not {len(self.counts)}")
        _check(self.counts)

    @property
    def cells(self) -> tuple[int, ...]:
        """The counts from the worst result to the best; the scores are evenly spaced from 0 to 1."""
        return self.counts

    @property
    def games_each(self) -> int:
        """How many games one counted result is made of."""
        return 2


Counts = Trinomial | Pentanomial


def moments(counts: Counts) -> tuple[float, float]:
    """The mean score of a game, from 0 to 1, and the standard deviation of one counted result; 0.5 and 0 of no games.

    Whole numbers until the last division: nothing is lost where nearly all results are alike.
    """
    total = sum(counts.cells)
    if not total:
        return 0.5, 0.0
    steps = len(counts.cells) - 1
    points = sum(place * count for place, count in enumerate(counts.cells))
    squares = sum(place * place * count for place, count in enumerate(counts.cells))
    return points / (steps * total), sqrt(total * squares - points * points) / (steps * total)


def _check(cells: tuple[int, ...]) -> None:
    if any(count < 0 for count in cells):
        raise StatisticsError(f"counts of results are whole numbers from 0 up, not {min(cells)}")
