"""What a side threatens: the moves with which it would win soon, if the other side let its turn go by."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.position import Position
from kibitz.thought import Thought

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


def none(position: Position) -> Threat:
    """No threat of the side that is not to move."""
    return Threat(1 - position.to_move if position.game.players == 2 else position.to_move)


def threat_in(position: Position, think: Callable[[Any], Thought]) -> Threat:
    """The threat against the side to move; `think` values each move of a state.

    Named are the moves that win the soonest. Where most moves would, but none at once, that is no threat but a better position.
    """
    game = position.game
    state = game.null(position.state)
    if game.is_over(state):
        return none(position)
    thought = think(state)
    wins = [one for one in thought.moves if one.value.kind == "exact" and one.value.result > 0 and one.value.plies is not None]
    soonest = min((one.value.plies or 0 for one in wins), default=0)
    named = sorted(one.move for one in wins if one.value.plies == soonest)
    if not named or (soonest > 1 and len(named) > MOST * len(thought.moves)):
        return none(position)
    names = tuple(game.move_name(state, move) for move in named)
    return Threat(1 - position.to_move, tuple(named), names, soonest)
