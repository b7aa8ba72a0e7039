"""Puzzles: positions with exactly one good move, where they come from, and the ones that ship with kibitz."""
