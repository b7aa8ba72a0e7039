"""The kinds of plots: how a match, its test and a tuning went, and how the cost of a search grows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kibitz.core.registry import spec_of
from kibitz.errors import PlotError
from kibitz.plots import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kibitz.explain.growth import Growth

HIGHEST = 1200.0  # Elo: more than a score of 99.9 %


def progress(
    games: Sequence[int],
    score: Sequence[float],
    elo: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    title: str = "",
) -> Figure:
    """After so many `games`: the score (from 0 to 1) and the Elo of all until then, with its 95 % band from `low` to `high`.

    Elo and its band may be infinite: that is drawn at the edge, a triangle on the line.
    """
    with paper.look():
        figure = paper.new_figure(7.5, 5.5)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=[2, 3])
        x, scores, elos, lows, highs = paper.thin_out(games, score, elo, low, high)
        percent = [100 * value for value in scores]
        paper.line(above, x, percent, paper.window([percent], 50, 5, 53))
        above.axhline(50, color=paper.GUIDE, linestyle="--", linewidth=1)
        above.set_title(f"score, at the end {percent[-1]:.1f} %")
        above.set_ylabel("%")
        limits = paper.window([elos, lows, highs], 0, 10, HIGHEST)
        bottom, top = paper.within(lows, limits), paper.within(highs, limits)
        if len(x) <= paper.FEW:
            below.vlines(x, bottom, top, color=paper.LINE, alpha=0.35, linewidth=5)
        else:
            below.fill_between(x, bottom, top, color=paper.LINE, alpha=0.2, linewidth=0)
        paper.line(below, x, elos, limits)
        below.axhline(0, color=paper.GUIDE, linestyle="--", linewidth=1)
        below.set_title(
            f"Elo, at the end {_format_elo(elos[-1])}; 95 % band from {_format_elo(lows[-1])} to {_format_elo(highs[-1])}"
        )
        below.set_ylabel("Elo")
        paper.counted(below, "games", x[-1])
        return paper.titled(figure, title)


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
) -> Figure:
    """The ratio after so many `pairs`; at `upper` the test says that the difference is elo1, at `lower` that it is elo0.

    `unit` is what the differences are measured in, as people call it.
    """
    with paper.look():
        figure = paper.new_figure(7.5, 4)
        axes = figure.subplots()
        x, ratios = paper.thin_out(pairs, llr)
        known = [ratio for ratio in ratios if math.isfinite(ratio)]
        low, high = min([lower, *known]), max([upper, *known])
        room = (high - low) / 7
        paper.line(axes, x, ratios, (low - room, high + room))
        for bound, style, colour, says, above in (
            (upper, "--", paper.LINE, f"{upper:.2f}: H1 is accepted, {elo1:g} {unit}", True),
            (lower, "-.", paper.OTHER, f"{lower:.2f}: H0 is accepted, {elo0:g} {unit}", False),
        ):
            axes.axhline(bound, color=colour, linestyle=style, linewidth=1)
            axes.annotate(
                says,
                (0, bound),
                xycoords=("axes fraction", "data"),
                xytext=(4, 4 if above else -4),
                textcoords="offset points",
                verticalalignment="bottom" if above else "top",
                color=colour,
            )
        axes.axhline(0, color=paper.GUIDE, linewidth=0.8, linestyle=":")
        paper.counted(axes, "pairs of games", x[-1])
        axes.set_ylabel(f"log-likelihood ratio, at the end {ratios[-1]:.2f}")
        return paper.titled(figure, title)


def learning_curve(minutes: Sequence[float], elo: Sequence[float], error: Sequence[float], title: str = "") -> Figure:
    """The strength after so many `minutes` of learning, in Elo relative to the start, with its 95 % band."""
    with paper.look():
        figure = paper.new_figure(7.5, 4)
        axes = figure.subplots()
        x, elos, errors = paper.thin_out(minutes, elo, error)
        low = [one - wide for one, wide in zip(elos, errors, strict=True)]
        high = [one + wide for one, wide in zip(elos, errors, strict=True)]
        axes.fill_between(x, low, high, color=paper.LINE, alpha=0.2, linewidth=0)
        bottom, top = min([*low, 0.0]), max([*high, 10.0])
        paper.line(axes, x, elos, (bottom - (top - bottom) / 20, top + (top - bottom) / 20))
        axes.axhline(0, color=paper.GUIDE, linestyle="--", linewidth=1)
        axes.set_xlim(0, 1.02 * max(x[-1], 0.01))
        axes.set_xlabel("minutes")
        axes.set_ylabel(f"Elo, at the end {elos[-1]:+.0f} +- {errors[-1]:.0f}")
        return paper.titled(figure, title)


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


COLOURS = (paper.LINE, paper.OTHER, paper.THIRD, paper.FOURTH)
MARKS = "osD^v"
REFERENCES = ((1.0, "b^m", "--"), (0.5, "b^(m/2)", ":"))


def growth(found: Growth) -> Figure:
    """A line for each search, with its effective branching factor, and one for each of the two that the books compare with.

    Raises PlotError where nothing is measured.
    """
    if not found.rows:
        raise PlotError("there is nothing to draw yet: no search has reached depth 1")
    with paper.look():
        figure = paper.new_figure(7.5, 4.8)
        axes = figure.subplots()
        most = max(row.nodes for row in found.rows)
        for place, search in enumerate(found.searches):
            if rows := found.of(search):
                axes.plot(
                    [row.depth for row in rows],
                    [row.nodes for row in rows],
                    color=COLOURS[place % len(COLOURS)],
                    marker=MARKS[place % len(MARKS)],
                    markersize=4,
                    label=f"{search}: b* = {rows[-1].effective:.2f} at depth {rows[-1].depth}",
                )
        if (b := found.branching) is not None:
            for power, name, style in REFERENCES:
                depths = [depth for depth in range(found.deepest + 1) if b ** (power * depth) <= 10 * most]
                heights = [b ** (power * depth) for depth in depths]
                label = f"{name}: {'b' if power == 1 else '√b'} = {b**power:.2f}"
                axes.plot(depths, heights, color=paper.GUIDE, linestyle=style, linewidth=1.2, label=label, zorder=1)
        axes.set_yscale("log")
        paper.counted(axes, "depth in plies", found.deepest)
        paper.in_powers(axes, "nodes")
        figure.legend(loc="outside lower center", ncols=2)
        moves = " ".join(found.position.names())
        return paper.titled(
            figure, f"{spec_of(found.position.game)}: the cost of searching{' after ' + moves if moves else ''}"
        )
