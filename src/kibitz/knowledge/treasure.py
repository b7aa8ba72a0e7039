"""Knowledge of the treasure game: finds are kept, and gold can be hoped for while there is time to meet."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.rules import Knowledge
from kibitz.games.textbook.treasure import State, Treasure


@dataclass(frozen=True)
class TreasureKnowledge(Knowledge):
    """Coins count at once; of the gold a half while both can still reach the chest in time."""

    game: Treasure

    def estimates(self, state: State) -> Iterable[float]:
        """The finds of each, and the hope that they share."""
        first, second = self.game.so_far(state)
        hope = self.hope(state)
        return first + hope, second + hope

    def hope(self, state: State) -> float:
        """Half the gold, if both have turns enough left to stand on the chest together."""
        left = 2 * self.game.turns - state.moves_made
        if state.open or self.steps(state.here) > (left + 1) // 2 or self.steps(state.there) > left // 2:
            return 0.0
        return self.game.gold / 2

    def steps(self, place: int) -> int:
        """How many steps it is to the chest."""
        width, chest = self.game.width, self.game.chest()
        return abs(place // width - chest // width) + abs(place % width - chest % width)
