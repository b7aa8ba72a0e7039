"""open_spiel: its alpha-beta, written in Python, on its games, written in C++."""

from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

from benchmarks.peers.run import answer


def search(game: str, depth: int) -> float:
    """The value for the first player; full window, no table, 0 at the horizon."""
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(game), value_function=lambda state: 0, maximum_depth=depth)
    return float(value)


def count(game: str, depth: int) -> int:
    """How often open_spiel's recursive function is entered."""
    nodes, inner = 0, minimax._alpha_beta

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return inner(*arguments, **named)

    minimax._alpha_beta = counted
    try:
        search(game, depth)
    finally:
        minimax._alpha_beta = inner
    return nodes


if __name__ == "__main__":
    answer(count, search)
