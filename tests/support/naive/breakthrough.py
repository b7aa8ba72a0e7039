"""The rules of Breakthrough once more, written the plainest way: men in a dictionary, the board never turned."""

from naive import ForTwo, Square


class NaiveBreakthrough(ForTwo):
    """Black is 0, begins, and goes up from row 1."""

    def __init__(self, size: int) -> None:
        self.size, self.mover = size, 0
        rows = {1: 0, 2: 0, size - 1: 1, size: 1}
        self.men: dict[Square, int] = {(row, column): rows[row] for row in rows for column in range(size)}

    def steps(self) -> list[tuple[Square, Square]]:
        """To the right, to the left, and straight on, each from the nearest row to the farthest."""
        up, found = 1 if self.mover == 0 else -1, []
        own = sorted((up * row, column) for (row, column), owner in self.men.items() if owner == self.mover)
        for right in (1, -1, 0):
            for far, column in own:
                begin, end = (up * far, column), (up * far + up, column + right)
                free = end not in self.men or (right != 0 and self.men[end] != self.mover)
                if 0 <= column + right < self.size and free:
                    found.append((begin, end))
        return found

    def name(self, square: Square) -> str:
        return f"{'abcdefghijklmnop'[square[1]]}{square[0]}"

    def moves(self) -> list[str]:
        return [f"{self.name(begin)}-{self.name(end)}" for begin, end in self.steps()]

    def play(self, name: str) -> None:
        begin, end = next(step for step in self.steps() if "-".join(map(self.name, step)) == name)
        self.men[end] = self.men.pop(begin)
        self.mover = 1 - self.mover

    def winner(self) -> int | None:
        for player, goal in ((0, self.size), (1, 1)):
            arrived = any(owner == player and row == goal for (row, _), owner in self.men.items())
            if arrived or all(owner == player for owner in self.men.values()):
                return player
        return None

    def over(self) -> bool:
        return self.winner() is not None

    def lead(self) -> int:
        return 1 if self.winner() == 0 else -1
