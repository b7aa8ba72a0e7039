"""Blocks of square cells: which cells touch, their frames, and how near one block is drawn to the next."""

from collections.abc import Iterable
from itertools import pairwise

from kibitz.core.scene import Cell
from kibitz.drawing.pen import Pen

FRAME = 4.0  # from a block to its frame, in pixels
GAP = 0.36  # between blocks, in cell widths, however far apart their cells lie


def blocks_of(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells that touch, block by block."""
    ahead, found = {(cell.x, cell.y): cell for cell in cells}, list[list[Cell]]()
    while ahead:
        at, one = next(iter(ahead.items()))
        block, new = list[Cell](), {at: one}
        while new:
            (across, down), cell = new.popitem()
            ahead.pop((across, down), None)
            block.append(cell)
            around = (across + 1, down), (across - 1, down), (across, down + 1), (across, down - 1)
            new |= {beside: ahead[beside] for beside in around if beside in ahead}
        found.append(block)
    return found


def draw_frame(pen: Pen, kind: str, left: float, top: float, wide: float, high: float) -> None:
    """Draw a frame around a block that is this wide and high."""
    pen.box(kind, left - FRAME, top - FRAME, wide + 2 * FRAME, high + 2 * FRAME, 6)


class Gaps:
    """The columns and rows without a cell, which are drawn narrow; none where there are no cells."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        places = [(cell.x, cell.y) for cell in cells]
        self._columns, self._rows = (_before({place[side] for place in places}) for side in (0, 1))

    def near(self, across: float, down: float) -> tuple[float, float]:
        """A place as it is drawn, in cell widths."""
        return across - _less(self._columns, across), down - _less(self._rows, down)


def _before(taken: set[float]) -> list[tuple[float, float]]:
    """The gaps in a row of places: where each ends, and by how much it is narrowed."""
    steps = sorted(taken)
    return [(high, high - low - 1 - GAP) for low, high in pairwise(steps) if high - low > 1 + GAP]


def _less(gaps: list[tuple[float, float]], at: float) -> float:
    return sum(less for end, less in gaps if end <= at)
