"""What a state that is over is worth, and what a move is worth that leads to a state of known value."""

from typing import Any

from kibitz.best_result import best_result
from kibitz.rules import Game, says
from kibitz.thought import Value


def counts_plies(game: Game) -> bool:
    """Whether quicker wins are better: where results are margins, only the margin counts."""
    return best_result(game) == 1


def ended(game: Game, state: Any) -> Value:
    """The value of a state that is over."""
    result = int(game.result(state))
    return Value("exact", result, 0 if result and counts_plies(game) else None)


def before(game: Game, state: Any, after: Any, value: Value) -> Value:
    """What a move from `state` to `after`, which is worth `value` to its own side to move, is worth to its mover."""
    again = says(game, "to_move") and game.to_move(state) == game.to_move(after)
    return (value if again else -value).later()
