"""The computer's levels in a game as data: what a page needs to play them as they are played here."""

from dataclasses import asdict
from typing import Any

from kibitz.browser.layout import camel
from kibitz.core.rules import Game, can_be_proved
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.players.levelled import LevelledEngine
from kibitz.players.levels import LEVELS
from kibitz.search.descriptor import fitting
from kibitz.table.level_names import level_strengths


def levels_of(game: Game) -> list[dict[str, Any]]:
    """The levels, from the first up: their names, their searches with limits, and how often they slip or play at random.

    `isNamedByDice`: nothing estimates positions, so dice say which of equal moves is named.
    """
    return [
        _level(game, number, strength.label, strength.title)
        for number, strength in zip(LEVELS, level_strengths(game), strict=True)
    ]


def _level(game: Game, number: int, label: str, title: str) -> dict[str, Any]:
    engine = player(f"computer:level={number}")
    assert isinstance(engine, Engine)
    if isinstance(engine, LevelledEngine):
        engine.settle(game)
    search, options = engine.way(game)
    return {
        "number": number,
        "label": label,
        "title": title,
        "search": search or fitting(game),
        "playouts": {camel(name): value for name, value in asdict(options).items()},
        "limit": asdict(engine.limit),
        "slip": engine.slip,
        "random": engine.randomness,
        "exact": engine.exact and can_be_proved(game),
        "isNamedByDice": not engine.wisdom.estimates(game),
    }
