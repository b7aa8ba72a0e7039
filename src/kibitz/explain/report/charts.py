"""The plots of a report, SVG pictures in the looks of the house: bars with their errors, columns, and a line with its band."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from kibitz.drawing.pen import Pen

WIDTH, HEIGHT, SIZE = 640.0, 260.0, 13.0
LEFT, RIGHT, ABOVE, BELOW = 56.0, 16.0, 14.0, 44.0
ROW, NAME_ROOM, TEXT_ROOM = 26.0, 190.0, 150.0
MOST_COLUMNS = 24
TICKS = 5  # about so many numbers beside an axis
LOOKS = (
    ".kb .kb-course {fill:none;stroke-width:2.5;stroke:#1c5aa6} .kb .kb-band {fill:#1c5aa6;opacity:.2} "
    ".kb .kb-rule {stroke:#8a8577;opacity:.45} .kb .kb-error {stroke:#2b2923;stroke-width:2;fill:none} "
    ".kb .kb-left {text-anchor:start} .kb .kb-right {text-anchor:end} "
    "@media (prefers-color-scheme: dark) { .kb .kb-course {stroke:#74b4ff} .kb .kb-band {fill:#74b4ff} "
    ".kb .kb-error {stroke:#e7e5df} }"
)


@dataclass(frozen=True)
class Bar:
    """A row of a plot: its name, a number from 0 to 1 with the ends of its interval, and how it is written."""

    name: str
    value: float
    low: float
    high: float
    text: str


def bars(title: str, about: str, rows: Sequence[Bar], even: float | None = None) -> Pen:
    """Lying bars from 0 to 1, each with its interval; `even`: where a line stands."""
    high = ABOVE + ROW * len(rows) + 8
    pen = _blank(title, about, high)
    room = WIDTH - NAME_ROOM - TEXT_ROOM

    def at(share: float) -> float:
        return NAME_ROOM + room * min(1.0, max(0.0, share))

    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        pen.line("kb-rule", (at(tick), ABOVE - 4), (at(tick), high - 4))
    for place, row in enumerate(rows):
        middle = ABOVE + ROW * (place + 0.5)
        pen.text("kb-label kb-right", NAME_ROOM - 8, middle, SIZE, row.name, NAME_ROOM - 16)
        pen.box("kb-p0", at(0), middle - ROW * 0.3, max(1.0, at(row.value) - at(0)), ROW * 0.6, 2)
        pen.lines(
            "kb-error",
            ((at(row.low), middle), (at(row.high), middle)),
            *(((at(end), middle - 4), (at(end), middle + 4)) for end in (row.low, row.high)),
        )
        pen.text("kb-label kb-left", WIDTH - TEXT_ROOM + 10, middle, SIZE, row.text, TEXT_ROOM - 16)
    if even is not None:
        pen.line("kb-error", (at(even), ABOVE - 6), (at(even), high - 2))
    return pen


@dataclass(frozen=True)
class Frame:
    """Where numbers lie in a plot with two axes that begin at `start` and at 0."""

    start: float
    end: float
    top: float

    def x(self, number: float) -> float:
        """From left to right."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (number - self.start) / (self.end - self.start)

    def y(self, number: float) -> float:
        """From below upwards."""
        return HEIGHT - BELOW - (HEIGHT - ABOVE - BELOW) * number / self.top

    def draw(self, pen: Pen, below: str, beside: str, counts: bool = False) -> None:
        """The axes with their numbers, and what they are of; `counts`: what stands upwards is counted, in whole numbers."""
        for number in _ticks(0, self.top, float(counts)):
            pen.line("kb-rule", (LEFT, self.y(number)), (WIDTH - RIGHT, self.y(number)))
            pen.text("kb-label kb-right", LEFT - 6, self.y(number), SIZE, f"{number:g}", LEFT - 8)
        for number in _ticks(self.start, self.end, 1.0):
            pen.line("kb-rule", (self.x(number), HEIGHT - BELOW), (self.x(number), HEIGHT - BELOW + 4))
            pen.text("kb-label", self.x(number), HEIGHT - BELOW + 14, SIZE, f"{number:g}")
        pen.text("kb-label", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, SIZE, f"{beside}, by {below}")


def columns(title: str, about: str, counts: dict[int, int], below: str, beside: str) -> Pen:
    """How often each whole number came, in as many columns as can be told apart."""
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // MOST_COLUMNS))
    heights: dict[int, int] = {}
    for number, count in counts.items():
        start = least + (number - least) // step * step
        heights[start] = heights.get(start, 0) + count
    pen = _blank(title, about)
    frame = Frame(least, most + step, max(heights.values()) * 1.05)
    frame.draw(pen, below, beside, counts=True)
    for start, count in sorted(heights.items()):
        left, top = frame.x(start), frame.y(count)
        pen.box("kb-p0", left + 1, top, max(1.0, frame.x(start + step) - left - 2), frame.y(0) - top, 0)
    return pen


def course(
    title: str,
    about: str,
    points: Sequence[tuple[float, float]],
    band: Sequence[tuple[float, float, float]],
    below: str,
    beside: str,
) -> Pen:
    """A line through points, and a band behind it: for each x from where to where."""
    pen = _blank(title, about)
    numbers = [x for x, _ in points]
    top = max([y for _, y in points] + [high for _, _, high in band])
    frame = Frame(min(numbers), max(max(numbers), min(numbers) + 1), max(top, 1e-9) * 1.05)
    frame.draw(pen, below, beside)
    if len(band) > 1:
        upper = [(frame.x(x), frame.y(high)) for x, _, high in band]
        lower = [(frame.x(x), frame.y(low)) for x, low, _ in band]
        pen.polygon("kb-band", *upper, *reversed(lower))
    line = tuple((frame.x(x), frame.y(y)) for x, y in points)
    if len(line) > 1:
        pen.line("kb-course", *line)
    else:
        pen.outline("kb-p0", "round", *line[0], 8)
    return pen


def _blank(title: str, about: str, height: float = HEIGHT) -> Pen:
    """An empty picture that has a name, and a description for those who cannot see it; the page has its looks."""
    pen = Pen.blank(WIDTH, height)
    pen.words("title", title)
    pen.words("desc", about)
    pen.box("kb-ground", 0, 0, WIDTH, height)
    return pen


def _ticks(start: float, end: float, least: float = 0.0) -> list[float]:
    """Round numbers from one to the other, which lie `least` apart."""
    rough = max((end - start) / TICKS, least)
    power = 10.0 ** floor(log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough * (1 - 1e-9))
    first = -(-start // step)
    return [(first + number) * step for number in range(2 * TICKS + 2) if (first + number) * step <= end * (1 + 1e-9)]
