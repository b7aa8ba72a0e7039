"""Knowledge of Dots and Boxes: boxes that can be closed at once, boxes left, and symmetries."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.board import Board, square
from kibitz.core.rules import Knowledge
from kibitz.games.dots_and_boxes import DotsAndBoxes, State


@dataclass(frozen=True)
class DotsAndBoxesKnowledge(Knowledge):
    """A box with three lines belongs to the side to move; drawing a third line gives one away."""

    game: DotsAndBoxes

    def evaluate(self, state: State) -> float:
        """The boxes that the side to move can close now; who gets the others is not known."""
        return float(len(self.with_three(state.lines)))

    def noisy(self, state: State, line: int) -> bool:
        """Whether the line closes a box."""
        return self.game.closed_by(state, line) > 0

    def priority(self, state: State, line: int) -> int:
        """Lines that close boxes first, those that give boxes away last."""
        lines = state.lines | square(line, self.game.kind)
        given = len(self.with_three(lines)) - len(self.with_three(state.lines))
        return 8 * self.game.closed_by(state, line) - max(0, given) + 2

    def with_three(self, lines: Board) -> Board:
        """The boxes around which one line is missing."""
        width = self.game.width
        left, right, below = lines >> width, lines >> width + 1, lines >> 2 * width + 1
        return self.game.boxes & ((lines & below & (left ^ right)) | (left & right & (lines ^ below)))

    def bounds(self, state: State) -> tuple[int, int]:
        """All boxes that are open, for one side or the other."""
        left = len(self.game.boxes) - len(self.game.closed(state.lines))
        return -left, left

    def plies(self, state: State) -> tuple[int, int]:
        """Every line is drawn once."""
        left = self.game.count - len(state.lines)
        return left, left

    def symmetries(self, state: State) -> Iterable[State]:
        """The board in the mirror, upside down, and both; where it is square turned, too."""
        for way in range(1, 8 if self.game.width == self.game.height else 4):
            lines = self.game.kind()
            for line in state.lines.squares():
                lines |= square(self.image(line, way), self.game.kind)
            yield State(lines, state.turn)

    def image(self, line: int, way: int) -> int:
        """Where a line comes to lie; `way` has bits for the mirror (1), upside down (2), and rows for columns (4)."""
        width = self.game.width
        row, column = line // (2 * width + 1), line % (2 * width + 1)
        right, down = (2 * column + 1, 2 * row) if column < width else (2 * (column - width), 2 * row + 1)
        if way & 1:
            right = 2 * width - right
        if way & 2:
            down = 2 * self.game.height - down
        if way & 4:
            right, down = down, right
        return down // 2 * (2 * width + 1) + down % 2 * width + right // 2
