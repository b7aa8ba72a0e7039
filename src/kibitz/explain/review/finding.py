"""What is known of one position: its value, the best move and line, and what each move is worth."""

from dataclasses import dataclass, replace

from kibitz.thought import MoveValue, Value

Limits = tuple[Value | None, Value | None]  # at least, at most; None on a side where nothing is proved


@dataclass(frozen=True)
class Finding:
    """What the searches found out about a position that is not over, seen from the side to move.

    `value` is the best that is known of it, `bounds` the proved limits of that (None on a side where nothing is proved).
    `moves` are the values of the legal moves, best first, as far as they are known; all that is estimated among them comes from
    one and the same search, which thought the position worth `searched`. `shown`: the line is what the value stands for; else
    the value is known from elsewhere, and the line is what that search thinks best.
    """

    value: Value
    best: int
    line: tuple[int, ...]
    moves: tuple[MoveValue, ...] = ()
    searched: Value | None = None
    bounds: Limits = (None, None)
    nodes: int = 0
    shown: bool = True

    def within(self, bounds: Limits) -> "Finding":
        """The same where more is proved of the value than was found out here."""
        narrowed = narrower(self.bounds, bounds)
        if narrowed == self.bounds:
            return self
        return replace(self, value=held(self.value, narrowed), bounds=narrowed, shown=False)

    def of(self, move: int) -> MoveValue | None:
        """What is known of a move."""
        return next((one for one in self.moves if one.move == move), None)


def limits(value: Value | None) -> Limits:
    """What a value proves: at least, at most, each as a value of its own; None where it proves nothing."""
    if value is None or value.kind == "estimate":
        return None, None
    limit = replace(value, kind="exact")
    return (None if value.kind == "at_most" else limit), (None if value.kind == "at_least" else limit)


def narrower(one: Limits, other: Limits) -> Limits:
    """Two pairs of limits of the same value as one."""
    lows = [replace(low, kind="exact") for low in (one[0], other[0]) if low is not None]
    highs = [replace(high, kind="exact") for high in (one[1], other[1]) if high is not None]
    return max(lows, key=_order, default=None), min(highs, key=_order, default=None)


def held(value: Value, bounds: Limits) -> Value:
    """A value that keeps to what is proved: an estimate beyond a limit gives way to the limit."""
    low, high = bounds
    if low is not None and low == high:
        return low
    if low is not None and value.order < low.order:
        return replace(low, kind="at_least")
    return replace(high, kind="at_most") if high is not None and value.order > high.order else value


def back(value: Value, same: bool) -> Value:
    """The value of a position as the one who moved there sees it; `same`: that player moves again."""
    return (value if same else -value).later()


def _order(value: Value) -> tuple[float, int]:
    return value.order
