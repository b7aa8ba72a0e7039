"""What a player or the rules did wrong, in one sentence: for the game that is lost, or for whoever let them play."""

from collections.abc import Callable
from typing import Any

from kibitz.notation import legal_sentence
from kibitz.players._orders import Listening
from kibitz.position import Position

LONG = 500  # letters of an exception: a sentence is read, and stored with the game


def illegal(who: str, move: Any, position: Position) -> str:
    """That a move is not legal, where, and what is; for a position that is not over."""
    names = position.names()
    where = f" after {' '.join(names[-6:])}" if names else " as the first move"
    return f"{who} played {format_value(move)}{where}; {legal_sentence(position.game, position.state)}"


def format_value(value: Any) -> str:
    """A value as Python writes it, in at most 80 letters, whatever its own `__repr__` does."""
    return _written(repr, value, f"a {type(value).__name__} that cannot be written", 80)


def describe_error(problem: BaseException) -> str:
    """An exception as a sentence says it, whatever its own `__str__` does."""
    text = _written(str, problem, "it cannot be written", LONG)
    return f"{type(problem).__name__}{': ' + text if text else ''}"


def _written(write: Callable[[Any], str], value: Any, instead: str, most: int) -> str:
    """On one line, in at most so many letters; `instead` where the value's own code fails at it."""
    with Listening() as listening:
        try:
            text = " ".join(str.__str__(write(value)).split())
        except BaseException:
            listening.obey()
            text = instead
    return text if len(text) <= most else f"{text[: most - 3]}..."
