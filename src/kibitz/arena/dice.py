"""What dice and cards bring in a game that is played: by their weights, and with a seed the same each time."""

import math
import random
from collections.abc import Iterable

from kibitz.errors import RulesError
from kibitz.position import Position


class Dice:
    """Thrown by the table, not by a player."""

    def __init__(self, seed: int | None = None) -> None:
        """`seed`: None to fall as it happens. A player with the same seed throws other dice."""
        self._random = random.Random(None if seed is None else f"the dice of the table {seed}")

    def throw(self, position: Position) -> int:
        """One of the outcomes of a position where chance decides; RulesError when they have no proper weights."""
        return fallen(position.game.chances(position.state), self._random)


def fallen(chances: Iterable[tuple[int, float]], dice: random.Random) -> int:
    """One of the outcomes by its weight; RulesError when they have no proper weights."""
    weighted = list(chances)
    outcomes, weights = [int(outcome) for outcome, _ in weighted], [float(weight) for _, weight in weighted]
    if not all(weight > 0 for weight in weights) or not 0 < sum(weights) < math.inf:
        raise RulesError("chances() must give weights above 0, and finite; `kibitz check` shows where it does not")
    return dice.choices(outcomes, weights)[0]
