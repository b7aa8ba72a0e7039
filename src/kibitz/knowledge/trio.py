"""Knowledge of tic-tac-toe for three: open lines, and lines that lack one mark."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.textbook.trio import State, Trio
from kibitz.knowledge._open_lines import OpenLines


@dataclass(frozen=True)
class TrioKnowledge(OpenLines):
    """Shares of the open lines: who has more than a third may expect to gain, and the others to lose as much together."""

    game: Trio

    def estimates(self, state: State) -> Iterable[float]:
        """For each player a number strictly between -1 and 2; all together they make 0."""
        empty, turn = self.game.empty(state), self.game.to_move(state)
        mine, after, last = self.worth(state.mine, empty), self.worth(state.next, empty), self.worth(state.last, empty)
        total = mine + after + last
        for player in range(3):
            own = mine if player == turn else after if player == (turn + 1) % 3 else last
            yield (3 * own - total) / (self.weights[2] + total)
