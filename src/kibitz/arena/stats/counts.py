"""Results, how often each came (in single games, or in pairs with the seats changed), and the Elo that a score stands for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt

from kibitz.errors import StatisticsError

# 400 points of Elo are odds of ten to one in the expected score.
UNIT = 400 / log(10)  # Elo that make the odds e to one
SPREAD = 2 * UNIT  # normalized Elo per standard deviation of a game: both scales agree near 0 where no game is drawn


@dataclass(frozen=True)
class Result:
    """The result of one game between two of its players: `one` scored `score` against `two`, 1 for a win, 0.5 for a draw.

    `pair` names the games from the same opening, which resemble each other; `first`: whether `one` moved before `two`. A game
    of several players gives one result for each two of them.
    """

    one: int
    two: int
    score: float
    pair: int
    first: bool


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


def parse_counts(counts: Sequence[int]) -> Counts:
    """The counts of single games (three numbers) or of pairs (five), as `kibitz.elo` takes them."""
    if not isinstance(counts, Iterable):
        raise StatisticsError(f"{counts!r} is not a list of counts: write (won, lost, drawn), such as (12, 8, 5)")
    if any(not isinstance(count, int) or isinstance(count, bool) for count in counts):
        raise StatisticsError(f"counts of results are whole numbers from 0 up, not {', '.join(map(repr, counts))}")
    match tuple(counts):
        case (wins, losses, draws):
            return Trinomial(wins, losses, draws)
        case (lost, less, even, more, won):
            return Pentanomial((lost, less, even, more, won))
    kinds = "three of games won, lost and drawn, or five of pairs that made 0, 0.5, 1, 1.5 and 2 points"
    raise StatisticsError(f"counts are {kinds}, and these are {len(counts)}")


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


def elo_of(score: float) -> float:
    """The difference in strength that makes the share `score` of the points likely; infinite from 1 up and from 0 down."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * (log10(score) - log10(1 - score))


def score_of(elo: float) -> float:
    """The share of the points that a difference in strength makes likely, from 0 to 1; of any number, infinite ones too."""
    odds = exp(-abs(elo) / UNIT)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)
