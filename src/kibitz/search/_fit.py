"""Which search fits which game: of two or more players, of any sum, with chance or without."""

import ast
import functools
from collections.abc import Mapping
from pathlib import Path
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
    lacks, title = _lacking(game, vars(module)), type(game).__name__
    if lacks == "TAKES_PAYOFFS":
        raise SearchError(
            f"{name} is for two players of whom one wins what the other loses, and {title} gives payoffs: take maxn"
        )
    if lacks == "TAKES_CHANCE":
        raise SearchError(f"{name} leaves nothing to chance, and in {title} dice or cards decide too: take {fitting(game)}")
    return module


def may_fit(game: Game, name: str) -> bool:
    """Whether the search of that name fits a game, without importing it; True for a search of another package."""
    traits = read_declarations(name)
    return traits is None or not _lacking(game, traits)


def _lacking(game: Game, traits: Mapping[str, Any]) -> str:
    """The declaration that a search would need for this game and lacks; "" for none."""
    if not says(game, "result") and not traits.get("TAKES_PAYOFFS"):
        return "TAKES_PAYOFFS"
    return "TAKES_CHANCE" if says(game, "chances") and not traits.get("TAKES_CHANCE") else ""


# What the file of a search declares in capital letters, read without importing it: that would bring the compiler.


@functools.cache
def read_declarations(search: str) -> Mapping[str, Any] | None:
    """The names that stand for a plain value: NAME = True, or NAME = OTHER = True. None where the file is not the package's."""
    file = Path(__file__).with_name(f"{search}.py")
    if not file.is_file():
        return None
    plain = [
        (statement.targets, statement.value.value)
        for statement in ast.parse(file.read_text("utf-8")).body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
    ]
    return {name.id: value for names, value in plain for name in names if isinstance(name, ast.Name)}
