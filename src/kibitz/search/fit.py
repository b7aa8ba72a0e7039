"""Which search fits which game: of two or more players, of any sum, with chance or without."""

import ast
import functools
from pathlib import Path
from typing import Any, Literal

from kibitz.errors import SearchError
from kibitz.registry import member
from kibitz.rules import Game, says
from kibitz.search.descriptor import Search, search_of


def fitting(game: Game) -> str:
    """The name of the strong search for a game."""
    if not says(game, "result"):
        return "maxn"
    return "expectiminimax" if says(game, "chances") else "deepening"


def search_for(game: Game, name: str | None) -> Any:
    """The module of the search of that name, or, if None, of the one that fits. SearchError for one that does not fit."""
    name = name or fitting(game)
    module = member("search", name, SearchError, "search")
    lacks, title = _lacking(game, search_of(module)), type(game).__name__
    if lacks == "payoffs":
        raise SearchError(
            f"{name} is for two players of whom one wins what the other loses, and {title} gives payoffs: take maxn"
        )
    if lacks == "chance":
        raise SearchError(f"{name} leaves nothing to chance, and in {title} dice or cards decide too: take {fitting(game)}")
    return module


def may_fit(game: Game, name: str) -> bool:
    """Whether the search of that name fits a game, without importing it; True for a search of another package."""
    declared = declared_by(name)
    return declared is None or not _lacking(game, declared)


def takes_no_depth(name: str) -> bool:
    """Whether the search of that name looks to the end of the game, whatever the depth."""
    declared = declared_by(name)
    return declared is not None and declared.solves


def _lacking(game: Game, search: Search) -> Literal["", "payoffs", "chance"]:
    """What a game has that this search does not take."""
    if not says(game, "result") and not search.takes_payoffs:
        return "payoffs"
    return "chance" if says(game, "chances") and not search.takes_chance else ""


@functools.cache
def declared_by(search: str) -> Search | None:
    """The line `SEARCH = Search(...)` in the file of a search, read without importing it: that would bring the compiler.

    None where the file is not the package's.
    """
    file = Path(__file__).parent / "algorithms" / f"{search}.py"
    if not file.is_file():
        return None
    for statement in ast.parse(file.read_text("utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Name("SEARCH")], value=ast.Call(args=given, keywords=named)):
                properties = {one.arg: ast.literal_eval(one.value) for one in named if one.arg}
                return Search(*map(ast.literal_eval, given), **properties)
    raise AssertionError(f"{file} has no line SEARCH = Search(...)")
