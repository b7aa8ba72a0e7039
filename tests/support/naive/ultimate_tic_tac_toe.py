"""The rules of ultimate tic-tac-toe once more, on a dictionary of the 81 squares, sharing no line with the game."""

from collections.abc import Callable

from naive import DIRECTIONS, ForTwo, Square

LINES = [
    [(row + i * down, column + i * right) for i in range(3)]
    for row in range(3)
    for column in range(3)
    for down, right in DIRECTIONS
    if 0 <= row + 2 * down < 3 and 0 <= column + 2 * right < 3
]


def has_three(owner_at: Callable[[Square], int | None], player: int) -> bool:
    """Whether the player owns three in a row of nine places."""
    return any(all(owner_at(place) == player for place in line) for line in LINES)


class NaiveUltimateTicTacToe(ForTwo):
    """X is 0 and begins."""

    def __init__(self) -> None:
        self.mover, self.marks = 0, dict[Square, int]()
        self.owners = dict[Square, int]()
        self.sent_to: Square | None = None

    def owner(self, board: Square) -> int | None:
        """Who has won a board."""
        return self.owners.get(board)

    def empty(self, board: Square) -> list[Square]:
        """The squares of an open board that nobody has taken."""
        squares = [(3 * board[0] + row, 3 * board[1] + column) for row in range(3) for column in range(3)]
        return [] if self.owner(board) is not None else [square for square in squares if square not in self.marks]

    def squares(self) -> list[Square]:
        boards = [(row, column) for row in range(3) for column in range(3)]
        if self.sent_to is not None and self.empty(self.sent_to):
            boards = [self.sent_to]
        return [square for board in boards for square in self.empty(board)]

    def moves(self) -> list[str]:
        return [f"{row + 1},{column + 1}" for row, column in self.squares()]

    def play(self, name: str) -> None:
        row, column = (int(number) - 1 for number in name.split(","))
        self.marks[row, column] = self.mover
        board = row // 3, column // 3
        if has_three(lambda square: self.marks.get((3 * board[0] + square[0], 3 * board[1] + square[1])), self.mover):
            self.owners[board] = self.mover
        self.sent_to, self.mover = (row % 3, column % 3), 1 - self.mover

    def winner(self) -> int | None:
        return next((player for player in (0, 1) if has_three(self.owner, player)), None)

    def over(self) -> bool:
        return self.winner() is not None or not self.squares()

    def lead(self) -> int:
        winner = self.winner()
        return 0 if winner is None else 1 if winner == 0 else -1
