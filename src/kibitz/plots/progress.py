"""How a match went: the score and the difference in Elo over its games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.plots import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
