"""The coloured sides of a board that two players join: the edges of its cells by their owners, and the labels beside them."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from kibitz.core.scene import Cell

MARGIN, BESIDE = 0.2, 0.5  # in cells: around the board, and more than that for labels above and left
AWAY = 1.02  # from the middle of a cell to its label

Point = tuple[float, float]  # in cells


class Sides:
    """The sides of a board; empty where it has none. All places are in cell widths, as those of cells."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._sides = [cell for cell in cells if cell.shape == "side"]
        self._cells = [cell for cell in cells if cell.shape != "side"]
        heights = [cell.y for cell in self._cells]
        self._owners = [int(min(heights) - 0.5 < side.y < max(heights) + 0.5) for side in self._sides]

    def __bool__(self) -> bool:
        return bool(self._sides)

    def bands(self) -> dict[int, list[tuple[Point, Point]]]:
        """The outer edges of the cells by the player whose side is next to them: the first above and below, else the second."""
        found = defaultdict[int, list[tuple[Point, Point]]](list)
        taken = {(round(cell.x, 2), round(cell.y, 2)) for cell in self._cells}
        for cell in self._cells if self else ():
            count = 6 if cell.shape == "hex" else 4
            half = 0.5 * math.tan(math.pi / count)  # of an edge
            for turn in range(count):
                across, down = math.cos(2 * math.pi * turn / count), math.sin(2 * math.pi * turn / count)
                beside = cell.x + across, cell.y + down
                if (round(beside[0], 2), round(beside[1], 2)) not in taken:
                    begin, end = ((cell.x + across / 2 - way * down, cell.y + down / 2 + way * across) for way in (-half, half))
                    found[self._owner_near(*beside)].append((begin, end))
        return found

    def labels(self, columns: Sequence[str], rows: Sequence[str]) -> list[tuple[str, Cell]]:
        """The labels of columns above the highest cells, and of rows left of the first ones, each with a place."""
        if not (self and columns and rows):
            return []
        highest = min(cell.y for cell in self._cells)
        first = sorted((cell for cell in self._cells if cell.y < highest + 0.5), key=lambda cell: cell.x)
        by_row = groupby(sorted(self._cells, key=lambda cell: (cell.y, cell.x)), lambda cell: cell.y)
        above = [replace(cell, y=cell.y - AWAY) for cell in first]
        left = [replace(cell, x=cell.x - AWAY) for cell in (next(row) for _, row in by_row)]
        return [*zip(columns, above, strict=False), *zip(rows, left, strict=False)]

    def _owner_near(self, x: float, y: float) -> int:
        """The owner of the side that is nearest to a place; of two as near, the first player."""
        near = [
            (round(math.hypot(side.x - x, side.y - y), 2), owner) for side, owner in zip(self._sides, self._owners, strict=True)
        ]
        return min(near)[1]
