"""The rules of morris once more: lists of the mills as books print them, men in a dictionary, sharing no line with the game."""

from collections import Counter

from naive import ForTwo

MILLS = {
    9: "a1d1g1 b2d2f2 c3d3e3 a4b4c4 e4f4g4 c5d5e5 b6d6f6 a7d7g7 a1a4a7 b2b4b6 c3c4c5 d1d2d3 d5d6d7 e3e4e5 f2f4f6 g1g4g7",
    6: "a1c1e1 b2c2d2 b4c4d4 a5c5e5 a1a3a5 b2b3b4 d2d3d4 e1e3e5",
    3: "a1b1c1 a2b2c2 a3b3c3 a1a2a3 b1b2b3 c1c2c3 a1b2c3 a3b2c1",
}
LINES = {9: "", 6: "a3b3 c1c2 d3e3 c4c5", 3: ""}  # that are no mills
# The points in the order in which the game goes through them.
POINTS = {
    9: "a1 d1 g1 g4 g7 d7 a7 a4 b2 d2 f2 f4 f6 d6 b6 b4 c3 d3 e3 e4 e5 d5 c5 c4",
    6: "a1 c1 e1 e3 e5 c5 a5 a3 b2 c2 d2 d3 d4 c4 b4 b3",
    3: "a1 b1 c1 c2 c3 b3 a3 a2 b2",
}


class NaiveMorris(ForTwo):
    """Black is 0 and begins."""

    def __init__(self, men: int) -> None:
        self.kind, self.mover, self.hands, self.takes = men, 0, [men, men], False
        self.points = POINTS[men].split()
        self.mills = [(mill[:2], mill[2:4], mill[4:]) for mill in MILLS[men].split()]
        lines = [pair for one, two, three in self.mills for pair in ((one, two), (two, three))]
        self.lines = {*lines, *((line[:2], line[2:]) for line in LINES[men].split())}
        self.board: dict[str, int] = {}
        self.seen = Counter[str]()

    def men(self, player: int) -> list[str]:
        return [point for point in self.points if self.board.get(point) == player]

    def in_mill(self, point: str, player: int) -> bool:
        return any(point in mill and all(self.board.get(one) == player for one in mill) for mill in self.mills)

    def moves(self) -> list[str]:
        free = [point for point in self.points if point not in self.board]
        if self.takes:
            theirs = self.men(1 - self.mover)
            loose = [point for point in theirs if not self.in_mill(point, 1 - self.mover)]
            return [f"x{point}" for point in loose or theirs]
        if self.hands[self.mover]:
            return free
        own = self.men(self.mover)
        flies = self.kind == 9 and len(own) == 3
        return [
            f"{begin}-{end}"
            for begin in own
            for end in free
            if flies or (begin, end) in self.lines or (end, begin) in self.lines
        ]

    def play(self, name: str) -> None:
        self.step(name)
        self.seen[self.position()] += 1

    def position(self) -> str:
        return f"{sorted(self.board.items())} {self.hands} {self.mover} {self.takes}"

    def step(self, name: str) -> None:
        if self.takes:
            del self.board[name[1:]]
            self.takes, self.mover = False, 1 - self.mover
            return
        if "-" in name:
            del self.board[name[:2]]
        else:
            self.hands[self.mover] -= 1
        self.board[name[-2:]] = self.mover
        self.takes = self.in_mill(name[-2:], self.mover)
        self.mover = self.mover if self.takes else 1 - self.mover

    def lost(self) -> bool:
        return not self.takes and (len(self.men(self.mover)) + self.hands[self.mover] < 3 or not self.moves())

    def over(self) -> bool:
        return self.lost() or self.seen[self.position()] >= 3

    def lead(self) -> int:
        return 0 if not self.lost() else -1 if self.mover == 0 else 1
