"""Nodes per second beside the peers, on the same trees."""

from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.same_tree import faster


def rows() -> Iterator[Row]:
    """easyAI copies its game for each node; open_spiel's games are C++ and its alpha-beta is Python."""
    yield faster("Connect Four: speed against easyAI", "easy_ai", "connect_four", 8, 1000)
    yield faster("Connect Four: speed against open_spiel", "open_spiel", "connect_four", 10, 40)
    yield faster("tic-tac-toe to the end: speed against open_spiel", "open_spiel", "tic_tac_toe", 9, 50)
    yield faster("Othello: speed against open_spiel", "open_spiel", "othello", 9, 30)
