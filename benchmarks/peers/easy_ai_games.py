"""easyAI: games by its own `play`, between its Negamax players, or players that throw dice."""

import random
from collections.abc import Sequence
from typing import Any

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour
from easyAI.games.TicTacToe import TicTacToe

from benchmarks.peers.games import answer

GAMES = {"connect_four": (ConnectFour, 0), "tic_tac_toe": (TicTacToe, 1)}  # and the number of the first move


def dice(game: Any) -> int:
    """Any legal move."""
    return int(random.choice(game.possible_moves()))


def play(name: str, opening: Sequence[int], depth: int) -> int:
    """One game, in silence."""
    kind, first = GAMES[name]
    game = kind([AI_Player(Negamax(depth) if depth else dice) for _ in range(2)])
    for move in opening:
        game.play_move(move + first)
    return len(game.play(verbose=False)) - 1


if __name__ == "__main__":
    answer(play)
