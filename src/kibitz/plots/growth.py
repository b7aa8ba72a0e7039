"""How the nodes of each search grow with the depth, on a logarithmic scale, beside b^m and b^(m/2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.errors import PlotError
from kibitz.plots import paper
from kibitz.registry import spec_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kibitz.explain.growth import Growth

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
