"""The rules of Pig once more, written the plainest way."""

from naive import DICE, ForTwo


class NaivePig(ForTwo):
    """Points in a list; `roller` rolls while the mover is DICE."""

    def __init__(self, target: int) -> None:
        self.target, self.points, self.pot, self.mover, self.roller = target, [0, 0], 0, 0, 0

    def moves(self) -> list[str]:
        if self.mover == DICE:
            return ["6", "5", "4", "3", "2", "1"]
        return ["roll", "hold"] if self.pot else ["roll"]

    def play(self, name: str) -> None:
        if name == "roll":
            self.roller, self.mover = self.mover, DICE
        elif name == "hold":
            self.points[self.mover] += self.pot
            self.pot, self.mover = 0, 1 - self.mover
        elif name == "1":
            self.pot, self.mover = 0, 1 - self.roller
        else:
            self.pot, self.mover = self.pot + int(name), self.roller

    def over(self) -> bool:
        return self.mover != DICE and self.points[self.mover] + self.pot >= self.target

    def lead(self) -> int:
        return 1 if self.mover == 0 else -1
