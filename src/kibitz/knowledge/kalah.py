"""Knowledge of Kalah: seeds in the store count, extra turns come first."""

from dataclasses import dataclass

from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.kalah import Kalah, State

# What counts as a lead of one seed: a seed in the store, one in a pit, and a pit that would give an extra turn.
WEIGHTS = Floats((1.0, 0.2, 0.5))


@dataclass(frozen=True)
class KalahKnowledge(Knowledge):
    """Seeds in the store stay there; those in the pits may still change hands."""

    game: Kalah
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """The lead in seeds that the side to move may expect at the end."""
        return self.worth(state.mine) - self.worth(state.theirs)

    def worth(self, side: tuple[int, ...]) -> float:
        """The count of one side's seeds."""
        turns = 0
        for pit in range(self.game.pits):
            turns += self.again(side, pit)
        in_pits = self.game.in_pits(side)
        return self.weights[0] * side[self.game.pits] + self.weights[1] * in_pits + self.weights[2] * turns

    def again(self, side: tuple[int, ...], pit: int) -> bool:
        """Whether the last seed of this pit would fall into the store."""
        return side[pit] > 0 and (pit + side[pit]) % (2 * self.game.pits + 1) == self.game.pits

    def priority(self, state: State, pit: int) -> int:
        """Extra turns first, the pit nearest to the store before the others; then what captures most."""
        if self.again(state.mine, pit):
            return 1_000 + pit
        return self.captured(state, pit)

    def captured(self, state: State, pit: int) -> int:
        """The seeds that the move takes from the pit opposite the last seed, when it falls short of the store."""
        last = pit + state.mine[pit]
        if last < self.game.pits and state.mine[last] == 0:
            return state.theirs[self.game.pits - 1 - last]
        return 0
