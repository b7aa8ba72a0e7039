"""What a move is worth, written into the cell where it is made."""

from dataclasses import dataclass
from typing import Literal

from kibitz.drawing.pen import Pen, width_of

LIGHT = {
    ".kb-w-win": "fill:#dff3e2;stroke:#1a7f37",
    ".kb-w-draw": "fill:#f4f2ec;stroke:#5f594c",
    ".kb-w-loss": "fill:#fde5e1;stroke:#b42318",
    ".kb-wt-win": "fill:#0f5323",
    ".kb-wt-draw": "fill:#38342b",
    ".kb-wt-loss": "fill:#861a10",
}
DARK = {
    ".kb-w-win": "fill:#12351f;stroke:#4ade80",
    ".kb-w-draw": "fill:#2c2f36;stroke:#b9bdc8",
    ".kb-w-loss": "fill:#471a17;stroke:#ff8f87",
    ".kb-wt-win": "fill:#b9f6ca",
    ".kb-wt-draw": "fill:#e7e5df",
    ".kb-wt-loss": "fill:#ffd0cb",
}
SAME = {
    ".kb-w-exact": "stroke-width:3",
    ".kb-w-estimate": "stroke-width:1.6;stroke-dasharray:3.5 2.5",
    ".kb-wt-exact": "font-weight:700",
    ".kb-wt-estimate": "font-style:italic",
}
SIZE, HIGH = 17.0, 24.0
WIDE = 0.88  # of a cell, at most
SMALL = 0.7  # of that, where a piece is to be seen beside it


@dataclass(frozen=True)
class WorthLabel:
    """A short text such as "+7", "=", "-8" or "\N{ALMOST EQUAL TO}+0.3", which has a sign: no colour is needed to read it.

    `outcome`, for whoever is to move, gives the colour. What is `exact` stands upright in a solid ring, an estimate slanted in
    a dashed one.
    """

    text: str
    outcome: Literal["win", "draw", "loss"]
    exact: bool = True

    def draw(self, pen: Pen, x: float, y: float, side: float, small: bool = False) -> None:
        """Draws the label round (x, y), in a cell `side` pixels wide; `small` where it shares its cell with a piece."""
        size, high = (SIZE * SMALL, HIGH * SMALL) if small else (SIZE, HIGH)
        sure = "exact" if self.exact else "estimate"
        wide = min(side * WIDE, max(high, width_of(self.text, size) + high * 0.42))
        pen.box(f"kb-w-{self.outcome} kb-w-{sure}", x - wide / 2, y - high / 2, wide, high, high / 2)
        pen.text(f"kb-wt-{self.outcome} kb-wt-{sure}", x, y, size, self.text, wide - high / 4)
