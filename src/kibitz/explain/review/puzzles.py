"""Puzzles from a reviewed game: positions with exactly one good move.

Either one move is proved better than every other: it wins or draws, and they come to less. Or the gap is clear: the second best
move would be a blunder, and the best leaves its player no worse than even. No puzzle has fewer than three moves, is the first
position, or comes from a game of chance or of more than two players.
"""

from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.bounds import Bounds
from kibitz.core.notation import line_names
from kibitz.core.rules import says
from kibitz.core.thought import Value
from kibitz.explain.review.judge import GameReview, Ply, VerdictScale, sign
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords

CHOICE = 3  # moves there must be to choose from
LINE = 6  # moves of a line that are kept
MOST = 20  # puzzles of one game


@dataclass(frozen=True)
class GoodMove:
    """A puzzle: the one good move of a position. `values`: every move's value."""

    ply: Ply
    move: int
    is_proved: bool
    values: dict[int, Value]

    def __str__(self) -> str:
        """ "After 4 4 4 4, X: 4 (X wins in 37, proved)"."""
        here = self.ply.position
        words, grounds = ValueWords(here.game), "proved" if self.is_proved else "not proved"
        worth = words.say(self.values[self.move], here.to_move)
        return f"After {' '.join(here.names())}, {words.names[here.to_move]}: {here.name(self.move)} ({worth}, {grounds})"

    def as_json(self) -> dict[str, Any]:
        """The puzzle for programs, moves by name."""
        here = self.ply.position
        lines = {one.move: one.line for one in self.ply.worths}
        if self.ply.refutation:
            lines[self.ply.move] = (self.ply.move, *self.ply.refutation)
        if self.ply.best == self.move:
            lines[self.move] = self.ply.line
        return {
            "ply": self.ply.number - 1,
            "best": here.name(self.move),
            "proved": self.is_proved,
            "worths": [
                {
                    "move": here.name(move),
                    "value": value_as_json(value),
                    "line": list(line_names(here.game, here.state, lines.get(move, (move,))[:LINE])),
                }
                for move, value in self.values.items()
            ],
        }


def find_puzzles(review: GameReview) -> list[GoodMove]:
    """The puzzles of a game in order; of very many, the proved ones and then the first."""
    if not says(review.game, "result") or says(review.game, "chances") or review.game.players != 2:
        return []
    found = [one for one in (_one_good_move(ply, review.scale) for ply in review.plies) if one is not None]
    kept = sorted(found, key=lambda one: not one.is_proved)[:MOST]
    return sorted(kept, key=lambda one: one.ply.number)


def _one_good_move(ply: Ply, scale: VerdictScale) -> GoodMove | None:
    legal = ply.position.legal()
    if len(legal) < CHOICE or ply.number == 1 or ply.verdict is None or {one.move for one in ply.worths} != set(legal):
        return None
    known = _bounds(ply)
    for move, bounds in known.items():
        low, others = bounds.low, [one.high for other, one in known.items() if other != move]
        if low is not None and all(most is not None and sign(most) < sign(low) for most in others):
            return GoodMove(ply, move, True, {one: _proved_value(proved) for one, proved in known.items()})
    return _clear_gap(ply, scale, known)


def _bounds(ply: Ply) -> dict[int, Bounds]:
    """The proved bounds of each move, from everything the review knows."""
    known = {one.move: Bounds.of(one.value) for one in ply.worths}
    known[ply.move] = known[ply.move].intersect(Bounds.of(ply.after))
    if ply.best is not None and ply.line_keeps_value:
        known[ply.best] = known[ply.best].intersect(Bounds(Bounds.of(ply.before).low))
    return known


def _proved_value(bounds: Bounds) -> Value:
    """The bounds of a move as one value: the limit that counts."""
    low, high = bounds.low, bounds.high
    if low is not None and (high is None or low == high or low.result >= 0):
        return low if low == high else replace(low, kind="at_least")
    assert high is not None  # each move is bounded on a side
    return replace(high, kind="at_most")


def _clear_gap(ply: Ply, scale: VerdictScale, known: dict[int, Bounds]) -> GoodMove | None:
    values = {one.move: known[one.move].clamp(one.value) for one in ply.worths}
    span = scale.within(value.result for value in values.values()).span or 1.0
    (move, best), (_, second) = sorted(values.items(), key=lambda one: one[1].result, reverse=True)[:2]
    is_lost = ply.before is None or (ply.before.kind in ("exact", "at_most") and ply.before.result < 0)
    if is_lost or move != ply.best or best.kind == "at_most" or best.result < 0:
        return None
    if best.result - second.result < scale.blunder * span:
        return None
    return GoodMove(ply, move, all(value.kind == "exact" for value in values.values()), values)
