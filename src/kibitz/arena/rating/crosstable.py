"""Who made how many points against whom, in the order of the ratings."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.rating.ratings import Ratings
from kibitz.arena.rating.result import Result


@dataclass(frozen=True)
class Row:
    """One player: rating and error in Elo, points of so many games, and points and games against each, in the table's order.

    `place` is the player's among the names that the table was made for, from 0: two may have the same name.
    """

    name: str
    elo: float
    error: float
    points: float
    games: int
    against: tuple[tuple[float, int], ...]
    place: int


@dataclass(frozen=True)
class Crosstable:
    """The rows from the strongest to the weakest, and what moving first is worth in Elo, with its error."""

    rows: tuple[Row, ...]
    advantage: float
    advantage_error: float


def crosstable(names: Sequence[str], results: Sequence[Result], rated: Ratings) -> Crosstable:
    """The table of the results that the ratings were made of; players of equal rating stand in the order of the names."""
    points = [[0.0] * len(names) for _ in names]
    games = [[0] * len(names) for _ in names]
    for result in results:
        for one, two, score in ((result.one, result.two, result.score), (result.two, result.one, 1 - result.score)):
            points[one][two] += score
            games[one][two] += 1
    order = sorted(range(len(names)), key=lambda place: -rated.elo[place])
    rows = (
        Row(
            name=names[one],
            elo=rated.elo[one],
            error=rated.errors[one],
            points=sum(points[one]),
            games=sum(games[one]),
            against=tuple((points[one][two], games[one][two]) for two in order),
            place=one,
        )
        for one in order
    )
    return Crosstable(tuple(rows), rated.advantage, rated.advantage_error)
