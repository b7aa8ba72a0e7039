"""Charts: panels with two axes, lines, bands and guides, in light and dark."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from kibitz.core.scene import Shape
from kibitz.drawing.pen import Pen, width_of

SIZE = 13.0  # of the letters
FEW = 24  # so few points that each gets a dot
TICKS = 5  # about so many numbers beside an axis
SAMPLE = 26.0  # the length of a line in a legend
MARKS = 50  # at most so many triangles along an edge
# Lines differ in the shape of their dots, not only in colour.
STROKES = (("#1c5aa6", "#74b4ff"), ("#b3410f", "#ff9d62"), ("#6d3aa3", "#c79bff"), ("#1d7a4c", "#67d39a"))
SHAPES: tuple[Shape, ...] = ("round", "square", "hex")
LOOKS = (
    ".kb .kb-course {fill:none;stroke-width:2.5;stroke:#1c5aa6} .kb .kb-band {fill:#1c5aa6;opacity:.2} "
    ".kb .kb-rule {stroke:#8a8577;opacity:.45} .kb .kb-error {stroke:#2b2923;stroke-width:2;fill:none} "
    ".kb .kb-left {text-anchor:start} .kb .kb-right {text-anchor:end} "
    ".kb .kb-guide {fill:none;stroke:#6a6355;stroke-width:1.2;stroke-dasharray:5 4} .kb .kb-faint {opacity:.45} "
    ".kb .kb-fine {stroke-width:1.5} "
    + " ".join(f".kb .kb-c{number} {{stroke:{day}}}" for number, (day, _) in enumerate(STROKES))
    + " @media (prefers-color-scheme: dark) { .kb .kb-course {stroke:#74b4ff} .kb .kb-band {fill:#74b4ff} "
    ".kb .kb-error {stroke:#e7e5df} .kb .kb-guide {stroke:#a9adb8} "
    + " ".join(f".kb .kb-c{number} {{stroke:{night}}}" for number, (_, night) in enumerate(STROKES))
    + " }"
)

Range = tuple[float, float]
LegendEntry = tuple[str, str, Shape | None]


@dataclass(frozen=True)
class Panel:
    """A part of a picture in pixels, with the numbers along its two sides."""

    pen: Pen
    left: float
    top: float
    right: float
    bottom: float
    across: Range
    up: Range
    is_log: bool = False

    def x(self, number: float) -> float:
        """The x of a number."""
        start, end = self.across
        return self.left + (self.right - self.left) * (number - start) / (end - start)

    def y(self, number: float) -> float:
        """The y of a number; beyond the panel, its edge."""
        low, high = self.up
        number = min(max(number, low), high)
        if self.is_log:
            low, high, number = log10(low), log10(high), log10(number)
        return self.bottom - (self.bottom - self.top) * (number - low) / (high - low)

    def points(self, xs: Iterable[float], ys: Iterable[float]) -> tuple[tuple[float, float], ...]:
        """The places of some points."""
        return tuple((self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True))

    def draw_scale(self, ticks: Iterable[float], write: Callable[[float], str] = "{:g}".format) -> None:
        """Rules across the panel, with numbers at the left."""
        for number in ticks:
            self.pen.line("kb-rule", (self.left, self.y(number)), (self.right, self.y(number)))
            self.pen.text("kb-label kb-right", self.left - 6, self.y(number), SIZE, write(number), self.left - 8)

    def draw_counts(self, ticks: Iterable[float], write: Callable[[float], str] = "{:g}".format) -> None:
        """Numbers below the panel."""
        for number in ticks:
            self.pen.line("kb-rule", (self.x(number), self.bottom), (self.x(number), self.bottom + 4))
            self.pen.text("kb-label", self.x(number), self.bottom + 14, SIZE, write(number))

    def draw_line(self, kind: str, xs: Sequence[float], ys: Sequence[float], shape: Shape = "round") -> None:
        """A line, with dots if they are few, and triangles at the edge for numbers beyond it."""
        points = self.points(xs, ys)
        if len(points) > 1:
            self.pen.line(f"kb-course {kind}", *points)
        for x, y in points if len(points) <= FEW else ():
            self.pen.outline("kb-none", shape, x, y, 6.5)
        for is_top, edge in ((True, self.up[1]), (False, self.up[0])):
            beyond = [x for x, y in zip(xs, ys, strict=True) if (y > edge if is_top else y < edge)]
            for x in beyond[:: max(1, len(xs) // MARKS)]:
                self.pen.triangle("kb-none kb-beyond", self.x(x), self.y(edge), 9, is_top)

    def draw_band(self, xs: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> None:
        """A band between two numbers at each x."""
        if len(xs) > 1:
            self.pen.polygon("kb-band", *self.points(xs, highs), *reversed(self.points(xs, lows)))
        elif xs:
            x = self.x(xs[0])
            self.pen.box("kb-band", x - 3, self.y(highs[0]), 6, self.y(lows[0]) - self.y(highs[0]), 0)

    def draw_guide(self, number: float, text: str = "", kind: str = "") -> None:
        """A dashed line across the panel, with a text."""
        self.pen.line(f"kb-guide {kind}", (self.left, self.y(number)), (self.right, self.y(number)))
        if text:
            self.pen.text("kb-label kb-left", self.left + 4, self.y(number) - 9, SIZE, text)


def draw_legend(pen: Pen, left: float, top: float, width: float, entries: Sequence[LegendEntry]) -> None:
    """Draw each line's class, text and dot, as many side by side as fit."""
    x, y = left, top
    for kind, text, shape in entries:
        wide = SAMPLE + 6 + width_of(text, SIZE) + 18
        if x > left and x + wide > left + width:
            x, y = left, y + 20
        pen.line(kind, (x, y), (x + SAMPLE, y))
        if shape is not None:
            pen.outline("kb-none", shape, x + SAMPLE / 2, y, 6.5)
        pen.text("kb-label kb-left", x + SAMPLE + 6, y, SIZE, text)
        x += wide


def round_numbers(start: float, end: float, least: float = 0.0) -> list[float]:
    """Round numbers in a range, at least `least` apart."""
    rough = max((end - start) / TICKS, least)
    power = 10.0 ** floor(log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough * (1 - 1e-9))
    first = -(-start // step)
    return [(first + number) * step for number in range(2 * TICKS + 2) if (first + number) * step <= end * (1 + 1e-9)]


def window(series: Iterable[Sequence[float]], centre: float, least: float, most: float) -> Range:
    """The range of an axis: the later half of all series (few numbers: all) and `centre`.

    It reaches `least` to `most` to each side of the centre; a third of `most` if all is infinite. The first few games may say
    anything; showing them all would flatten the rest.
    """
    halves = [numbers[len(numbers) // 2 :] if len(numbers) > FEW else numbers for numbers in series]
    later = [number for numbers in halves for number in numbers if isfinite(number)]
    least = least if later else most / 3
    low, high = min([*later, centre - least]), max([*later, centre + least])
    room = (high - low) / 6
    return max(low - room, centre - most), min(high + room, centre + most)
