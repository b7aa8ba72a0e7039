"""The player that takes any legal move, each as likely as the others."""

import random

from kibitz.core.thought import Thought, Value
from kibitz.players.settings import read_settings
from kibitz.position import Position

NOTHING = Value("estimate", 0)


class RandomPlayer:
    """Throws dice, and thinks nothing of the position."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._dice = random.Random(seed)

    def think(self, position: Position) -> Thought:
        """A random legal move; its value is not an opinion, and the thought is not `informed`."""
        move = self._dice.choice(position.legal())
        return Thought(move, NOTHING, (move,), informed=False)


def make(spec: str, seed: int | None) -> RandomPlayer:
    """`random`, which takes no settings."""
    read_settings(spec, {})
    return RandomPlayer(spec, seed)
