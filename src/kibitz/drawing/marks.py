"""Marks on a board: what a move is worth, and arrows."""

import math
from dataclasses import dataclass
from typing import Literal

from kibitz.drawing.pen import Pen, width_of

SIZE, HIGH = 17.5, 24.0
WIDE = 0.96  # of a cell, at most
SMALL = 0.7  # of that, where a piece is to be seen beside it
ROOM = 0.25  # on each side of the text, in heights of letters; less where the cell is narrow
LEAST = 0.1  # of that
SIGN = 0.6  # the size of the sign before a number that says how far it is proved, beside the number
SIGNS = "\N{ALMOST EQUAL TO}\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}"
AROUND = 4.0  # pixels from a label to the ring of the best ones


@dataclass(frozen=True)
class WorthLabel:
    """A short text such as "+7", "=", "-8" or "≈+0.3", readable without colour.

    `outcome`, for the side to move, gives the colour. `exact`: upright in a solid ring; an estimate is slanted in a dashed one.
    The `best` have a second ring.
    """

    text: str
    outcome: Literal["win", "draw", "loss"]
    exact: bool = True
    best: bool = False

    def draw(self, pen: Pen, x: float, y: float, side: float, small: bool = False) -> None:
        """Draw the label centred on (x, y) in a cell `side` pixels wide; `small` beside a piece."""
        size, high = (SIZE * SMALL, HIGH * SMALL) if small else (SIZE, HIGH)
        sure = "exact" if self.exact else "estimate"
        sign = self.text[:1] if self.text[:1] in SIGNS else ""
        letters = width_of(self.text[len(sign) :], 1.0) + width_of(sign, SIGN)
        wide = min(side * WIDE, max(high, size * (letters + 2 * ROOM)))
        if self.best:
            ring, tall = min(wide + 2 * AROUND, side), high + 2 * AROUND
            pen.box("kb-w-best", x - ring / 2, y - tall / 2, ring, tall, tall / 2)
        pen.box(f"kb-w-{self.outcome} kb-w-{sure}", x - wide / 2, y - high / 2, wide, high, high / 2)
        size = min(size, wide / (letters + 2 * LEAST))
        pen.text(f"kb-wt-{self.outcome} kb-wt-{sure}", x, y, size, self.text[len(sign) :], before=(sign, SIGN * size))


HEAD = 17.0  # the length of the head of an arrow
SHORT = 10.0  # how far it stays away from the middles of its cells


@dataclass(frozen=True)
class Arrow:
    """A move from cell to cell: the `last` one, or one of the `best`."""

    source: str
    target: str
    kind: Literal["last", "best"]

    def draw(self, pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw the arrow between the middles of its cells."""
        (left, top), (right, bottom) = start, end
        long = math.hypot(right - left, bottom - top)
        if long < 2 * SHORT + HEAD:
            return
        across, down = (right - left) / long, (bottom - top) / long
        tip = right - SHORT * across, bottom - SHORT * down
        neck = tip[0] - HEAD * across, tip[1] - HEAD * down
        wing = HEAD * 0.55
        group = pen.group(f"kb-arrow kb-arrow-{self.kind}", source=self.source, target=self.target)
        group.line("kb-shaft", (left + SHORT * across, top + SHORT * down), neck)
        sides = (neck[0] - wing * down, neck[1] + wing * across), (neck[0] + wing * down, neck[1] - wing * across)
        group.polygon("kb-head", tip, *sides)
