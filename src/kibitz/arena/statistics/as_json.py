"""The figures of a match as JSON."""

from math import isfinite
from typing import Any

from kibitz.arena.statistics.counts import Counts, Pentanomial
from kibitz.arena.statistics.figures import Figures
from kibitz.arena.statistics.sprt import Sprt


def figures_as_json(counts: Counts, figures: Figures, test: Sprt | None) -> dict[str, Any]:
    """What a program may want to know; what is infinite or not counted is null, and so is what no game says anything about."""
    paired = isinstance(counts, Pentanomial)
    return {
        "games": figures.games,
        "pairs": list(counts.cells) if paired else None,
        **{name: known(figures, name) for name in ("score", "elo", "elo_error", "nelo", "nelo_error", "los")},
        "sprt": None if test is None else vars(test).copy(),
    }


def known(figures: Figures, name: str) -> float | None:
    """One of the figures; None where it is infinite, or no game has been counted: without games nothing is even."""
    return finite(getattr(figures, name)) if figures.games else None


def finite(number: float) -> float | None:
    """The number, or None when it is infinite: JSON has no word for that."""
    return number if isfinite(number) else None
