"""The rules of checkers once more, on a dictionary of squares and with recursion, sharing no line with the game."""

import itertools
from collections.abc import Iterator

from naive import ForTwo, Square

WAYS = [(1, -1), (1, 1), (-1, -1), (-1, 1)]


def square_of(number: int) -> Square:
    """Where the square of this number lies."""
    row, place = divmod(number - 1, 4)
    return row, 2 * place + 1 - row % 2


def number_of(square: Square) -> int:
    return 4 * square[0] + square[1] // 2 + 1


class NaiveCheckers(ForTwo):
    """Black is 0, stands above and begins, if `fen` does not say otherwise. A piece is its owner, and whether it is a king."""

    def __init__(self, quiet: int, fen: str) -> None:
        self.quiet, self.still, self.mover = quiet, 0, int(fen.startswith("W"))
        self.board = {square_of(number): (int(number > 12), False) for number in range(1, 33) if number <= 12 or number > 20}
        if fen:
            sides = ((side[0] == "W", piece) for side in fen.split(":")[1:] for piece in side[1:].split("_"))
            self.board = {square_of(int(piece.strip("K"))): (int(white), piece[0] == "K") for white, piece in sides}

    def ways(self, square: Square) -> list[Square]:
        """Where the piece may go, as steps of row and column."""
        owner, king = self.board[square]
        return [way for way in WAYS if king or way[0] == (1 if owner == 0 else -1)]

    def is_empty(self, square: Square) -> bool:
        return 0 <= square[0] < 8 and 0 <= square[1] < 8 and square not in self.board

    def own(self) -> list[Square]:
        return sorted(square for square, piece in self.board.items() if piece[0] == self.mover)

    def steps(self) -> list[list[Square]]:
        return [
            [(row, column), (row + down, column + right)]
            for down, right in WAYS
            for row, column in self.own()
            if (down, right) in self.ways((row, column)) and self.is_empty((row + down, column + right))
        ]

    def jumps(self, path: list[Square]) -> Iterator[list[Square]]:
        """All complete jumps that begin so, with the piece standing at the end of the path."""
        (row, column), ended = path[-1], True
        for down, right in self.ways((row, column)):
            over, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if self.board.get(over, (self.mover, False))[0] != self.mover and self.is_empty(beyond):
                ended = False
                taken, self.board[beyond] = self.board.pop(over), self.board.pop((row, column))
                yield from self.jumps([*path, beyond])
                self.board[over], self.board[row, column] = taken, self.board.pop(beyond)
        if ended and len(path) > 1:
            yield path

    def paths(self) -> list[list[Square]]:
        return [path for square in self.own() for path in self.jumps([square])] or self.steps()

    def moves(self) -> list[str]:
        return [self.name(path) for path in self.paths()]

    def name(self, path: list[Square]) -> str:
        is_step = abs(path[0][0] - path[1][0]) == 1
        return ("-" if is_step else "x").join(str(number_of(square)) for square in path)

    def play(self, name: str) -> None:
        path = next(path for path in self.paths() if self.name(path) == name)
        owner, king = self.board.pop(path[0])
        self.still = self.still + 1 if king and "-" in name else 0
        for before, after in itertools.pairwise(path):
            self.board.pop(((before[0] + after[0]) // 2, (before[1] + after[1]) // 2) if "x" in name else before, None)
        self.board[path[-1]] = owner, king or path[-1][0] == (7 if owner == 0 else 0)
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return not self.paths() or self.still >= self.quiet

    def lead(self) -> int:
        if self.paths():
            return 0
        return -1 if self.mover == 0 else 1
