"""What counts of results say: Elo with its error, whether one player is stronger, and a test that says when to stop.

Pure functions of counts, in the standard library only. None of them ever gives NaN: what the counts cannot tell is infinite.
"""

from kibitz.arena.statistics.counts import Counts, Pentanomial, Trinomial
from kibitz.arena.statistics.elo import elo_of, score_of
from kibitz.arena.statistics.figures import FEW, Figures, figures
from kibitz.arena.statistics.sprt import MODELS, Model, Sprt, sprt

__all__ = [
    "FEW",
    "MODELS",
    "Counts",
    "Figures",
    "Model",
    "Pentanomial",
    "Sprt",
    "Trinomial",
    "elo_of",
    "figures",
    "score_of",
    "sprt",
]
