"""Plots of matches, tunings and searches, as SVG or PNG files: one file draws one kind of plot.

They need matplotlib, which the extra `plot` brings; it is imported when something is drawn. What is drawn from the same numbers
is the same file, byte for byte.
"""

from kibitz.plots.growth import growth
from kibitz.plots.paper import ready, save
from kibitz.plots.progress import progress
from kibitz.plots.sprt_path import sprt_path
from kibitz.plots.tuning_path import tuning_path

__all__ = ["growth", "progress", "ready", "save", "sprt_path", "tuning_path"]
