"""The rules of tic-tac-toe once more, written the plainest way."""

from naive._marks import Marks


class NaiveTicTacToe(Marks):
    """Any empty square."""

    def moves(self) -> list[str]:
        squares = [(row, column) for row in range(self.height) for column in range(self.width)]
        return [f"{row + 1},{column + 1}" for row, column in squares if (row, column) not in self.board]

    def play(self, name: str) -> None:
        row, column = map(int, name.split(","))
        self.put((row - 1, column - 1))
