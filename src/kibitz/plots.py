"""Plots of matches, tunings, learning and searches, as SVG or PNG: the same numbers make the same file, byte for byte."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.registry import spec_of
from kibitz.drawing import raster
from kibitz.drawing.chart import LOOKS, SHAPES, SIZE, STROKES, LegendEntry, Panel, Range, draw_legend, round_numbers, window
from kibitz.drawing.looks import sheet
from kibitz.drawing.pen import Pen, page
from kibitz.errors import PictureError, PlotError
from kibitz.files.whole_file import write_whole

if TYPE_CHECKING:
    from kibitz.explain.growth import Growth

FORMATS = (".svg", ".png")
MOST = 1000  # points of a line: there are no more on paper
HIGHEST = 1200.0  # Elo: more than a score of 99.9 %
WIDTH, LEFT, RIGHT = 720.0, 76.0, 700.0
HEAD, FOOT = 40.0, 48.0  # above the first panel and below the last


def ready(file: str | Path) -> None:
    """Raises PlotError when no plot can be written to `file`: asked before the games, not after them."""
    path = Path(file)
    if path.suffix.lower() not in FORMATS:
        raise PlotError(f"a plot is written as .svg or .png, and {path.name!r} ends with neither: name it {path.name}.svg")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise PlotError(f"the plot {path} cannot be written: there is no folder {path.parent} to write to")
    if path.suffix.lower() == ".png":
        try:
            raster.check()
        except PictureError as problem:
            raise PlotError(str(problem)) from None


def save(picture: str, file: str | Path) -> None:
    """Writes a plot; the ending of the file says which format. Raises PlotError."""
    ready(file)
    try:
        write_whole(Path(file), raster.png(picture) if Path(file).suffix.lower() == ".png" else picture.encode())
    except OSError as problem:
        raise PlotError(f"the plot {file} cannot be written: {problem.strerror}") from None


def progress(
    games: Sequence[int],
    score: Sequence[float],
    elo: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    title: str = "",
) -> str:
    """The score (from 0 to 1) and the Elo by the number of `games`, with the 95 % band from `low` to `high`.

    Elo and its band may be infinite: that is drawn at the edge, as a triangle.
    """
    x, scores, elos, lows, highs = thin_out(games, score, elo, low, high)
    percent = [100 * value for value in scores]
    first = f"score in %, at the end {percent[-1]:.1f} %"
    second = f"Elo, at the end {_format_elo(elos[-1])}; 95 % band from {_format_elo(lows[-1])} to {_format_elo(highs[-1])}"
    pen = _blank(470, title, f"{first}; {second}")
    above = _panel(pen, 1, 192, x[-1], window([percent], 50, 5, 53), first)
    above.draw_guide(50)
    above.draw_line("", x, percent)
    below = _panel(pen, 206, 470 - FOOT, x[-1], window([elos, lows, highs], 0, 10, HIGHEST), second, "games")
    below.draw_guide(0)
    below.draw_band(x, lows, highs)
    below.draw_line("", x, elos)
    return pen.done()


def _format_elo(elo: float) -> str:
    return f"{elo:+z.1f}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"


def sprt_path(
    pairs: Sequence[int],
    llr: Sequence[float],
    lower: float,
    upper: float,
    elo0: float,
    elo1: float,
    title: str = "",
    unit: str = "Elo",
) -> str:
    """The ratio by the number of `pairs`: at `upper` the test accepts a difference of elo1, at `lower` one of elo0, in
    `unit`.
    """
    x, ratios = thin_out(pairs, llr)
    known = [ratio for ratio in ratios if math.isfinite(ratio)]
    low, high = min([lower, *known]), max([upper, *known])
    room = (high - low) / 7
    heading = f"log-likelihood ratio, at the end {ratios[-1]:.2f}"
    pen = _blank(340, title, heading)
    panel = _panel(pen, 1, 340 - FOOT, x[-1], (low - room, high + room), heading, "pairs of games")
    panel.draw_guide(upper, f"{upper:.2f}: H1 is accepted, {elo1:g} {unit}", "kb-c0")
    panel.draw_guide(lower, f"{lower:.2f}: H0 is accepted, {elo0:g} {unit}", "kb-c1")
    panel.draw_line("", x, ratios)
    return pen.done()


def learning_curve(minutes: Sequence[float], elo: Sequence[float], error: Sequence[float], title: str = "") -> str:
    """The strength by `minutes` of learning, in Elo relative to the start, with its 95 % band."""
    x, elos, errors = thin_out(minutes, elo, error)
    lows = [one - wide for one, wide in zip(elos, errors, strict=True)]
    highs = [one + wide for one, wide in zip(elos, errors, strict=True)]
    bottom, top = min([*lows, 0.0]), max([*highs, 10.0])
    room, heading = (top - bottom) / 20, f"Elo, at the end {elos[-1]:+.0f} +- {errors[-1]:.0f}"
    pen = _blank(340, title, heading)
    panel = _panel(pen, 1, 340 - FOOT, x[-1], (bottom - room, top + room), heading, "minutes", 0.01)
    panel.draw_guide(0)
    panel.draw_band(x, lows, highs)
    panel.draw_line("", x, elos)
    return pen.done()


MOST_PANELS = 60  # more parameters share one
COLUMNS = 5
LONGEST = 22  # letters of a name


def tuning_path(
    steps: Sequence[int], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range], title: str = ""
) -> str:
    """The `values` of each parameter by the number of `steps`, from the start value to the final one."""
    x, *lines = thin_out(steps, *values.values())
    named = dict(zip(values, lines, strict=True))
    about = "; ".join(f"{name} from {path[0]:g} to {path[-1]:g}" for name, path in named.items())
    return (_panels if len(named) <= MOST_PANELS else _together)(x, named, ranges, title, about)


def _panels(
    steps: Sequence[float], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range], title: str, about: str
) -> str:
    """A small panel for each parameter, with its range from the bottom to the top."""
    columns = min(COLUMNS, math.ceil(math.sqrt(len(values))))
    wide, high = (WIDTH - 16) / columns, 130.0
    rows = math.ceil(len(values) / columns)
    pen = _blank(HEAD + rows * high + 66, title, about)
    for place, (name, path) in enumerate(values.items()):
        (low, most), left, top = ranges[name], 8 + place % columns * wide, HEAD + place // columns * high
        width = most - low or 1.0
        across = (steps[0], max(steps[-1], steps[0] + 1))
        panel = Panel(
            pen, left + 56, top + 34, left + wide - 12, top + high - 22, across, (low - width / 30, most + width / 30)
        )
        digits = max(0, 2 - math.floor(math.log10(width)))
        pen.text("kb-none", left + wide / 2, top + 8, SIZE, _short(name), wide - 8)
        pen.text("kb-label", left + wide / 2, top + 23, SIZE, f"{path[0]:,.{digits}f} → {path[-1]:,.{digits}f}", wide - 8)
        for number in sorted({low, most}):
            pen.line("kb-rule", (panel.left, panel.y(number)), (panel.right, panel.y(number)))
            pen.text("kb-label kb-right", panel.left - 4, panel.y(number), SIZE - 2, f"{number:,.6g}", 50)
        if place + columns >= len(values):
            panel.draw_counts(sorted({steps[0], steps[-1]}), "{:,.0f}".format)
        panel.draw_guide(path[0])
        pen.line("kb-course kb-fine", *panel.points(steps, path))
        pen.outline("kb-p1", "round", *panel.points(steps[-1:], path[-1:])[0], 7)
    foot = HEAD + rows * high + 18
    entries: list[LegendEntry] = [("kb-guide", "start", None), ("kb-course kb-fine", "value after each step", None)]
    draw_legend(pen, LEFT, foot, RIGHT - LEFT, entries)
    pen.outline("kb-p1", "round", 380, foot, 7)
    pen.text("kb-label kb-left", 390, foot, SIZE, "final")
    says = "from the left to the right the steps; from the bottom to the top the range"
    pen.text("kb-label kb-left", LEFT, foot + 22, SIZE, says)
    return pen.done()


def _together(
    steps: Sequence[float], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range], title: str, about: str
) -> str:
    """All parameters in one panel, from the lower end of the range of each to the upper."""
    pen = _blank(400, title, about)
    pen.text("kb-none kb-left", LEFT, HEAD + 8, SIZE, f"{len(values)} parameters, each within its range")
    panel = Panel(pen, LEFT, HEAD + 24, RIGHT, 400 - FOOT, (0, max(1.02 * steps[-1], 1)), (-0.02, 1.02))
    panel.draw_scale((0.0, 1.0), lambda number: "highest" if number else "lowest")
    panel.draw_counts(round_numbers(0, panel.across[1], 1), "{:,.0f}".format)
    pen.text("kb-label", (LEFT + RIGHT) / 2, 400 - 12, SIZE, "steps")
    for name, path in values.items():
        low, high = ranges[name]
        scaled = [(value - low) / (high - low) if high > low else 0.5 for value in path]
        pen.line("kb-course kb-fine kb-faint", *panel.points(steps, scaled))
        pen.outline("kb-p1", "round", *panel.points(steps[-1:], scaled[-1:])[0], 5)
    return pen.done()


def _short(name: str) -> str:
    """A name that fits over a panel: its end tells more than its middle."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2 - 2]}...{name[-LONGEST // 2 :]}"


LONG = 1e8  # a number with too many digits for the margin
REFERENCES = ((1.0, "b^m"), (0.5, "b^(m/2)"))


def growth(found: Growth) -> str:
    """A line for each search, with its effective branching factor, and one for each of the two that the books compare with.

    Raises PlotError where nothing is measured.
    """
    if not found.rows:
        raise PlotError("there is nothing to draw yet: no search has reached depth 1")
    most = max(row.nodes for row in found.rows)
    lines, entries = [], list[LegendEntry]()
    for place, search in enumerate(found.searches):
        if rows := found.of(search):
            kind, shape = f"kb-c{place % len(STROKES)}", SHAPES[place % len(SHAPES)]
            lines.append((kind, shape, rows))
            text = f"{search}: b* = {rows[-1].effective:.2f} at depth {rows[-1].depth}"
            entries.append((f"kb-course {kind}", text, shape))
    guides = []
    if (b := found.branching) is not None:
        for power, name in REFERENCES:
            depths = [depth for depth in range(found.deepest + 1) if b ** (power * depth) <= 10 * most]
            guides.append((depths, [b ** (power * depth) for depth in depths]))
            entries.append(("kb-guide", f"{name}: {'b' if power == 1 else '√b'} = {b**power:.2f}", None))
    moves = " ".join(found.position.names())
    title = f"{spec_of(found.position.game)}: the cost of searching{' after ' + moves if moves else ''}"
    height = 380 + 20 * len(entries)
    pen = _blank(height, title, "; ".join(text for _, text, _ in entries))
    pen.text("kb-none kb-left", LEFT, HEAD + 8, SIZE, "nodes")
    powers = math.ceil(math.log10(max(10, most, *(one for _, heights in guides for one in heights))))
    across = (0.0, 1.02 * max(found.deepest, 1))
    panel = Panel(pen, LEFT, HEAD + 24, RIGHT, 380 - FOOT, across, (1.0, 10.0**powers), is_log=True)
    panel.draw_scale([10.0**power for power in range(0, powers + 1, -(-powers // 8))], _format_power)
    panel.draw_counts(round_numbers(0, found.deepest, 1), "{:,.0f}".format)
    pen.text("kb-label", (LEFT + RIGHT) / 2, 380 - 12, SIZE, "depth in plies")
    for depths, heights in guides:
        pen.line("kb-guide", *panel.points(depths, heights))
    for kind, shape, rows in lines:
        panel.draw_line(kind, [row.depth for row in rows], [row.nodes for row in rows], shape)
    draw_legend(pen, LEFT, 394, RIGHT - LEFT, entries)
    return pen.done()


def _format_power(number: float) -> str:
    return f"{number:,.0f}" if number < LONG else f"10^{math.log10(number):.0f}"


def _blank(height: float, title: str, about: str) -> Pen:
    pen = page(WIDTH, height, title or "Plot", about, f"{sheet()} {LOOKS}")
    pen.text("kb-none", WIDTH / 2, 18, SIZE + 1, title, WIDTH - 24)
    return pen


def _panel(
    pen: Pen, top: float, bottom: float, last: float, up: Range, heading: str, below: str = "", least: float = 1.0
) -> Panel:
    """A panel under its heading, with counts from 0 to `last` of what stands `below` it."""
    top = top + HEAD - 1
    pen.text("kb-none kb-left", LEFT, top + 8, SIZE, heading, RIGHT - LEFT)
    panel = Panel(pen, LEFT, top + 26, RIGHT, bottom, (0, 1.02 * max(last, least)), up)
    panel.draw_scale(round_numbers(*up))
    if below:
        panel.draw_counts(round_numbers(0, panel.across[1], 0 if least < 1 else 1), "{:,g}".format)
        pen.text("kb-label", (LEFT + RIGHT) / 2, bottom + FOOT - 12, SIZE, below)
    return panel


def thin_out(*series: Sequence[float]) -> list[list[float]]:
    """The series, each at the same evenly spread places if they are long; the first and the last are always among them."""
    count = len(series[0])
    if any(len(numbers) != count for numbers in series):
        raise ValueError(f"series of one plot must be equally long, not {', '.join(str(len(numbers)) for numbers in series)}")
    if count == 0:
        raise PlotError("there is nothing to draw yet: no result has come in")
    places = range(count) if count <= MOST else [step * (count - 1) // (MOST - 1) for step in range(MOST)]
    return [[float(numbers[place]) for place in places] for numbers in series]
