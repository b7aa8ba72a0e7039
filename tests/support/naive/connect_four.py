"""The rules of Connect Four once more, written the plainest way."""

from naive._marks import Marks


class NaiveConnectFour(Marks):
    """The lowest empty square of a column; row 0 is the lowest."""

    def moves(self) -> list[str]:
        return [str(column + 1) for column in range(self.width) if (self.height - 1, column) not in self.board]

    def play(self, name: str) -> None:
        column = int(name) - 1
        self.put((min(row for row in range(self.height) if (row, column) not in self.board), column))
