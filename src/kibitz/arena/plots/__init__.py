"""Plots of matches and tunings, as SVG or PNG files. One file draws one kind of plot, from plain sequences of numbers.

They need matplotlib, which the extra `plot` brings; it is imported when something is drawn. What is drawn from the same numbers
is the same file, byte for byte.
"""

from kibitz.arena.plots._paper import ready, save
from kibitz.arena.plots.progress import progress
from kibitz.arena.plots.sprt_path import sprt_path
from kibitz.arena.plots.tuning_path import tuning_path

__all__ = ["progress", "ready", "save", "sprt_path", "tuning_path"]
