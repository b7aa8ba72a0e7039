"""Scores of engines, centipawns and moves to mate, and values as kibitz has them: from one to the other, and back."""

from kibitz.core.best_result import best_result
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.knowledge.chess import STEEPNESS

PAWN = 100  # what 1 is in a score
MOST = 10_000  # of a score that is not a proof


def value_of(game: Game, unit: str, amount: int) -> Value:
    """The value of `score cp 31` or `score mate -3`, for the side to move.

    A mate is taken at the engine's word: it is exact, where games are won and lost by 1. Centipawns become an estimate: on a
    scale from -1 to 1 there, by the curve of `kibitz.knowledge.chess`; elsewhere a hundred of them are 1.
    """
    best = best_result(game)
    if unit == "mate":
        sign = 1 if amount > 0 else -1
        if best == 1:
            return Value("exact", sign, 2 * amount - 1 if amount > 0 else -2 * amount)
        return Value("estimate", sign * (best or 1))
    points = amount / PAWN
    return Value("estimate", round(points / (STEEPNESS + abs(points)), 4) if best == 1 else points)


def win_rate(game: Game, value: Value) -> float:
    """The share of the points, from 0 to 1, for the side to move; where games are won by more than 1, by the curve of
    `value_of`, unless the value is proved.
    """
    share = value.result
    if best_result(game) != 1:
        share = (share > 0) - (share < 0) if value.kind == "exact" else share / (STEEPNESS + abs(share))
    return (1 + max(-1.0, min(1.0, share))) / 2


def score_of(game: Game, value: Value) -> tuple[str, int]:
    """The score of a value: `("mate", 3)` for a proved win in 3 moves of the winner, else `("cp", 31)`."""
    best = best_result(game)
    if best == 1 and value.plies is not None and value.result:
        return "mate", (value.plies + 1) // 2 if value.result > 0 else -(value.plies // 2)
    points = value.result
    if best == 1:
        certain = MOST / PAWN / (STEEPNESS + MOST / PAWN)
        share = max(-certain, min(certain, value.result))
        points = STEEPNESS * share / (1 - abs(share))
    return "cp", round(max(-MOST, min(MOST, PAWN * points)))
