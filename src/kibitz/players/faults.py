"""What a player or the rules did wrong, in one sentence: for the game that is lost, or for whoever let them play."""

import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from kibitz.errors import RulesError
from kibitz.notation import legal_sentence
from kibitz.position import Position
from kibitz.runtime.user_code import format_value


def illegal(who: str, move: Any, position: Position) -> str:
    """The sentence that a move is not legal, where, and which moves are; for a position that is not over."""
    names = position.names()
    where = f" after {' '.join(names[-6:])}" if names else " as the first move"
    return f"{who} played {format_value(move)}{where}; {legal_sentence(position.game, position.state)}"


# Whose fault it is that the rules broke their contract while a player thought: theirs, or the player's own.

OURS = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "<")  # files whose code is no user's


def is_of_rules(problem: RulesError, position: Position) -> bool:
    """Whether the rules are to blame for what was raised while somebody thought about this position.

    So it is where kibitz has raised it, asked about a position that the rules themselves lead to. A player that raises it, or
    asks about something of its own making, is to blame itself.
    """
    frames = [frame for frame, _ in traceback.walk_tb(problem.__traceback__)]
    foreign = [place for place, frame in enumerate(frames) if not frame.f_code.co_filename.startswith(OURS)]
    calls = frames[foreign[-1] + 1 :] if foreign else frames
    return bool(calls) and any(_is_reached(one, position) for one in _positions(calls[0], position))


def _positions(frame: FrameType, position: Position) -> Iterator[Position]:
    """The positions that a function was given."""
    for value in frame.f_locals.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Position):
                yield one
            elif one is position.state:
                yield position


def _is_reached(one: Position, position: Position) -> bool:
    """Whether the moves of a position lead there by the rules; also where the rules fail on the way."""
    try:
        return bool(Position.after(position.game, one.moves).state == one.state)
    except RulesError:
        return True
    except Exception:
        return False
