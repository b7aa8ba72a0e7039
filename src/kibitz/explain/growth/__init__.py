"""The cost of searching: how nodes, time and memory grow with the depth, measured search by search."""

from kibitz.explain.growth.figures import Growth, LeftOff, Measurement, effective, mean
from kibitz.explain.growth.measure import growing, growth

__all__ = ["Growth", "LeftOff", "Measurement", "effective", "growing", "growth", "mean"]
