"""Proved limits of a value, and how they pass between a position and its moves."""

from dataclasses import dataclass, replace

from kibitz.core.thought import Value


@dataclass(frozen=True)
class Bounds:
    """A value is proved to be at least `low` and at most `high`, both exact; None on a side where nothing is proved."""

    low: Value | None = None
    high: Value | None = None

    @classmethod
    def of(cls, value: Value | None) -> "Bounds":
        """The bounds that a value proves."""
        if value is None or value.kind == "estimate":
            return cls()
        limit = replace(value, kind="exact")
        return cls(None if value.kind == "at_most" else limit, None if value.kind == "at_least" else limit)

    @property
    def is_exact(self) -> bool:
        """Whether both limits are the same."""
        return self.low is not None and self.low == self.high

    def intersect(self, other: "Bounds") -> "Bounds":
        """The bounds that follow from both."""
        lows = [replace(low, kind="exact") for low in (self.low, other.low) if low is not None]
        highs = [replace(high, kind="exact") for high in (self.high, other.high) if high is not None]
        return Bounds(max(lows, key=_order, default=None), min(highs, key=_order, default=None))

    def keeps(self, low: Value) -> bool:
        """Whether a value within the bounds is proved to be at least `low`."""
        return self.low is not None and self.low.order >= low.order

    def clamp(self, value: Value) -> Value:
        """The value, or the limit that it contradicts, as "at_least" or "at_most"."""
        low, high = self.low, self.high
        if low is not None and low == high:
            return low
        if value.kind == "at_least" and low is None and high is not None:
            return replace(high, kind="at_most")
        if low is not None and _falls_short(value, low):
            return replace(low, kind="at_least")
        return replace(high, kind="at_most") if high is not None and _falls_short(-value, -high) else value

    def to_parent(self, same: bool) -> "Bounds":
        """The bounds of a position as bounds of the move that led there; `same`: its player moves again."""
        low, high = (None if limit is None else to_parent(limit, same) for limit in (self.low, self.high))
        return Bounds(low, high) if same else Bounds(high, low)

    def values(self) -> list[Value]:
        """The bounds as one exact value, or as values of the kinds "at_least" and "at_most"."""
        if self.low is not None and self.low == self.high:
            return [self.low]
        low = [] if self.low is None else [replace(self.low, kind="at_least")]
        return low if self.high is None else [*low, replace(self.high, kind="at_most")]


def to_parent(value: Value, same: bool) -> Value:
    """The value of a position as the value of the move that led there; `same`: its player moves again."""
    return (value if same else -value).later()


def _falls_short(value: Value, low: Value) -> bool:
    """Whether a value contradicts the proof that it is at least `low`; an estimate knows no plies."""
    if value.kind == "estimate":
        return value.result < low.result or (value.result == low.result > 0 and low.plies is not None)
    return value.order < low.order


def _order(value: Value) -> tuple[float, int]:
    return value.order


def sign(value: Value) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (value.result > 0) - (value.result < 0)
