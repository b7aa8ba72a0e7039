"""What twins of games with lines have in common."""

from naive import DIRECTIONS, ForTwo, Square


class Marks(ForTwo):
    """Marks on a board of squares, and the longest line of any player."""

    players = 2

    def __init__(self, width: int, height: int, line: int) -> None:
        self.width, self.height, self.line = width, height, line
        self.board: dict[Square, int] = {}
        self.mover = 0

    def put(self, square: Square) -> None:
        self.board[square] = self.mover
        self.mover = (self.mover + 1) % self.players

    def winner(self) -> int | None:
        for (row, column), owner in self.board.items():
            for down, right in DIRECTIONS:
                if all(self.board.get((row + down * i, column + right * i)) == owner for i in range(self.line)):
                    return owner
        return None

    def over(self) -> bool:
        return self.winner() is not None or len(self.board) == self.width * self.height

    def lead(self) -> int:
        winner = self.winner()
        return 0 if winner is None else 1 if winner == 0 else -1
