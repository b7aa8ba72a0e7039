"""The positions of a book, ply by ply, and the values of all of them from those of the last ply."""

from collections.abc import Callable
from typing import Any

from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import BookError
from kibitz.solutions.book import BookValues
from kibitz.solutions.layout import SymmetricKeys
from kibitz.solutions.ranking import final_value, value_before

States = dict[int, Any]  # by key; of symmetric states the one met first


def list_positions(game: Game, plies: int, met: Callable[[int], None]) -> list[States]:
    """The states that are not over, by the fewest plies that lead to them, from 0 to `plies`; `met` hears their number."""
    keys = SymmetricKeys(game)
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


def deduce_values(game: Game, layers: list[States], last: BookValues) -> dict[int, Value]:
    """The values of all positions, given those of the last layer: a state is worth its best move.

    A move may lead to any layer up to the next (positions can recur at different plies), so states wait for what they need.
    Raises BookError where a state waits for itself.
    """
    keys, known, expanded = SymmetricKeys(game), dict(last), set[int]()
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
    return known


def _best(game: Game, keys: SymmetricKeys, known: BookValues, state: Any) -> tuple[Value, list[tuple[int, Any]]]:
    """The value of a state, and the states whose values it takes but that are not known yet."""
    values, missing = [], []
    for move in game.moves(state):
        after = game.play(state, move)
        if game.is_over(after):
            values.append(value_before(game, state, move, after, final_value(game, after)))
        elif (key := keys.of(after)) in known:
            values.append(value_before(game, state, move, after, known[key]))
        else:
            missing.append((key, after))
    return max(values, key=lambda value: value.order, default=Value("exact", 0)), missing
