"""How a sequential test went: its log-likelihood ratio over the pairs of games, between the bounds that end it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.plots import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
