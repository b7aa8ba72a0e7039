"""What is known of positions: the value, the best move and line, what each move is worth, and what is threatened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kibitz.core.thought import Bounds, MoveValue, Thought, Value
from kibitz.position import Position


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
    bounds: Bounds = (None, None)
    nodes: int = 0
    line_keeps_value: bool = True

    def knowing(self, bounds: Bounds, move: int, worth: Bounds, line: tuple[int, ...], legal: int) -> "Finding":
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

    def holding(self, bounds: Bounds) -> "Finding":
        """The finding where more is proved of the value than was found out here."""
        narrowed = narrower(self.bounds, bounds)
        value = held(self.value, narrowed)
        return replace(self, value=value, bounds=narrowed, line_keeps_value=self.line_keeps_value and value == self.value)

    def _estimated_anew(self, known: dict[int, Bounds]) -> "Finding":
        """The finding where the move that a search thought best is proved to be worth less: then another may be best."""
        top = self.of(self.best)
        if self.value.kind != "estimate" or top is None or held(top.value, known[self.best]).kind != "at_most":
            return self
        valued = [(held(one.value, known[one.move]), one) for one in self.moves]
        value, best = max(valued, key=lambda pair: pair[0].order)
        anew = Value("estimate", value.result)
        return replace(self, value=anew, searched=anew, best=best.move, line=best.line)

    def _keeping(self, low: Value, known: dict[int, Bounds], lines: dict[int, tuple[int, ...]], moved: bool) -> "Finding":
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


def limits(value: Value | None) -> Bounds:
    """What a value proves: at least, at most, each as a value of its own; None where it proves nothing."""
    if value is None or value.kind == "estimate":
        return None, None
    limit = replace(value, kind="exact")
    return (None if value.kind == "at_most" else limit), (None if value.kind == "at_least" else limit)


def narrower(one: Bounds, other: Bounds) -> Bounds:
    """Two pairs of limits of the same value as one."""
    lows = [replace(low, kind="exact") for low in (one[0], other[0]) if low is not None]
    highs = [replace(high, kind="exact") for high in (one[1], other[1]) if high is not None]
    return max(lows, key=_order, default=None), min(highs, key=_order, default=None)


def held(value: Value, bounds: Bounds) -> Value:
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


def seen_from(limits: Bounds, same: bool, turn: Callable[[Value, bool], Value]) -> Bounds:
    """Bounds a ply earlier (`turn` is `back`) or later (`forth`)."""
    low, high = (None if limit is None else turn(limit, same) for limit in limits)
    return (low, high) if same else (high, low)


def _falls_short(value: Value, low: Value) -> bool:
    """Whether a value is less than it is proved to be at least; an estimate knows nothing of plies."""
    if value.kind == "estimate":
        return value.result < low.result or (value.result == low.result > 0 and low.plies is not None)
    return value.order < low.order


def _is_least(known: Bounds, low: Value) -> bool:
    return known[0] is not None and known[0].order >= low.order


def _order(value: Value) -> tuple[float, int]:
    return value.order


# What is proved of the positions of one game, along its moves: each proof bounds what comes before it and what follows.


class Chain:
    """The proved limits of each position, seen from its side to move; by the number of moves made before it.

    A position is worth no less than the move that was made in it, and that move no more than the position.
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self._same = [here.to_move == then.to_move for here, then in pairwise(positions)]
        self._limits: list[Bounds] = [(None, None)] * len(positions)

    def __getitem__(self, number: int) -> Bounds:
        return self._limits[number]

    def of_move(self, number: int) -> Bounds:
        """What is proved of the move made after so many, as its mover sees it."""
        return seen_from(self._limits[number + 1], self._same[number], back)

    def learn_move(self, number: int, limits: Bounds) -> set[int]:
        """Takes in what is proved of the move made after so many; the numbers of the positions of which more is known now."""
        return self.learn(number + 1, seen_from(limits, self._same[number], forth))

    def learn(self, number: int, limits: Bounds) -> set[int]:
        """Takes in what is proved of a position; the numbers of those of which more is known now."""
        if not self._narrow(number, limits):
            return set()
        changed, before = {number}, number - 1
        while before >= 0 and self._narrow(before, (self.of_move(before)[0], None)):
            changed.add(before)
            before -= 1
        after = number
        while after < len(self._same) and self._narrow(
            after + 1, seen_from((None, self._limits[after][1]), self._same[after], forth)
        ):
            after += 1
            changed.add(after)
        return changed

    def _narrow(self, number: int, limits: Bounds) -> bool:
        """Whether that is more than was known."""
        found = narrower(self._limits[number], limits)
        changed = found != self._limits[number]
        self._limits[number] = found
        return changed


# What a side threatens: the moves with which it would win soon, if the other side let its turn go by.


DEPTH = 5  # plies to look ahead: a threat is to win soon
MOST = 0.5  # the share of all moves that may win and still be a threat, unless they win at once


@dataclass(frozen=True)
class Threat:
    """The moves with which `player` would win within `plies`, the move itself counted; all that win as soon. None: no threat.

    It is proved, by a search of the position in which the other side lets its turn go by.
    """

    player: int
    moves: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    plies: int | None = None


def no_threat(position: Position) -> Threat:
    """No threat of the side that is not to move."""
    return Threat(1 - position.to_move if position.game.players == 2 else position.to_move)


def threat_in(position: Position, think: Callable[[Any], Thought]) -> Threat:
    """The threat against the side to move; `think` values each move of a state.

    Named are the moves that win the soonest. Where most moves would, but none at once, that is no threat but a better position.
    """
    game = position.game
    state = game.null(position.state)
    if game.is_over(state):
        return no_threat(position)
    thought = think(state)
    wins = [one for one in thought.moves if one.value.kind == "exact" and one.value.result > 0 and one.value.plies is not None]
    soonest = min((one.value.plies or 0 for one in wins), default=0)
    named = sorted(one.move for one in wins if one.value.plies == soonest)
    if not named or (soonest > 1 and len(named) > MOST * len(thought.moves)):
        return no_threat(position)
    names = tuple(game.move_name(state, move) for move in named)
    return Threat(1 - position.to_move, tuple(named), names, soonest)
