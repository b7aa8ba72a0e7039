"""What dice and cards bring in a game that is played: by their weights, and with a seed the same each time."""

import random
from collections.abc import Sequence

from kibitz.position import Position


class Dice:
    """Thrown by the table, not by a player."""

    def __init__(self, seed: int | None = None) -> None:
        """`seed`: None to fall as it happens. A player with the same seed throws other dice."""
        self._random = random.Random(None if seed is None else f"the dice of the table {seed}")

    def throw(self, position: Position) -> int:
        """One of the outcomes of a position where chance decides; RulesError when they have no proper weights."""
        return fallen(position.chances(), self._random)


def fallen(chances: Sequence[tuple[int, float]], dice: random.Random) -> int:
    """One of the outcomes by its weight."""
    outcomes, weights = zip(*chances, strict=True)
    chosen: int = dice.choices(outcomes, weights)[0]
    return chosen
