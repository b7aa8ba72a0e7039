"""Plots of matches, tunings, learning and searches, as SVG or PNG files.

They need matplotlib, which the extra `plot` brings; it is imported when something is drawn. What is drawn from the same numbers
is the same file, byte for byte.
"""

from kibitz.plots.charts import growth, learning_curve, progress, sprt_path, tuning_path
from kibitz.plots.paper import ready, save

__all__ = ["growth", "learning_curve", "progress", "ready", "save", "sprt_path", "tuning_path"]
