"""The rules of Gomoku once more, written the plainest way: runs of stones are counted from the last one."""

from naive import ForTwo, Square


class NaiveGomoku(ForTwo):
    """Black is 0 and begins; row 1 is below."""

    def __init__(self, size: int, exactly: bool) -> None:
        self.size, self.exactly, self.mover = size, exactly, 0
        self.stones: dict[Square, int] = {}
        self.winner: int | None = None

    def name(self, point: Square) -> str:
        return f"{'abcdefghijklmnopqrs'[point[1]]}{point[0]}"

    def points(self) -> list[Square]:
        return [(row, column) for row in range(1, self.size + 1) for column in range(self.size)]

    def moves(self) -> list[str]:
        return [self.name(point) for point in self.points() if point not in self.stones]

    def run(self, point: Square, down: int, right: int) -> int:
        """How many stones of the mover follow one another from a point on."""
        count, (row, column) = 0, point
        while self.stones.get((row, column)) == self.mover:
            count, row, column = count + 1, row + down, column + right
        return count

    def play(self, name: str) -> None:
        point = next(point for point in self.points() if self.name(point) == name)
        self.stones[point] = self.mover
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = self.run(point, down, right) + self.run(point, -down, -right) - 1
            if length == 5 or (length > 5 and not self.exactly):
                self.winner = self.mover
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return self.winner is not None or len(self.stones) == self.size**2

    def lead(self) -> int:
        return 0 if self.winner is None else 1 - 2 * self.winner
