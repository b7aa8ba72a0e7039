"""The rules of Dots and Boxes once more, written the plainest way: lines as pairs of dots, boxes with an owner."""

from naive import ForTwo, Square


class NaiveDotsAndBoxes(ForTwo):
    """A line is the two dots that it joins; `owners` has every box that is closed."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.mover = width, height, 0
        self.drawn: set[frozenset[Square]] = set()
        self.owners: dict[Square, int] = {}

    def names(self) -> dict[str, frozenset[Square]]:
        found: dict[str, frozenset[Square]] = {}
        for row in range(self.height + 1):
            for column in range(self.width):
                found[f"{row + 1},{column + 1}-"] = frozenset({(row, column), (row, column + 1)})
            if row < self.height:
                for column in range(self.width + 1):
                    found[f"{row + 1},{column + 1}|"] = frozenset({(row, column), (row + 1, column)})
        return found

    def moves(self) -> list[str]:
        return [name for name, line in self.names().items() if line not in self.drawn]

    def play(self, name: str) -> None:
        self.drawn.add(self.names()[name])
        closed = [box for box in self.boxes() if box not in self.owners and self.is_closed(*box)]
        self.owners |= dict.fromkeys(closed, self.mover)
        if not closed:
            self.mover = 1 - self.mover

    def boxes(self) -> list[Square]:
        return [(row, column) for row in range(self.height) for column in range(self.width)]

    def is_closed(self, row: int, column: int) -> bool:
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        return all(frozenset({corners[i - 1], corners[i]}) in self.drawn for i in range(4))

    def over(self) -> bool:
        return len(self.owners) == self.width * self.height

    def lead(self) -> int:
        return sum(1 if owner == 0 else -1 for owner in self.owners.values())
