"""The rules of Othello once more, written the plainest way: discs in a dictionary."""

from naive import DIRECTIONS, ForTwo, Square


class NaiveOthello(ForTwo):
    """Black is 0 and begins; so does whoever moves in the position `obf`."""

    def __init__(self, size: int, obf: str) -> None:
        self.size, self.mover, low = size, 0, size // 2 - 1
        self.board = {(low, low): 1, (low + 1, low + 1): 1, (low, low + 1): 0, (low + 1, low): 0}
        if obf:
            mover = obf[-1]
            self.board = {divmod(at, size): int(disc != mover) for at, disc in enumerate(obf[: size * size]) if disc != "-"}

    def turned(self, square: Square, mover: int) -> list[Square]:
        found: list[Square] = []
        if square in self.board:
            return found
        for down, right in DIRECTIONS:
            between, (row, column) = [], (square[0] + down, square[1] + right)
            while self.board.get((row, column)) == 1 - mover:
                between.append((row, column))
                row, column = row + down, column + right
            if self.board.get((row, column)) == mover:
                found += between
        return found

    def discs(self, mover: int) -> list[str]:
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [f"{'abcdefgh'[column]}{row + 1}" for row, column in squares if self.turned((row, column), mover)]

    def moves(self) -> list[str]:
        return self.discs(self.mover) or ["pass"]

    def play(self, name: str) -> None:
        if name != "pass":
            square = int(name[1]) - 1, "abcdefgh".index(name[0])
            for place in [*self.turned(square, self.mover), square]:
                self.board[place] = self.mover
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return not self.discs(0) and not self.discs(1)

    def lead(self) -> int:
        black = sum(owner == 0 for owner in self.board.values())
        white = len(self.board) - black
        empty = self.size**2 - len(self.board)
        return black - white + (empty if black > white else -empty if white > black else 0)
