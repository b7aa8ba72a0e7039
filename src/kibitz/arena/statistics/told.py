"""The figures of a match as JSON."""

from math import isfinite
from typing import Any

from kibitz.arena.statistics.counts import Counts, Pentanomial
from kibitz.arena.statistics.figures import Figures
from kibitz.arena.statistics.sprt import Sprt


def figures_as_json(counts: Counts, figures: Figures, test: Sprt | None) -> dict[str, Any]:
    """What a program may want to know; what is infinite or not counted is null."""
    paired = isinstance(counts, Pentanomial)
    return {
        "games": figures.games,
        "pairs": list(counts.cells) if paired else None,
        "score": figures.score,
        "elo": finite(figures.elo),
        "elo_error": finite(figures.elo_error),
        "nelo": finite(figures.nelo),
        "nelo_error": finite(figures.nelo_error),
        "los": figures.los,
        "sprt": None if test is None else vars(test).copy(),
    }


def finite(number: float) -> float | None:
    """The number, or None when it is infinite: JSON has no word for that."""
    return number if isfinite(number) else None
