"""Positions of stored games, from which learning begins games of its own: what people or other programs lead to."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.errors import LearningError
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game

MOST = 20_000  # positions that are kept


def sample_stored(game: Game, games: Iterable[Sequence[str]], seed: int) -> list[Any]:
    """States with a move to make, after each ply of games that are told by the names of their moves; equal ones once.

    Of more than 20,000 some are taken at random. LearningError where there are none, MoveError for games of other rules.
    """
    states = dict[Any, None]()
    for names in games:
        position = Position.after(game)
        for name in names:
            position = position.play(name)
            if not position.is_over and not position.is_chance:
                states[position.state] = None
    if not states:
        raise LearningError(f"no stored game of {spec_of(game)} has a position after its start with a move to make")
    found = list(states)
    return found if len(found) <= MOST else random.Random(seed).sample(found, MOST)
