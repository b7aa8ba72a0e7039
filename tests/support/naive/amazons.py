"""The rules of Amazons once more, on a dictionary of squares and with steps one by one, sharing no line with the game."""

from naive import DIRECTIONS, ForTwo, Square


class NaiveAmazons(ForTwo):
    """White is 0, stands below and begins. A square holds the owner of an amazon, or None for an arrow."""

    def __init__(self, size: int) -> None:
        self.size, self.mover = size, 0
        self.board: dict[Square, int | None] = {}
        self.shooter: Square | None = None
        far = (size - 1) // 3
        for row, column in ((0, far), (0, size - 1 - far), (far, 0), (far, size - 1)):
            self.board[row, column] = 0
            self.board[size - 1 - row, column] = 1

    def reached(self, begin: Square) -> list[Square]:
        found = []
        for down, right in DIRECTIONS:
            row, column = begin[0] + down, begin[1] + right
            while 0 <= row < self.size and 0 <= column < self.size and (row, column) not in self.board:
                found.append((row, column))
                row, column = row + down, column + right
        return sorted(found)

    def own(self) -> list[Square]:
        return sorted(square for square, owner in self.board.items() if owner == self.mover)

    def name(self, square: Square) -> str:
        return f"{chr(ord('a') + square[1])}{square[0] + 1}"

    def square(self, name: str) -> Square:
        return int(name[1:]) - 1, ord(name[0]) - ord("a")

    def moves(self) -> list[str]:
        if self.shooter is not None:
            return [f"/{self.name(end)}" for end in self.reached(self.shooter)]
        return [f"{self.name(begin)}-{self.name(end)}" for begin in self.own() for end in self.reached(begin)]

    def play(self, name: str) -> None:
        if name.startswith("/"):
            self.board[self.square(name[1:])] = None
            self.shooter, self.mover = None, 1 - self.mover
        else:
            begin, end = map(self.square, name.split("-"))
            self.board[end] = self.board.pop(begin)
            self.shooter = end

    def over(self) -> bool:
        return not self.moves()

    def lead(self) -> int:
        return -1 if self.mover == 0 else 1
