"""The game that a file names."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import GameError

_load: ContextVar[Callable[[str], Game]] = ContextVar("load", default=registry.load)


@contextmanager
def loading(load: Callable[[str], Game]) -> Iterator[None]:
    """Used while games are read from a stranger's text, which must not load any game it names.

    `load`: gives the game of a spec, or raises GameError.
    """
    token = _load.set(load)
    try:
        yield
    finally:
        _load.reset(token)


def named_game(spec: str, given: Game | None) -> Game:
    """The game that a file names; `given` is what `--game` names. GameError where they differ.

    A file of rules is code, and is not run because some file of games names it: then it has to be given.
    """
    if ".py" in spec and given is not None and ".py" in registry.spec_of(given):
        return given
    if ".py" in spec:
        raise GameError(f"the game is {spec}, a file of rules, and these are run only when you name them yourself as the game")
    load = _load.get()
    game = _usual(spec) if load is registry.load and ":" not in spec else load(spec)
    if given is not None and type(given) is not type(game):
        raise GameError(f"this is a game of {spec}, not of {registry.spec_of(given)}")
    return game


_usual = lru_cache(64)(registry.load)  # thousands of games of a file are the same one


def variant(usual: str, given: Game | None, **fields: Any) -> Game:
    """The game called `usual`, or what `given` has of it, with these parameters. GameError for another kind of game."""
    held: Any = given if given is not None and type(given) is registry.game_class(usual) else named_game(usual, given)
    new = {name: value for name, value in fields.items() if value != getattr(held, name)}
    changed: Game = dataclasses.replace(held, **new) if new else held
    return changed
