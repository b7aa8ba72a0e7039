"""Knowledge of oware: pits with one or two seeds may be captured, and seeds at home are moves to come."""

from dataclasses import dataclass

from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.oware import Oware, State

# What counts as a lead of one seed: a seed on one's own side, a pit of one or two seeds there, and a pit that has any.
WEIGHTS = Floats((0.1, -0.4, 0.2))


@dataclass(frozen=True)
class OwareKnowledge(Knowledge):
    """Captured seeds count by themselves; the estimate is the lead in captures to come."""

    game: Oware
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """The lead in seeds that is still to come."""
        return self.worth(state.mine) - self.worth(state.theirs)

    def worth(self, side: tuple[int, ...]) -> float:
        """The count of one side's seeds."""
        weak, filled = 0, 0
        for pit in range(self.game.pits):
            weak += 1 if 1 <= side[pit] <= 2 else 0
            filled += 1 if side[pit] else 0
        return self.weights[0] * self.game.in_pits(side) + self.weights[1] * weak + self.weights[2] * filled

    def priority(self, state: State, pit: int) -> int:
        """Captures first, the largest before the others."""
        return self.game.reward(state, pit)

    def noisy(self, state: State, pit: int) -> bool:
        """Whether something is captured."""
        return self.game.reward(state, pit) > 0
