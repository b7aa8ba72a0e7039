"""The rules of Go once more, written the plainest way: stones in a dictionary, all positions that were in a set."""

from naive import ForTwo, Square, placed

Stones = dict[Square, int]


class NaiveGo(ForTwo):
    """Black is 0 and begins, if the position `stones` does not say otherwise; row 1 is below."""

    def __init__(self, size: int, komi: int, suicide: bool, stones: str) -> None:
        self.size, self.komi, self.suicide = size, komi, suicide
        self.mover, self.passes = int(stones.endswith("w")), 0
        self.stones: Stones = {(size - row, column): owner for (row, column), owner in placed(stones).items()}
        self.seen = {frozenset(self.stones.items())}
        self.points = [(row, column) for row in range(1, size + 1) for column in range(size)]
        self.beside = {
            (row, column): [
                near
                for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
                if near in self.points
            ]
            for row, column in self.points
        }

    def region(self, stones: Stones, point: Square) -> tuple[set[Square], set[Square]]:
        """What hangs together with a point and is like it (free, Black's or White's), and all points beside that."""
        inside, edge, waiting = {point}, set[Square](), [point]
        while waiting:
            for near in self.beside[waiting.pop()]:
                if stones.get(near) != stones.get(point):
                    edge.add(near)
                elif near not in inside:
                    inside.add(near)
                    waiting.append(near)
        return inside, edge

    def captured(self, stones: Stones, owner: int, last: Square) -> set[Square]:
        """The stones of a side in chains without a liberty; the last stone lies in them or beside them."""
        dead = set[Square]()
        for point in (last, *self.beside[last]):
            if stones.get(point) == owner and point not in dead:
                chain, edge = self.region(stones, point)
                dead |= chain if edge <= stones.keys() else set()
        return dead

    def after(self, point: Square) -> Stones | None:
        """The stones after a move there; None where it is forbidden."""
        if point in self.stones:
            return None
        put = {**self.stones, point: self.mover}
        for dead in self.captured(put, 1 - self.mover, point):
            del put[dead]
        own = self.captured(put, self.mover, point)
        left = {point: owner for point, owner in put.items() if point not in own}
        return None if (own and not self.suicide) or frozenset(left.items()) in self.seen else left

    def name(self, point: Square) -> str:
        return f"{'ABCDEFGHJKLMNOPQRST'[point[1]]}{point[0]}"

    def moves(self) -> list[str]:
        return [*(self.name(point) for point in self.points if self.after(point) is not None), "pass"]

    def play(self, name: str) -> None:
        self.passes = self.passes + 1 if name == "pass" else 0
        if name != "pass":
            left = self.after(next(point for point in self.points if self.name(point) == name))
            assert left is not None
            self.stones = left
            self.seen.add(frozenset(left.items()))
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return self.passes == 2

    def lead(self) -> int:
        area = [0, self.komi]
        for point in self.points:
            _, edge = self.region(self.stones, point)
            owners = {self.stones[point]} if point in self.stones else {self.stones[near] for near in edge}
            if len(owners) == 1:
                area[owners.pop()] += 1
        return area[0] - area[1]
