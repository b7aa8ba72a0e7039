"""The rules of Hex once more, written the plainest way: stones in a dictionary, chains found by walking."""

from naive import ForTwo, Square, placed

NEAR = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]  # each row stands half a cell to the right of the one above


class NaiveHex(ForTwo):
    """Player 0 begins and joins row 0 with the last row, player 1 column 0 with the last column."""

    def __init__(self, size: int, swap: bool, stones: str) -> None:
        self.size, self.swap, self.mover = size, swap, int(stones.endswith("w"))
        self.stones = placed(stones)

    def name(self, cell: Square) -> str:
        return f"{'abcdefghijklmnopqrs'[cell[1]]}{cell[0] + 1}"

    def cells(self) -> list[Square]:
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def moves(self) -> list[str]:
        free = [self.name(cell) for cell in self.cells() if cell not in self.stones]
        return [*free, "swap"] if self.swap and list(self.stones.values()) == [0] and self.mover == 1 else free

    def play(self, name: str) -> None:
        if name == "swap":
            [(row, column)] = self.stones
            self.stones = {(column, row): 1}
        else:
            self.stones[next(cell for cell in self.cells() if self.name(cell) == name)] = self.mover
        self.mover = 1 - self.mover

    def has_joined(self, player: int) -> bool:
        reached = {cell for cell, owner in self.stones.items() if owner == player and cell[player] == 0}
        waiting = list(reached)
        while waiting:
            row, column = waiting.pop()
            for down, right in NEAR:
                cell = row + down, column + right
                if self.stones.get(cell) == player and cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)
        return any(cell[player] == self.size - 1 for cell in reached)

    def over(self) -> bool:
        return self.has_joined(0) or self.has_joined(1)

    def lead(self) -> int:
        return 1 if self.has_joined(0) else -1
