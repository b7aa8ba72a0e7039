"""Nodes per second beside the peers, on the same trees."""

from collections.abc import Iterator

from benchmarks.row import Row
from benchmarks.same_tree import faster


def rows() -> Iterator[Row]:
    """easyAI copies its game for each node; open_spiel's games are C++ and its alpha-beta is Python."""
    yield faster("Connect Four: speed against easyAI", "easy_ai", "alphabeta", "connect_four", 9, 1000)
    yield faster("Connect Four: speed against open_spiel", "open_spiel", "alphabeta", "connect_four", 10, 40)
    yield faster("tic-tac-toe, the full tree: speed against open_spiel", "open_spiel", "minimax", "tic_tac_toe", 9, 50)
    yield faster("tic-tac-toe by alpha-beta: speed against open_spiel", "open_spiel", "alphabeta", "tic_tac_toe", 9)
    yield faster("Othello: speed against open_spiel", "open_spiel", "alphabeta", "othello", 9, 30)
