"""Knowledge of ultimate tic-tac-toe: boards, and lines that lack one square or one board; the board's symmetries."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.board import Board128, square
from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.ultimate_tic_tac_toe import FREE_CHOICE, WHOLE, State, UltimateTicTacToe

# What a board is worth, the middle one above others, a line of boards that lacks one, a line of squares that lacks one, and a
# free choice of the board; and how large a lead is half a sure win.
WEIGHTS = Floats((1.0, 0.5, 1.5, 0.2, 0.3, 4.0))
TUNES = {"weights": ((0.0, 4.0), (0.0, 4.0), (0.0, 6.0), (0.0, 2.0), (0.0, 2.0), (0.5, 20.0))}
MIDDLE = 4
LEFT = Board128(sum(1 << place for place in range(0, 81, 3)))  # the left column of each board
LEFT_BOARDS = Board128(sum((1 << 9) - 1 << 9 * board for board in (0, 3, 6)))


@dataclass(frozen=True)
class UltimateTicTacToeKnowledge(Knowledge):
    """Boards won, and lines close to a win, on the large board and within each open one."""

    tunes = TUNES

    game: UltimateTicTacToe
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what the boards and threats of both sides weigh against each other."""
        lead = self.worth(state.mine, state.my_boards, state) - self.worth(state.theirs, state.their_boards, state)
        if state.target == FREE_CHOICE:
            lead += self.weights[4]
        return lead / (self.weights[5] + abs(lead))

    def worth(self, marks: Board128, boards: Board128, state: State) -> float:
        """The boards of one side, and its lines that lack one."""
        open_boards, squares = WHOLE - WHOLE, 0
        for board in range(9):
            if self.game.is_open(state, board):
                open_boards |= square(board, Board128)
                squares += self.threats(marks >> 9 * board & WHOLE, self.game.empty(state, board))
        worth = self.weights[0] * len(boards) + self.weights[2] * self.threats(boards, open_boards) + self.weights[3] * squares
        return worth + (self.weights[1] if MIDDLE in boards else 0.0)

    def threats(self, marks: Board128, empty: Board128) -> int:
        """How many lines of these marks lack one, which is empty."""
        found = 0
        for step, first in self.game.directions():
            begins, nearer, farther = Board128(first), marks >> step, marks >> 2 * step
            found += len(begins & marks & nearer & empty >> 2 * step)
            found += len(begins & marks & farther & empty >> step)
            found += len(begins & nearer & farther & empty)
        return found

    def priority(self, state: State, move: int) -> int:
        """Win a board; or else do not let the other side choose."""
        board, place = move // 9, move % 9
        if self.game.has_line((state.mine | square(move, Board128)) >> 9 * board & WHOLE):
            return 2
        return 1 if self.game.is_open(state, place) else 0

    def noisy(self, state: State, move: int) -> bool:
        """Whether it wins a board."""
        return self.priority(state, move) == 2

    def symmetries(self, state: State) -> Iterable[State]:
        """The whole mirrored and turned, and each board in the same way."""
        other = state
        for number in range(1, 8):
            other = self.mirrored(other) if number % 2 else self.exchanged(other)
            yield other

    def mirrored(self, state: State) -> State:
        """Left and right exchanged."""
        target = state.target if state.target == FREE_CHOICE else state.target // 3 * 3 + 2 - state.target % 3
        return State(
            self.mirrored_within(self.mirrored_boards(state.mine)),
            self.mirrored_within(self.mirrored_boards(state.theirs)),
            self.mirrored_within(state.my_boards),
            self.mirrored_within(state.their_boards),
            target,
        )

    def exchanged(self, state: State) -> State:
        """Rows and columns exchanged."""
        target = state.target if state.target == FREE_CHOICE else state.target % 3 * 3 + state.target // 3
        return State(
            self.exchanged_marks(state.mine),
            self.exchanged_marks(state.theirs),
            self.exchanged_marks(state.my_boards),
            self.exchanged_marks(state.their_boards),
            target,
        )

    def mirrored_within(self, marks: Board128) -> Board128:
        """The columns of each board in the opposite order."""
        return (marks & LEFT) << 2 | marks & LEFT << 1 | marks >> 2 & LEFT

    def mirrored_boards(self, marks: Board128) -> Board128:
        """The columns of boards in the opposite order."""
        return (marks & LEFT_BOARDS) << 18 | marks & LEFT_BOARDS << 9 | marks >> 18 & LEFT_BOARDS

    def exchanged_marks(self, marks: Board128) -> Board128:
        """Rows and columns exchanged, of the boards and within them; of nine boards alone the first nine numbers."""
        found = marks - marks
        for place in marks.squares():
            board, inner = place // 9, place % 9
            board, inner = board % 3 * 3 + board // 3, inner % 3 * 3 + inner // 3
            found |= square(9 * board + inner, Board128)
        return found
