"""The plots of a report: bars with errors, columns, and a line with its band."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.drawing.chart import SIZE, Panel, round_numbers
from kibitz.drawing.pen import Pen

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, ABOVE, BELOW = 56.0, 16.0, 14.0, 44.0
ROW, NAME_ROOM, TEXT_ROOM = 26.0, 190.0, 150.0
MOST_COLUMNS = 24


@dataclass(frozen=True)
class Bar:
    """A row of a plot: its name, a share with its interval, and the text beside it."""

    name: str
    value: float
    low: float
    high: float
    text: str


def bars(title: str, about: str, rows: Sequence[Bar], even: float | None = None) -> Pen:
    """Horizontal bars from 0 to 1, each with its interval; `even`: where a line stands."""
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


def _panel(pen: Pen, across: tuple[float, float], top: float, below: str, beside: str, counts: bool = False) -> Panel:
    """A panel with its axes and their names; `counts`: the vertical axis counts in whole numbers."""
    panel = Panel(pen, LEFT, ABOVE, WIDTH - RIGHT, HEIGHT - BELOW, across, (0, top))
    panel.draw_scale(round_numbers(0, top, float(counts)))
    panel.draw_counts(round_numbers(*across, 1.0))
    pen.text("kb-label", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, SIZE, f"{beside}, by {below}")
    return panel


def columns(title: str, about: str, counts: dict[int, int], below: str, beside: str) -> Pen:
    """The frequency of each whole number, in as many columns as the eye can tell apart."""
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // MOST_COLUMNS))
    heights: dict[int, int] = {}
    for number, count in counts.items():
        start = least + (number - least) // step * step
        heights[start] = heights.get(start, 0) + count
    pen = _blank(title, about)
    panel = _panel(pen, (least, most + step), max(heights.values()) * 1.05, below, beside, counts=True)
    for start, count in sorted(heights.items()):
        left, top = panel.x(start), panel.y(count)
        pen.box("kb-p0", left + 1, top, max(1.0, panel.x(start + step) - left - 2), panel.y(0) - top, 0)
    return pen


def course(
    title: str,
    about: str,
    points: Sequence[tuple[float, float]],
    band: Sequence[tuple[float, float, float]],
    below: str,
    beside: str,
) -> Pen:
    """A line through points, and a band: low and high for each x."""
    pen = _blank(title, about)
    numbers = [x for x, _ in points]
    top = max([y for _, y in points] + [high for _, _, high in band])
    panel = _panel(pen, (min(numbers), max(max(numbers), min(numbers) + 1)), max(top, 1e-9) * 1.05, below, beside)
    if len(band) > 1:
        panel.draw_band([x for x, _, _ in band], [low for _, low, _ in band], [high for _, _, high in band])
    line = panel.points(numbers, [y for _, y in points])
    if len(line) > 1:
        pen.line("kb-course", *line)
    else:
        pen.outline("kb-p0", "round", *line[0], 8)
    return pen


def _blank(title: str, about: str, height: float = HEIGHT) -> Pen:
    """An empty picture with a title and a description; the page has the style sheet."""
    pen = Pen.blank(WIDTH, height)
    pen.words("title", title)
    pen.words("desc", about)
    pen.box("kb-ground", 0, 0, WIDTH, height)
    return pen
