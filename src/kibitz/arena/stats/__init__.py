"""Statistics of results: Elo with its error, the likelihood of superiority, and a sequential test.

Pure functions of counts, in the standard library only. They never return NaN: unknown numbers are infinite.
"""

from kibitz.arena.stats.counts import Counts, Pentanomial, Trinomial, elo_of, score_of
from kibitz.arena.stats.figures import MIN_RESULTS, Figures, compute_figures
from kibitz.arena.stats.sprt import MODELS, Model, Sprt, run_sprt

__all__ = [
    "MIN_RESULTS",
    "MODELS",
    "Counts",
    "Figures",
    "Model",
    "Pentanomial",
    "Sprt",
    "Trinomial",
    "compute_figures",
    "elo_of",
    "run_sprt",
    "score_of",
]
