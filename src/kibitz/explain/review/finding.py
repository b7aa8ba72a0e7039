"""What is known of one position: its value, the best move and line, and what each move is worth."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.thought import MoveValue, Value

Limits = tuple[Value | None, Value | None]  # at least, at most; None on a side where nothing is proved


@dataclass(frozen=True)
class Finding:
    """What the searches found out about a position that is not over, seen from the side to move.

    `value` is the best that is known of it, `bounds` the proved limits of that (None on a side where nothing is proved).
    `moves` are the values of the legal moves, best first, as far as they are known; all that is estimated among them comes from
    one and the same search, which thought the position worth `searched`. `line_keeps_value`: the line is what the value
    stands for; else the value is known from elsewhere, and the line is what that search thinks best.
    """

    value: Value
    best: int
    line: tuple[int, ...]
    moves: tuple[MoveValue, ...] = ()
    searched: Value | None = None
    bounds: Limits = (None, None)
    nodes: int = 0
    line_keeps_value: bool = True

    def knowing(self, bounds: Limits, move: int, worth: Limits, line: tuple[int, ...], legal: int) -> "Finding":
        """The finding where more is proved: of the value `bounds`, and of one move `worth`, which `line` shows.

        `legal`: how many moves there are: the best of them bounds the value.
        """
        known = {one.move: limits(one.value) for one in self.moves}
        known[move] = narrower(known.get(move, (None, None)), worth)
        narrowed = narrower(narrower(self.bounds, bounds), (known[move][0], None))
        if len(known) == legal:
            highs = [high for _, high in known.values() if high is not None]
            narrowed = narrower(narrowed, (None, max(highs, key=_order) if len(highs) == legal else None))
        lines = {one.move: one.line for one in self.moves} | {move: line}
        found = self._estimated_anew(known)
        value = held(found.value, narrowed)
        if value.kind in ("exact", "at_least") and (low := narrowed[0]) is not None:
            return replace(found._keeping(low, known, lines, moved=value != self.value), value=value, bounds=narrowed)
        same = value == found.value
        return replace(found, value=value, bounds=narrowed, line_keeps_value=found.line_keeps_value and same)

    def holding(self, bounds: Limits) -> "Finding":
        """The finding where more is proved of the value than was found out here."""
        narrowed = narrower(self.bounds, bounds)
        value = held(self.value, narrowed)
        return replace(self, value=value, bounds=narrowed, line_keeps_value=self.line_keeps_value and value == self.value)

    def _estimated_anew(self, known: dict[int, Limits]) -> "Finding":
        """The finding where the move that a search thought best is proved to be worth less: then another may be best."""
        top = self.of(self.best)
        if self.value.kind != "estimate" or top is None or held(top.value, known[self.best]).kind != "at_most":
            return self
        valued = [(held(one.value, known[one.move]), one) for one in self.moves]
        value, best = max(valued, key=lambda pair: pair[0].order)
        anew = Value("estimate", value.result)
        return replace(self, value=anew, searched=anew, best=best.move, line=best.line)

    def _keeping(self, low: Value, known: dict[int, Limits], lines: dict[int, tuple[int, ...]], moved: bool) -> "Finding":
        """The finding with a best move that is worth `low` at least: one of which that is proved, else one that may be."""

        def proved(move: int) -> bool:
            return _is_least(known.get(move, (None, None)), low)

        own = self.of(self.best)
        if not moved and self.line_keeps_value and (own is None or _is_least(limits(own.value), low)):
            return self
        if self.best in known and proved(self.best):
            return replace(self, line=lines[self.best], line_keeps_value=True)
        keeping = [move for move in known if proved(move)]
        if keeping:
            exact = [move for move in keeping if known[move][0] == known[move][1]]
            best = (exact or keeping)[0]
            return replace(self, best=best, line=lines[best], line_keeps_value=True)
        refuted = known.get(self.best, (None, None))[1]
        if refuted is None or refuted.order >= low.order:
            return replace(self, line_keeps_value=False)
        left = [one for one in self.moves if (most := known[one.move][1]) is None or most.order >= low.order]
        best_left = max(left, key=lambda one: held(one.value, known[one.move]).order, default=None)
        if best_left is None:
            return replace(self, line_keeps_value=False)
        return replace(self, best=best_left.move, line=best_left.line, line_keeps_value=False)

    def of(self, move: int) -> MoveValue | None:
        """The value of a move, as far as it is known."""
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
    """A value that keeps to what is proved: an estimate beyond a limit, or one that says nothing, gives way to the limit."""
    low, high = bounds
    if value.kind == "at_least" and low is None and high is not None:
        return replace(high, kind="at_most")
    if low is not None and low == high:
        return low
    if low is not None and _falls_short(value, low):
        return replace(low, kind="at_least")
    return replace(high, kind="at_most") if high is not None and _falls_short(-value, -high) else value


def back(value: Value, same: bool) -> Value:
    """The value of a position as the one who moved there sees it; `same`: that player moves again."""
    return (value if same else -value).later()


def forth(value: Value, same: bool) -> Value:
    """The value of a move as a value of the position that it leads to; `same`: its player moves again there."""
    return (value if same else -value).later(-1)


def seen_from(limits: Limits, same: bool, turn: Callable[[Value, bool], Value]) -> Limits:
    """Limits a ply earlier (`turn` is `back`) or later (`forth`)."""
    low, high = (None if limit is None else turn(limit, same) for limit in limits)
    return (low, high) if same else (high, low)


def _falls_short(value: Value, low: Value) -> bool:
    """Whether a value is less than it is proved to be at least; an estimate knows nothing of plies."""
    if value.kind == "estimate":
        return value.result < low.result or (value.result == low.result > 0 and low.plies is not None)
    return value.order < low.order


def _is_least(known: Limits, low: Value) -> bool:
    """Whether what is known proves as much as `low`."""
    return known[0] is not None and known[0].order >= low.order


def _order(value: Value) -> tuple[float, int]:
    return value.order
