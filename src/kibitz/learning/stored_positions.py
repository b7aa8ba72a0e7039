"""Positions of stored games, from which learning begins games of its own: what people or other programs lead to."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.errors import LearningError
from kibitz.position import Position

MOST = 20_000  # positions that are kept


def sample_stored(game: Game, games: Iterable[Sequence[str]], seed: int) -> list[Any]:
    """States with a move to make, after each ply of games given by the names of their moves; equal ones once.

    Of more than 20,000 a random choice. LearningError if there are none, MoveError for games of other rules.
    """
    states, alternates = dict[Any, None](), says(game, "payoffs") and not says(game, "to_move")
    for names in games:
        position = Position.after(game)
        for name in names:
            position = position.play(name)
            if position.is_over or position.is_chance or (alternates and len(position.moves) % game.players):
                continue  # where turns alternate and no state says whose it is, learning takes it for the first player's
            states[position.state] = None
    if not states:
        raise LearningError(f"no stored game of {spec_of(game)} has a position after its start with a move to make")
    found = list(states)
    return found if len(found) <= MOST else random.Random(seed).sample(found, MOST)
