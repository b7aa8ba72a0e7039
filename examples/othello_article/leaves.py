"""An honest leaf for a search of Othello: what lies on the board, not what the last ply brought."""

from dataclasses import dataclass

from kibitz import Ints, Knowledge
from kibitz.games.othello import Othello

STONES = Ints()  # no weights


@dataclass(frozen=True)
class Leaf(Knowledge):
    """The stones of the side to move minus those of the other; with `weights`, the weights of the squares they lie on."""

    game: Othello
    weights: Ints = STONES

    def evaluate(self, state):
        if len(self.weights) == 0:
            return float(len(state.mine) - len(state.theirs))
        return float(self.worth(state.mine) - self.worth(state.theirs))

    def worth(self, stones):
        """The sum of the weights of the squares of these stones."""
        total, size = 0, self.game.size
        for place in stones.squares():
            row, column = place // size, place % size
            total += self.weights[4 * min(row, size - 1 - row) + min(column, size - 1 - column)]
        return total
