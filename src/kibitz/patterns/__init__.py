"""Estimates by patterns, which are learned: the weights of what stands on patterns of squares, added up; and their files."""
