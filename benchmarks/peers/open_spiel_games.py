"""open_spiel: random games by the loop of its own examples, in Python around a game in C++."""

import random
from collections.abc import Sequence

import pyspiel

from benchmarks.peers.games import answer

LOADED: dict[str, pyspiel.Game] = {}


def play(name: str, opening: Sequence[int], depth: int) -> int:
    """One game of dice; its searches are no players."""
    assert depth == 0
    game = LOADED.setdefault(name, pyspiel.load_game(name))
    state = game.new_initial_state()
    for move in opening:
        state.apply_action(move)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return int(state.move_number()) - len(opening)


if __name__ == "__main__":
    answer(play)
