"""What all plots have in common, whatever they show: how they look, and the SVG and PNG files they become.

They need matplotlib, which the extra `plot` brings; it is imported when something is drawn. What is drawn from the same numbers
is the same file, byte for byte.
"""

from kibitz.plots.paper import ready, save

__all__ = ["ready", "save"]
