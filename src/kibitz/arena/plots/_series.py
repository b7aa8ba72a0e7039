"""Numbers made fit to be drawn: not too many, within a window, and those outside marked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kibitz.errors import PlotError
from kibitz.plots.paper import LINE

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
