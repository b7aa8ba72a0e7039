"""What a player or the rules did wrong, in one sentence: for the game that is lost, or for whoever let them play."""

from typing import Any

from kibitz.laws import shown
from kibitz.notation import legal_sentence
from kibitz.position import Position


def illegal(who: str, move: Any, position: Position) -> str:
    """That a move is not legal, where, and what is; for a position that is not over."""
    names = position.names()
    where = f" after {' '.join(names[-6:])}" if names else " as the first move"
    return f"{who} played {shown(move)}{where}; {legal_sentence(position.game, position.state)}"


def told(problem: BaseException) -> str:
    """An exception as a sentence says it."""
    said = " ".join(str(problem).split())
    return f"{type(problem).__name__}{': ' + said if said else ''}"
