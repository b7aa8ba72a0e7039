"""How a tuning went: each parameter over the steps, within its range, from its start value to the final one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kibitz.plots import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PANELS = 60  # more parameters share one
COLUMNS = 5
LONGEST = 22  # letters of a name

Range = tuple[float, float]


def tuning_path(
    steps: Sequence[int], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range], title: str = ""
) -> Figure:
    """The `values` of each parameter after so many `steps`; the first of them is the start value, the last the final one."""
    x, *lines = paper.thin_out(steps, *values.values())
    named = dict(zip(values, lines, strict=True))
    with paper.look():
        figure = _panels(x, named, ranges) if len(named) <= MOST_PANELS else _together(x, named, ranges)
        return paper.titled(figure, title)


def _panels(steps: Sequence[float], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range]) -> Figure:
    """A small plot for each parameter, with its range from the bottom to the top."""
    columns = min(COLUMNS, math.ceil(math.sqrt(len(values))))
    rows = math.ceil(len(values) / columns)
    figure = paper.new_figure(max(2.3 * columns, 4.6), 1.55 * rows + 1)
    panels = figure.subplots(rows, columns, sharex=True, squeeze=False).flatten()
    for axes, (name, path) in zip(panels, values.items(), strict=False):
        low, high = ranges[name]
        axes.axhline(path[0], color=paper.GUIDE, linestyle=":", linewidth=1.2, label="start")
        axes.plot(steps, path, color=paper.LINE, linewidth=1.2, label="value after each step")
        axes.plot(steps[-1:], path[-1:], "o", color=paper.OTHER, markersize=4, clip_on=False, zorder=5, label="final")
        width = high - low or 1.0
        digits = max(0, 2 - math.floor(math.log10(width)))
        axes.set_title(f"{_short(name)}\n{path[0]:,.{digits}f} → {path[-1]:,.{digits}f}", fontsize=8, pad=6)
        axes.set_yticks([low, high], [f"{low:,.6g}", f"{high:,.6g}"])
        axes.set_ylim(low - width / 30, high + width / 30)
        axes.set_xticks(sorted({steps[0], steps[-1]}), [f"{step:,.0f}" for step in sorted({steps[0], steps[-1]})])
        axes.tick_params(labelsize=7)
    for axes in panels[len(values) :]:
        axes.set_visible(False)
    for column in range(columns):  # the lowest panel of a column may stand above the last row
        panels[column + (len(values) - 1 - column) // columns * columns].tick_params(labelbottom=True)
    handles, labels = panels[0].get_legend_handles_labels()
    says = "from the left to the right the steps; from the bottom to the top the range"
    figure.legend(handles, labels, loc="outside lower center", ncols=3, title=says, title_fontsize=8, fontsize=8)
    return figure


def _together(steps: Sequence[float], values: Mapping[str, Sequence[float]], ranges: Mapping[str, Range]) -> Figure:
    """All parameters in one plot, from the lower end of the range of each to the upper."""
    figure = paper.new_figure(7.5, 5)
    axes = figure.subplots()
    for name, path in values.items():
        low, high = ranges[name]
        scaled = [(value - low) / (high - low) if high > low else 0.5 for value in path]
        axes.plot(steps, scaled, color=paper.LINE, linewidth=0.7, alpha=0.4)
        axes.plot(steps[-1:], scaled[-1:], "o", color=paper.OTHER, markersize=3, clip_on=False, zorder=5)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 1], ["lowest", "highest"])
    axes.set_ylabel(f"{len(values)} parameters, each within its range")
    paper.counted(axes, "steps", steps[-1])
    return figure


def _short(name: str) -> str:
    """A name that fits over a panel: its end tells more than its middle."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2 - 2]}...{name[-LONGEST // 2 :]}"
