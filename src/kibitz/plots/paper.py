"""What all plots are drawn on: figures that look alike whatever the user has set, series that are not too long, and files."""

from __future__ import annotations

import math
import os
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import PlotError
from kibitz.files.whole_file import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# How an SVG plot looks where the reader's system asks for dark: the same lines in lighter colours, on a dark ground.

INK = "#E7E5DF"
END = b"</style>"  # of the one style sheet that matplotlib writes


def adaptive(svg: bytes, colours: Mapping[str, str]) -> bytes:
    """The plot with a rule for each of its `colours`: what each becomes in the dark. Texts without a colour become ink."""
    rules = [
        f'[style*="{what}: {light.lower()}"]{{{what}:{dark} !important}}'  # only that outdoes the style attributes
        for light, dark in colours.items()
        for what in ("fill", "stroke")
    ]
    sheet = f"@media (prefers-color-scheme: dark){{text{{fill:{INK}}} {' '.join(rules)}}}"
    return svg.replace(END, sheet.encode() + END, 1)


# Colours of Okabe and Ito, which all kinds of eyes can tell apart (the third and fourth darker, for thin lines); lines differ
# in their style as well.
LINE, OTHER, THIRD, FOURTH, GUIDE = "#0072B2", "#D55E00", "#007A59", "#A1487A", "#595959"
GRID = "#E6E6E6"
DARK = {
    LINE: "#6CB8F0",
    OTHER: "#FF9D62",
    THIRD: "#4FCFA5",
    FOURTH: "#E59CC4",
    GUIDE: "#A9ADB8",
    GRID: "#353941",
    "#FFFFFF": "#1D1F24",
    "#000000": INK,
}
LOOK = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # the one that comes with matplotlib
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 9.0,  # a triangle at the edge needs room
    "axes.titlesize": 9.0,
    "axes.grid": True,
    "grid.color": GRID,
    "lines.linewidth": 1.4,
    "legend.frameon": False,
    "savefig.dpi": 150.0,
    "text.parse_math": False,  # a name may hold a dollar sign
    "svg.fonttype": "none",  # text stays text: it can be searched, and read aloud
    "svg.hashsalt": "kibitz",
}
NO_DATE: dict[str, dict[str, Any]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}


def ready(file: str | Path) -> None:
    """Raises PlotError when no plot can be written to `file`: asked before the games, not after them."""
    path = Path(file)
    if path.suffix.lower() not in NO_DATE:
        raise PlotError(f"a plot is written as .svg or .png, and {path.name!r} ends with neither: name it {path.name}.svg")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise PlotError(f"the plot {path} cannot be written: there is no folder {path.parent} to write to")
    _there()


@contextmanager
def look() -> Iterator[None]:
    """Draw and save in here: matplotlib's own settings, and those of all plots."""
    _there()
    import matplotlib.style

    with matplotlib.style.context(["default", LOOK]):
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, `width` by `height` inches, whose parts make room for each other."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def titled(figure: Figure, title: str) -> Figure:
    """The figure with a title over all of it, in as many lines as it needs."""
    if title:
        figure.suptitle(textwrap.fill(title, int(11 * figure.get_figwidth())), fontsize=10)
    return figure


def save(figure: Figure, file: str | Path) -> None:
    """Writes a figure; the ending of the file says which format, and an SVG is dark where its reader's system is.

    Raises PlotError.
    """
    ready(file)
    kind = Path(file).suffix.lower()
    try:
        with look(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing from font")  # in a name; a box stands for it
            picture = BytesIO()
            figure.savefig(picture, format=kind[1:], metadata=NO_DATE[kind])
        drawing = picture.getvalue()
        write_whole(Path(file), adaptive(drawing, DARK) if kind == ".svg" else drawing)
    except OSError as problem:
        raise PlotError(f"the plot {file} cannot be written: {problem.strerror}") from None


def counted(axes: Axes, what: str, last: float) -> None:
    """A horizontal axis that counts from 0 to `last`: whole numbers, with commas between the thousands."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_xlim(0, 1.02 * max(last, 1))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
    axes.set_xlabel(what)


def in_powers(axes: Axes, what: str) -> None:
    """A vertical axis on a logarithmic scale: 1, 10, 100, 1,000, ..."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    axes.yaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylabel(what)


def _there() -> None:
    if find_spec("matplotlib") is None:
        raise PlotError("plots need matplotlib, which is not installed: pip install 'kibitz[plot]'")


# Numbers made fit to be drawn: not too many, within a window, and those outside marked.


if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 1000  # points of a line: there are no more on paper
FEW = 24  # so few that each gets a dot

Window = tuple[float, float]


def thin_out(*series: Sequence[float]) -> list[list[float]]:
    """The series, each at the same evenly spread places if they are long; the first and the last are always among them."""
    count = len(series[0])
    if any(len(numbers) != count for numbers in series):
        raise ValueError(f"series of one plot must be equally long, not {', '.join(str(len(numbers)) for numbers in series)}")
    if count == 0:
        raise PlotError("there is nothing to draw yet: no result has come in")
    places = range(count) if count <= MOST else [step * (count - 1) // (MOST - 1) for step in range(MOST)]
    return [[float(numbers[place]) for place in places] for numbers in series]


def window(series: Iterable[Sequence[float]], centre: float, least: float, most: float) -> Window:
    """What a vertical axis shows: the later half of all series (few numbers: all) with room around it, and `centre`.

    At least `least` and at most `most` to each side of the centre. The first few games may say anything; were all shown, what
    comes later would be a flat line. Where all is infinite, a third of `most` will do.
    """
    halves = [numbers[len(numbers) // 2 :] if len(numbers) > FEW else numbers for numbers in series]
    later = [number for numbers in halves for number in numbers if math.isfinite(number)]
    least = least if later else most / 3
    low, high = min([*later, centre - least]), max([*later, centre + least])
    room = (high - low) / 6
    return max(low - room, centre - most), min(high + room, centre + most)


def within(numbers: Sequence[float], limits: Window) -> list[float]:
    """The numbers, those outside moved to the edge."""
    return [min(max(number, limits[0]), limits[1]) for number in numbers]


def line(axes: Axes, x: Sequence[float], y: Sequence[float], limits: Window) -> None:
    """A line with dots where they are few, and a triangle at the edge of the axis for what lies beyond it."""
    axes.plot(x, within(y, limits), color=LINE, marker="o" if len(x) <= FEW else "", markersize=4)
    for marker, edge, beyond in (
        ("^", limits[1], [number > limits[1] for number in y]),
        ("v", limits[0], [number < limits[0] for number in y]),
    ):
        places = [place for place, out in zip(x, beyond, strict=True) if out][:: max(1, len(x) // 50)]
        if places:
            axes.plot(places, [edge] * len(places), marker, color=LINE, markersize=7, clip_on=False, zorder=5)
    axes.set_ylim(limits)
