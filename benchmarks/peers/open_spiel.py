"""open_spiel: its searches, written in Python, on its games, written in C++."""

from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

from benchmarks.peers.run import answer


def nothing(state: Any) -> int:
    """The estimate at the horizon."""
    return 0


def alphabeta(game: str, depth: int) -> float:
    """The value for the first player; full window, no table."""
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(game), value_function=nothing, maximum_depth=depth)
    return float(value)


def full(game: str, depth: int) -> float:
    """The same, without cuts: expectiminimax, which where nothing is left to chance is minimax."""
    state = pyspiel.load_game(game).new_initial_state()
    value, _ = minimax.expectiminimax(state, depth, nothing, 0)
    return float(value)


if __name__ == "__main__":
    answer(
        {"alphabeta": alphabeta, "minimax": full, "expectiminimax": full},
        minimax,
        {"alphabeta": "_alpha_beta", "minimax": "expectiminimax", "expectiminimax": "expectiminimax"},
    )
