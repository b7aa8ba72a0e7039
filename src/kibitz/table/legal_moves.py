"""The names of legal moves, with what a rule that fails says instead."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from kibitz.core.rules import Game
from kibitz.position import Position
from kibitz.runtime.user_code import describe_failure

T = TypeVar("T")
LONG = 300  # letters of what a failing rule says


def name_legal(position: Position, faults: list[str], most: int | None = None) -> dict[int, str]:
    """The legal moves with their names, as far as they have names; none where there are more than `most`."""
    legal = position.legal()
    if most is not None and len(legal) > most:
        faults.append(f"{len(legal):,} moves at once are too many for the page.")
        return {}
    problems: list[str] = []
    game, state = position.game, position.state
    found = {move: try_rule(game, "move_name", partial(game.move_name, state, move), "", problems) for move in legal}
    faults += problems[:1]
    return {move: name for move, name in found.items() if name}


def try_rule(game: Game, rule: str, ask: Callable[[], T], otherwise: T, faults: list[str]) -> T:
    """The answer of a rule, or `otherwise` with a sentence in `faults` where the rule fails."""
    try:
        return ask()
    except Exception as problem:
        message = describe_failure(f"{rule}() of {type(game).__name__}", problem)
        faults.append(f"{message[:LONG].rstrip('.')}{': here is the board as text' if rule == 'scene' else ''}.")
        return otherwise
