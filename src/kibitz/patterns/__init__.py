"""Estimates that a game's positions are learned from: weights of what stands on patterns of squares, summed; and their files."""
