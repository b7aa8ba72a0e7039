"""Facts that depend on a game alone: find them once."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from kibitz.core.rules import Game

KEPT = 256  # games
Found = TypeVar("Found")


def once_for_each_game(find: Callable[[Game], Found]) -> Callable[[Game], Found]:
    """Remember what a function finds for a game. It looks again each time where a parameter has no hash, such as a list."""
    remembered = lru_cache(KEPT)(find)

    @wraps(find)
    def found(game: Game) -> Found:
        try:
            hash(game)
        except TypeError:
            return find(game)
        return remembered(game)

    return found
