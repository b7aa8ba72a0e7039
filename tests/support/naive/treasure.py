"""The rules of the treasure hunt once more, written the plainest way."""

from naive import Square


class NaiveTreasure:
    """Walkers, coins and what was found in lists and sets."""

    def __init__(self, width: int, height: int, turns: int, gold: int) -> None:
        self.width, self.height, self.gold, self.left, self.mover = width, height, gold, 2 * turns, 0
        self.walkers = [(height // 2, 0), (height // 2, width - 1)]
        self.coins = {(row, column) for row in (0, height - 1) for column in (0, width - 1)}
        self.found, self.opened = [0, 0], False

    def steps(self) -> dict[str, Square]:
        row, column = self.walkers[self.mover]
        ways = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0), "wait": (0, 0)}
        return {
            name: (row + down, column + right)
            for name, (down, right) in ways.items()
            if 0 <= row + down < self.height and 0 <= column + right < self.width
        }

    def moves(self) -> list[str]:
        return list(self.steps())

    def play(self, name: str) -> None:
        square = self.walkers[self.mover] = self.steps()[name]
        if square in self.coins:
            self.coins.remove(square)
            self.found[self.mover] += 1
        if set(self.walkers) == {(self.height // 2, self.width // 2)}:
            self.opened = True
        self.left, self.mover = self.left - 1, 1 - self.mover

    def over(self) -> bool:
        return self.left == 0

    def paid(self) -> tuple[float, ...]:
        return tuple(coins + (self.gold if self.opened else 0) for coins in self.found)
