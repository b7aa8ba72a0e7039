"""How the value went over a game: for two players seen by the first, for several what each of them gets."""

from dataclasses import dataclass
from math import ceil

from kibitz.best_result import best_result
from kibitz.explain.review.reviewed import Reviewed
from kibitz.present.values import side_names
from kibitz.rules import says
from kibitz.thought import Value


@dataclass(frozen=True)
class Point:
    """The value after `ply` moves; `sure`: it is proved."""

    ply: int
    number: float
    sure: bool
    value: Value
    mover: int


@dataclass(frozen=True)
class Course:
    """The points of one player, in the units of the results; `whose` is how they are called."""

    whose: str
    points: tuple[Point, ...]


def courses(review: Reviewed) -> list[Course]:
    """One course for two of whom one wins what the other loses, else one for each player."""
    names, duel = side_names(review.game), says(review.game, "result")
    values, most = _values(review), best_result(review.game)
    if duel:
        points = [
            Point(ply, value.result if mover == 0 else -value.result, _sure(value, most), value, mover)
            for ply, value, mover in values
        ]
        return [Course(names[0], tuple(points))]
    found = []
    for player, name in enumerate(names):
        numbers = [(ply, _of(value, mover, player), value, mover) for ply, value, mover in values]
        points = [
            Point(ply, number, _sure(value, None), value, mover) for ply, number, value, mover in numbers if number is not None
        ]
        found.append(Course(name, tuple(points)))
    return found


def extent(review: Reviewed) -> tuple[float, float]:
    """The least and the greatest number that a graph has room for."""
    numbers = [point.number for course in courses(review) for point in course.points]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    if not says(review.game, "result"):
        return (low, high) if high > low else (low - 1, high + 1)
    reach = float(max(1, ceil(max(-low, high))))
    return -reach, reach


def _values(review: Reviewed) -> list[tuple[int, Value, int]]:
    """What is known after how many plies, and of whom it is told.

    What a move is proved to be worth says more of the position after it than an estimate of that: a book may end there.
    """
    values = {ply.number - 1: (ply.before, ply.mover) for ply in review.plies if ply.before is not None}
    end = review.end
    if end.payoffs is not None:
        values[len(end.moves)] = Value("exact", end.payoffs[0], payoffs=end.payoffs), 0
    elif review.last is not None:
        values[len(end.moves)] = review.last, end.to_move
    for ply in review.plies:
        if (
            ply.after is not None
            and ply.after.kind == "exact"
            and ply.number in values
            and values[ply.number][0].kind != "exact"
        ):
            values[ply.number] = ply.after if ply.after.plies is None else ply.after.later(-1), ply.mover
    return [(ply, value, mover) for ply, (value, mover) in sorted(values.items())]


def _of(value: Value, mover: int, player: int) -> float | None:
    if value.payoffs is not None:
        return value.payoffs[player]
    return value.result if player == mover else None


def _sure(value: Value, most: float | None) -> bool:
    """Whether the number is proved: by a limit, too, where it is the largest or the least there is."""
    limit = {"at_least": most, "at_most": None if most is None else -most}.get(value.kind)
    return value.kind == "exact" or (limit is not None and value.result == limit)
