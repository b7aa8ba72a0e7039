"""Knowledge of tic-tac-toe and its larger relatives: open lines, lines that lack one mark, and the board's symmetries."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.board import Board64, square
from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.knowledge._open_lines import OpenLines


@dataclass(frozen=True)
class TicTacToeKnowledge(OpenLines):
    """The more open lines and threats, the better; a mirror changes nothing."""

    game: TicTacToe

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what the open lines and threats of both sides weigh against each other."""
        empty = self.game.empty(state)
        lead = self.worth(state.mine, empty) - self.worth(state.theirs, empty)
        return lead / (self.weights[2] + abs(lead))

    def symmetries(self, state: State) -> Iterable[State]:
        """The board mirrored and turned; a square one over its diagonal too."""
        mine, theirs = state.mine, state.theirs
        yield State(self.left_right(mine), self.left_right(theirs))
        yield State(self.up_down(mine), self.up_down(theirs))
        yield State(self.up_down(self.left_right(mine)), self.up_down(self.left_right(theirs)))
        if self.game.width == self.game.height:
            mine, theirs = self.diagonal(mine), self.diagonal(theirs)
            yield State(mine, theirs)
            yield State(self.left_right(mine), self.left_right(theirs))
            yield State(self.up_down(mine), self.up_down(theirs))
            yield State(self.up_down(self.left_right(mine)), self.up_down(self.left_right(theirs)))

    def left_right(self, marks: Board64) -> Board64:
        """The columns in the opposite order."""
        width, found = self.game.width, Board64()
        for column in range(width):
            moved = width - 1 - 2 * column
            here = marks & self.game.columns(column, column)
            found |= here << moved if moved > 0 else here >> -moved
        return found

    def up_down(self, marks: Board64) -> Board64:
        """The rows in the opposite order."""
        width, found = self.game.width, Board64()
        top = ~Board64() >> 64 - width
        for row in range(self.game.height):
            found |= (marks >> row * width & top) << (self.game.height - 1 - row) * width
        return found

    def diagonal(self, marks: Board64) -> Board64:
        """Rows and columns exchanged."""
        width, found = self.game.width, Board64()
        for place in marks.squares():
            found |= square(place % width * width + place // width)
        return found
