"""Which search fits which game: of two or more players, of any sum, with chance or without."""

from typing import Any

from kibitz.errors import SearchError
from kibitz.registry import member
from kibitz.rules import Game, says


def fitting(game: Game) -> str:
    """The name of the strong search for a game."""
    if not says(game, "result"):
        return "maxn"
    return "expectiminimax" if says(game, "chances") else "deepening"


def search_for(game: Game, name: str | None) -> Any:
    """The module of the search of that name, or, if None, of the one that fits. SearchError for one that does not fit."""
    name = name or fitting(game)
    module = member("search", name, SearchError, "search")
    title = type(game).__name__
    if not says(game, "result") and not getattr(module, "TAKES_PAYOFFS", False):
        raise SearchError(
            f"{name} is for two players of whom one wins what the other loses, and {title} gives payoffs: take maxn"
        )
    if says(game, "chances") and not getattr(module, "TAKES_CHANCE", False):
        raise SearchError(f"{name} leaves nothing to chance, and in {title} dice or cards decide too: take {fitting(game)}")
    return module
