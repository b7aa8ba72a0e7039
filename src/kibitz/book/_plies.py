"""The positions of a book, ply by ply, and the values of all of them from those of the last ply."""

from collections.abc import Callable
from typing import Any

from kibitz.book._keys import Keys
from kibitz.book._pages import Values
from kibitz.book._worth import before, ended
from kibitz.errors import BookError
from kibitz.rules import Game
from kibitz.thought import Value

States = dict[int, Any]  # by key; of symmetric states the one met first


def positions(game: Game, plies: int, met: Callable[[int], None]) -> list[States]:
    """The states that are not over, by the fewest plies that lead to them, from 0 to `plies`; `met` hears their number."""
    keys = Keys(game)
    start = game.start()
    layers: list[States] = [{} if game.is_over(start) else {keys.of(start): start}]
    seen = set(layers[0])
    for _ in range(plies):
        layer: States = {}
        for state in layers[-1].values():
            for move in game.moves(state):
                after = game.play(state, move)
                if not game.is_over(after) and (key := keys.of(after)) not in seen:
                    seen.add(key)
                    layer[key] = after
            met(len(seen))
        layers.append(layer)
    return layers


def deduced(game: Game, layers: list[States], last: Values) -> list[Values]:
    """The values of all layers, when those of the last are given: a state is worth what its best move is worth.

    A move may lead to any layer up to the next (positions can recur at different plies), so states wait for what they need.
    Raises BookError where a state waits for itself.
    """
    keys, known, expanded = Keys(game), dict(last), set[int]()
    for layer in layers[-2::-1]:
        for key, state in layer.items():
            waiting = [(key, state)]
            while waiting:
                key, state = waiting[-1]
                worth, missing = _best(game, keys, known, state)
                if not missing:
                    known[key] = worth
                    waiting.pop()
                    continue
                expanded.add(key)
                if any(other in expanded for other, _ in missing):
                    raise BookError(
                        f"positions of {type(game).__name__} can repeat, so they have no value by the rules alone: "
                        "it has no opening book"
                    )
                waiting += missing
    return [{key: known[key] for key in layer} for layer in layers]


def _best(game: Game, keys: Keys, known: Values, state: Any) -> tuple[Value, list[tuple[int, Any]]]:
    """The value of a state, and the states whose values it takes but that are not known yet."""
    values, missing = [], []
    for move in game.moves(state):
        after = game.play(state, move)
        if game.is_over(after):
            values.append(before(game, state, after, ended(game, after)))
        elif (key := keys.of(after)) in known:
            values.append(before(game, state, after, known[key]))
        else:
            missing.append((key, after))
    return max(values, key=lambda value: value.order, default=Value("exact", 0)), missing
