"""The rules of EinStein once more, written the plainest way."""

from naive import DICE, ForTwo, Square


class NaiveEinstein(ForTwo):
    """A dictionary from squares to cubes (player, number); X goes right and down, O left and up."""

    def __init__(self, first: tuple[int, ...], second: tuple[int, ...]) -> None:
        homes = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
        self.board = {home: (0, number) for home, number in zip(homes, first, strict=True)}
        self.board |= {(4 - row, 4 - column): (1, number) for (row, column), number in zip(homes, second, strict=True)}
        self.mover, self.player, self.die = DICE, 0, 0

    def places(self, player: int) -> dict[int, Square]:
        return {number: square for square, (owner, number) in self.board.items() if owner == player}

    def movable(self) -> list[int]:
        numbers = self.places(self.player)
        if self.die in numbers:
            return [self.die]
        below, above = [n for n in numbers if n < self.die], [n for n in numbers if n > self.die]
        return ([max(below)] if below else []) + ([min(above)] if above else [])

    def moves(self) -> list[str]:
        if self.mover == DICE:
            return ["1", "2", "3", "4", "5", "6"]
        found, way = [], 1 if self.player == 0 else -1
        for number in self.movable():
            row, column = self.places(self.player)[number]
            for down, right in ((way, way), (0, way), (way, 0)):
                if 0 <= row + down < 5 and 0 <= column + right < 5:
                    found.append(f"{number}{'abcde'[column + right]}{row + down + 1}")
        return found

    def play(self, name: str) -> None:
        if self.mover == DICE:
            self.die, self.mover = int(name), self.player
            return
        number, square = int(name[0]), (int(name[2]) - 1, "abcde".index(name[1]))
        del self.board[self.places(self.player)[number]]
        self.board[square] = self.player, number
        self.player = 1 - self.player
        self.mover = self.player if self.over() else DICE

    def over(self) -> bool:
        return (
            not self.places(0) or not self.places(1) or (4, 4) in self.places(0).values() or (0, 0) in self.places(1).values()
        )

    def lead(self) -> int:
        return 1 if not self.places(1) or (4, 4) in self.places(0).values() else -1
