"""Positions to measure on: after random moves from the start, the same ones every time."""

import random
from collections.abc import Iterator
from typing import Any

from kibitz import Game


def positions(game: Game, plies: int, count: int) -> Iterator[Any]:
    """So many states after so many random moves, none of them over."""
    chance = random.Random(plies)
    found = 0
    while found < count:
        state = game.start()
        for _ in range(plies):
            if game.is_over(state):
                break
            state = game.play(state, chance.choice(list(game.moves(state))))
        if not game.is_over(state):
            found += 1
            yield state
