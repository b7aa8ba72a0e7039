"""Plots of matches and tunings, as SVG or PNG files. One file draws one kind of plot, from plain sequences of numbers."""

from kibitz.arena.plots.progress import progress
from kibitz.arena.plots.sprt_path import sprt_path
from kibitz.arena.plots.tuning_path import tuning_path
from kibitz.plots import ready, save

__all__ = ["progress", "ready", "save", "sprt_path", "tuning_path"]
