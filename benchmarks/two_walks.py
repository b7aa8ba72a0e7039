"""The shortest loop of random games that compiles: to draw a move, it goes through the moves twice."""

import time
from typing import Any

import kibitz
from kibitz.kernel import Fields, high_bits, machine_of, mixed


class TwoWalks:
    """Random games of one game by that loop, on one thread."""

    def __init__(self, game: kibitz.Game) -> None:
        """Compiles."""
        machine = machine_of(game)
        self._play, self._fields = machine.ready(walk_twice), machine.arguments(game.start())

    def seconds(self, games: int, seed: int) -> float:
        """CPU seconds that so many games take."""
        began = time.process_time()
        self._play(self._fields, games, seed)
        return time.process_time() - began


def walk_twice(rules: Any, fields: Fields, games: int, seed: int) -> int:
    """Plies of so many games. Moves are counted, one of the numbers is drawn, and a second walk goes as far as that move."""
    plies, dice = 0, seed
    for _ in range(games):
        state = rules.enter(fields)
        while not rules.is_over(state):
            many = 0
            for _ in rules.moves(state):
                many += 1
            dice = mixed(dice, games)
            left, chosen = high_bits(dice, 31) * many >> 31, 0
            for move in rules.moves(state):
                if left == 0:
                    chosen = move
                    break
                left -= 1
            state = rules.play(state, chosen)
            plies += 1
    return plies
