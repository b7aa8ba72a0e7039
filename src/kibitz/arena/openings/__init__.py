"""Openings: how the games of a match begin, one for each pair of games. One file is one way to choose them."""

from importlib import import_module
from typing import Any

from kibitz.errors import OpeningError
from kibitz.registry import names
from kibitz.rules import Game

FAMILY = "arena.openings"


def choose(game: Game, how: str, pairs: int, seed: int) -> list[str]:
    """One opening for each of so many pairs: moves by name, separated by spaces; "" is the start.

    `how` is one of `random:4`, `all:3`, `file:PATH`, `start` and `auto` (see the files of this folder). The same arguments
    choose the same. Raises OpeningError, in one sentence.
    """
    if game.is_over(game.start()):
        raise OpeningError(f"{type(game).__name__} is over before the first move: there is nothing to open")
    way, text = _find_way(how)
    chosen: list[str] = way.choose(game, text, pairs, seed)
    return chosen


def settle(game: Game, how: str, pairs: int) -> str:
    """The way that `how` comes to for so many pairs, for the record of a match: `auto` becomes, say, `random:6`."""
    way, text = _find_way(how)
    settled: str = way.settle(game, text, pairs) if hasattr(way, "settle") else how
    return settled


def _find_way(how: str) -> tuple[Any, str]:
    """The file of a way to open, and what is said behind its name."""
    name, colon, text = how.partition(":")
    ways = {known: import_module(f"kibitz.{FAMILY}.{known}") for known in names(FAMILY)}
    if name not in ways or bool(text) != (":" in ways[name].EXAMPLE) or (colon and not text):
        examples = [way.EXAMPLE for way in ways.values()]
        raise OpeningError(f"{how!r} is no way to open a game: openings are {', '.join(examples[:-1])} or {examples[-1]}")
    return ways[name], text
