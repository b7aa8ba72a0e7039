"""Puzzles from a reviewed game: positions with exactly one good move.

Either one move is proved better than every other: it wins or draws, and they come to less. Or the gap is clear: the second best
move would be a blunder, and the best leaves its player no worse than even. No puzzle has fewer than three moves, is the first
position, or comes from a game of chance or of more than two players.
"""

from kibitz.core.bounds import Bounds
from kibitz.explain.puzzles.good_move import CHOICE, GoodMove, has_puzzles, only_good_move, proved_value
from kibitz.explain.review.judge import GameReview, Ply, VerdictScale

MOST = 20  # puzzles of one game


def find_puzzles(review: GameReview) -> list[GoodMove]:
    """The puzzles of a game in order; of very many, the proved ones and then the first."""
    if not has_puzzles(review.game):
        return []
    found = [one for one in (_one_good_move(ply, review.scale) for ply in review.plies) if one is not None]
    kept = sorted(found, key=lambda one: not one.is_proved)[:MOST]
    return sorted(kept, key=lambda one: one.ply)


def _one_good_move(ply: Ply, scale: VerdictScale) -> GoodMove | None:
    legal = ply.position.legal()
    if len(legal) < CHOICE or ply.number == 1 or ply.verdict is None or {one.move for one in ply.worths} != set(legal):
        return None
    known = _bounds(ply)
    move = only_good_move(known)
    if move is None:
        return _clear_gap(ply, scale, known)
    values = {one: proved_value(proved) for one, proved in known.items()}
    return GoodMove(ply.number - 1, ply.position, move, True, values, _lines(ply, move))


def _lines(ply: Ply, good: int) -> dict[int, tuple[int, ...]]:
    """How the game goes on after each move, as far as the review knows."""
    lines = {one.move: one.line for one in ply.worths}
    if ply.refutation:
        lines[ply.move] = (ply.move, *ply.refutation)
    if ply.best == good:
        lines[good] = ply.line
    return lines


def _bounds(ply: Ply) -> dict[int, Bounds]:
    """The proved bounds of each move, from everything the review knows."""
    known = {one.move: Bounds.of(one.value) for one in ply.worths}
    known[ply.move] = known[ply.move].intersect(Bounds.of(ply.after))
    if ply.best is not None and ply.line_keeps_value:
        known[ply.best] = known[ply.best].intersect(Bounds(Bounds.of(ply.before).low))
    return known


def _clear_gap(ply: Ply, scale: VerdictScale, known: dict[int, Bounds]) -> GoodMove | None:
    values = {one.move: known[one.move].clamp(one.value) for one in ply.worths}
    span = scale.within(value.result for value in values.values()).span or 1.0
    (move, best), (_, second) = sorted(values.items(), key=lambda one: one[1].result, reverse=True)[:2]
    is_lost = ply.before is None or (ply.before.kind in ("exact", "at_most") and ply.before.result < 0)
    if is_lost or move != ply.best or best.kind == "at_most" or best.result < 0:
        return None
    if best.result - second.result < scale.blunder * span:
        return None
    is_proved = all(value.kind == "exact" for value in values.values())
    return GoodMove(ply.number - 1, ply.position, move, is_proved, values, _lines(ply, move))
