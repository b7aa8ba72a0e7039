"""Nodes that are known beforehand: the whole of tic-tac-toe."""

from collections.abc import Iterator

import kibitz
from benchmarks.row import Row, exactly

KNOWN = {"minimax": 549_946, "alphabeta": 18_297}


def rows() -> Iterator[Row]:
    """Results without distance, full window, squares in order, no table."""
    for search, nodes in KNOWN.items():
        thought = kibitz.think(kibitz.load("tic_tac_toe"), search=search, knowledge=None, distance=False)
        yield exactly(f"tic-tac-toe to the end by {search}", thought.nodes, nodes, "nodes", "squares in order, full window")
