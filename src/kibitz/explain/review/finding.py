"""Knowledge about a position: value, best move and line, the worth of each move, and threats."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.bounds import Bounds
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.position import Position


@dataclass(frozen=True)
class Finding:
    """The findings on a position, for the side to move.

    `value` is the best known, `bounds` its proved limits. `moves`: values of the legal moves, best first, as far as known; the
    estimates come from one search, which valued the position at `searched`. `line_keeps_value`: the line shows `value`; else
    the value is known from elsewhere and the line is that search's opinion.
    """

    value: Value
    best: int
    line: tuple[int, ...]
    moves: tuple[MoveValue, ...] = ()
    searched: Value | None = None
    bounds: Bounds = field(default_factory=Bounds)
    nodes: int = 0
    line_keeps_value: bool = True

    def with_move_bounds(self, bounds: Bounds, move: int, worth: Bounds, line: tuple[int, ...], legal: int) -> "Finding":
        """The finding with proved `bounds` of its value and `worth` of one move, shown by `line`.

        `legal`: the number of legal moves; once all are bounded, the best of them bounds the value.
        """
        known = {one.move: Bounds.of(one.value) for one in self.moves}
        known[move] = known.get(move, Bounds()).intersect(worth)
        narrowed = self.bounds.intersect(bounds).intersect(Bounds(known[move].low))
        highs = [one.high for one in known.values() if one.high is not None]
        if len(highs) == legal:
            narrowed = narrowed.intersect(Bounds(None, max(highs, key=lambda high: high.order)))
        lines = {one.move: one.line for one in self.moves} | {move: line}
        found = self._without_refuted_best(known)
        value = narrowed.clamp(found.value)
        if value.kind in ("exact", "at_least") and (low := narrowed.low) is not None:
            return replace(found._keeping(low, known, lines, moved=value != self.value), value=value, bounds=narrowed)
        same = value == found.value
        return replace(found, value=value, bounds=narrowed, line_keeps_value=found.line_keeps_value and same)

    def with_bounds(self, bounds: Bounds) -> "Finding":
        """The finding with proved bounds of its value."""
        narrowed = self.bounds.intersect(bounds)
        value = narrowed.clamp(self.value)
        return replace(self, value=value, bounds=narrowed, line_keeps_value=self.line_keeps_value and value == self.value)

    def _without_refuted_best(self, known: dict[int, Bounds]) -> "Finding":
        """The finding with another best move if a search's favourite is proved worse."""
        top = self.of(self.best)
        if self.value.kind != "estimate" or top is None or known[self.best].clamp(top.value).kind != "at_most":
            return self
        valued = [(known[one.move].clamp(one.value), one) for one in self.moves]
        value, best = max(valued, key=lambda pair: pair[0].order)
        anew = Value("estimate", value.result)
        return replace(self, value=anew, searched=anew, best=best.move, line=best.line)

    def _keeping(self, low: Value, known: dict[int, Bounds], lines: dict[int, tuple[int, ...]], moved: bool) -> "Finding":
        """The finding with a best move proved to be worth at least `low`, or one that may be."""
        own = self.of(self.best)
        if not moved and self.line_keeps_value and (own is None or Bounds.of(own.value).keeps(low)):
            return self
        keeping = [move for move, bounds in known.items() if bounds.keeps(low)]
        if keeping:
            exact = [move for move in keeping if known[move].is_exact]
            best = self.best if self.best in keeping else (exact or keeping)[0]
            return replace(self, best=best, line=lines[best], line_keeps_value=True)

        def may_keep(move: int) -> bool:
            most = known.get(move, Bounds()).high
            return most is None or most.order >= low.order

        left = [] if may_keep(self.best) else [one for one in self.moves if may_keep(one.move)]
        if not left:
            return replace(self, line_keeps_value=False)
        best_left = max(left, key=lambda one: known[one.move].clamp(one.value).order)
        return replace(self, best=best_left.move, line=best_left.line, line_keeps_value=False)

    def of(self, move: int) -> MoveValue | None:
        """The value of a move, if known."""
        return next((one for one in self.moves if one.move == move), None)


DEPTH = 5  # plies to look ahead: a threat is to win soon
MOST = 0.5  # the share of all moves that may win and still be a threat, unless they win at once


@dataclass(frozen=True)
class Threat:
    """The fastest winning moves of `player`, within `plies`, the move itself included. None: no threat.

    Proved by a search of the position after a pass.
    """

    player: int
    moves: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    plies: int | None = None


def no_threat(position: Position) -> Threat:
    """No threat of the side not to move."""
    return Threat(1 - position.to_move if position.game.players == 2 else position.to_move)


def threat_in(position: Position, think: Callable[[Any], Thought]) -> Threat:
    """The threat against the side to move; `think` values each move of a state.

    Only the fastest wins count. If most moves win, but none at once, the position is simply better.
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
