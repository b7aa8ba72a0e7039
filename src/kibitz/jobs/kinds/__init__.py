"""The jobs of worker processes: a file is a kind of job, with a function `run(args, tell, stop)`.

`args` is JSON; `tell` takes intermediate results, any number of times; `run` returns the final one. A `KibitzError` goes to the
caller as its sentence. When `stop` returns true it ends soon, with the best so far.

This module reads games, positions and limits from requests, and writes thoughts as JSON.
"""

import functools
from typing import Any

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought
from kibitz.jobs.worker import Stop
from kibitz.kernel import machine_of
from kibitz.patterns.library import knowledge_for
from kibitz.position import Position
from kibitz.present.answer import as_json
from kibitz.present.values import ValueWords
from kibitz.search.descriptor import search_for, usual_search
from kibitz.search.kernels import kernels_of
from kibitz.table.served_games import name_game

KEPT = 32  # games


def position(args: dict[str, Any]) -> Position:
    """The position after `moves`, names in a list, of the `game` of a spec. GameError or MoveError when there is none."""
    return Position.after(_game(args["game"]), list(args.get("moves", ())))


def limit(options: dict[str, Any]) -> Limit:
    """`depth`, `time`, `nodes` and `table`, as far as they are given."""
    return Limit(**{name: options[name] for name in ("depth", "time", "nodes", "table") if options.get(name) is not None})


def compile_ahead(game: Game, stop: Stop, *searches: str | None) -> None:
    """Has the machine code of searches ready (None: the usual one of the game), so that no clock runs over it.

    Raises SearchError for one that does not fit.
    """
    knowledge = knowledge_for(game)
    modules = [search_for(game, search or usual_search(game, knowledge)) for search in searches]
    with stop.preparing(f"preparing {name_game(game)}"):
        machine = machine_of(game, knowledge)
        for module in modules:
            for kernel in kernels_of(module, game, machine):
                machine.ready(kernel)


@functools.lru_cache(maxsize=KEPT)
def _game(spec: str) -> Game:
    return registry.load(spec)


def answer(position: Position, thought: Thought) -> dict[str, Any]:
    """A thought as JSON: `words` says what the position is worth, and in each of `moves` what that move is."""
    fields = as_json(position, thought)
    words = _words(fields["game"], position.game)
    for one, move in zip(fields["moves"], thought.moves, strict=True):
        one["words"] = words.say(move.value, position.to_move, thought.informed)
    return fields | {"words": _verdict(words, position, thought)}


def _verdict(words: ValueWords, position: Position, thought: Thought) -> str:
    if thought.bounds is not None and thought.value.kind != "exact":
        return words.between(*thought.bounds, position.to_move)
    return words.say(thought.value, position.to_move, thought.informed)


def _words(spec: str, game: Game) -> ValueWords:
    """The words of the last game, if it is the same: names of players may take a look at the board."""
    if spec not in _kept:
        _kept.clear()
        _kept[spec] = ValueWords(game)
    return _kept[spec]


_kept: dict[str, ValueWords] = {}
