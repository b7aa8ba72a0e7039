"""What a job was asked, out of JSON: the game, the position, the limits."""

import functools
from typing import Any

from kibitz import registry
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.search._fit import search_for
from kibitz.thought import Limit
from kibitz.web.naming import name_game
from kibitz.web.stop import Stop

KEPT = 32  # games


def position(args: dict[str, Any]) -> Position:
    """The position after `moves`, names in a list, of the `game` of a spec. GameError or MoveError when there is none."""
    return Position.after(_game(args["game"]), list(args.get("moves", ())))


def limit(options: dict[str, Any]) -> Limit:
    """`depth`, `time`, `nodes` and `table`, as far as they are given."""
    return Limit(**{name: options[name] for name in ("depth", "time", "nodes", "table") if options.get(name) is not None})


def compile_ahead(game: Game, stop: Stop, *searches: str | None) -> None:
    """Has the machine code of searches ready (None: the one that fits the game), so that no clock runs over it.

    Raises SearchError for one that does not fit.
    """
    modules = [search_for(game, search) for search in searches]
    with stop.preparing(f"compiling {name_game(game)}"):
        machine = machine_of(game, registry.knowledge_of(game))
        for module in modules:
            machine.ready(module.enter)


@functools.lru_cache(maxsize=KEPT)
def _game(spec: str) -> Game:
    return registry.load(spec)
