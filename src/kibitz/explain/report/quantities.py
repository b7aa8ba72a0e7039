"""Quantities with errors: shares, averages and quartiles, as pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kibitz.arena.stats.figures import Z

FINE = 0.01  # smaller errors have a decimal


@dataclass(frozen=True)
class Share:
    """A share of games or points, with a 95 % interval from `low` to `high`.

    The interval is Wilson's (1927), which also works for none and all. For points, with draws at a half, it is wider than
    needed.
    """

    points: float
    count: int

    @property
    def share(self) -> float:
        """The measured share, from 0 to 1."""
        return self.points / self.count

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._middle - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._middle + self.error

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        inner = self.share * (1 - self.share) / self.count + (Z / (2 * self.count)) ** 2
        return Z * sqrt(inner) / (1 + Z * Z / self.count)

    @property
    def _middle(self) -> float:
        return (self.share + Z * Z / (2 * self.count)) / (1 + Z * Z / self.count)

    def __str__(self) -> str:
        """The share in percent; for none or all, the sure limit."""
        digits = 0 if self.error >= FINE else 1
        if self.points in (0, self.count):
            limit = f"at most {100 * self.high:.{digits}f}" if self.points == 0 else f"at least {100 * self.low:.{digits}f}"
            return f"{100 * self.share:.0f} % ({limit} %)"
        return f"{100 * self.share:.{digits}f} ± {100 * self.error:.{digits}f} %"

    def as_json(self) -> dict[str, Any]:
        """All fields, for programs."""
        return {
            "share": round(self.share, 6),
            "low": round(max(0.0, self.low), 6),
            "high": round(min(1.0, self.high), 6),
            "count": self.count,
        }


def share_of(points: Sequence[float]) -> Share | None:
    """The share of the points in these games, each from 0 to 1; None for no games."""
    return Share(sum(points), len(points)) if points else None


@dataclass(frozen=True)
class Average:
    """A mean with half its 95 % interval; None for fewer than two numbers."""

    mean: float
    error: float | None
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.2f}" + ("" if self.error is None else f" ± {self.error:.2f}")

    def as_json(self) -> dict[str, Any]:
        """All fields, for programs."""
        error = None if self.error is None else round(self.error, 6)
        return {"mean": round(self.mean, 6), "error": error, "count": self.count}


def average_of(numbers: Sequence[float]) -> Average | None:
    """The mean of independent numbers; None for none."""
    count = len(numbers)
    if not count:
        return None
    mean = sum(numbers) / count
    if count == 1:
        return Average(mean, None, 1)
    return Average(mean, Z * sqrt(sum((one - mean) ** 2 for one in numbers) / (count - 1) / count), count)


@dataclass(frozen=True)
class Quartiles:
    """The quartiles and extremes of some numbers."""

    least: float
    lower: float
    median: float
    upper: float
    most: float

    def as_json(self) -> dict[str, float]:
        """All fields, for programs."""
        return {name: round(number, 6) for name, number in vars(self).items()}


def quartiles_of(numbers: Sequence[float]) -> Quartiles | None:
    """The quartiles, interpolated; None for no numbers."""
    if not numbers:
        return None
    row = sorted(numbers)

    def at(share: float) -> float:
        place = share * (len(row) - 1)
        below = int(place)
        above = min(below + 1, len(row) - 1)
        return row[below] + (place - below) * (row[above] - row[below])

    return Quartiles(row[0], at(0.25), at(0.5), at(0.75), row[-1])


def least_number(met: int, once: int, twice: int) -> float:
    """A lower estimate of the number of kinds: `met` so far, `once` in one sample only, `twice` in two.

    The bias-corrected form of Chao's estimate (1984, 1987): many kinds met only once mean that many more were missed.
    """
    return met + once * (once - 1) / (2 * (twice + 1))
