"""`auto`: random plies, just enough that the pairs can begin differently."""

import random
import statistics
from itertools import islice

from kibitz.arena import openings
from kibitz.arena.openings import random as random_plies
from kibitz.core.rules import Game, legal, play_move, start_of

EXAMPLE = "auto"
POSITIONS_PER_PAIR = 4
MAX_POSITIONS = 40_000  # that are counted
SAMPLE_GAMES, MAX_PLIES = 15, 400  # random games that tell the usual length


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """The openings of `random:K`, with the K that `settle` names."""
    return random_plies.choose(game, str(_choose_plies(game, pairs)), pairs, seed)


def settle(game: Game, text: str, pairs: int) -> str:
    """Choose K for `random:K`: the fewest plies that give four times as many positions as there are pairs.

    K is at most a quarter of the usual length of a random game; `start` if that is less than a ply.
    """
    plies = _choose_plies(game, pairs)
    return f"random:{plies}" if plies else "start"


def _choose_plies(game: Game, pairs: int) -> int:
    wanted, most = min(POSITIONS_PER_PAIR * pairs, MAX_POSITIONS), _median_length(game) // 4
    lines: list[openings.Line] = [(start_of(game), ())]
    for plies in range(most):
        if len(lines) >= wanted:
            return plies
        lines = list(islice(openings.extend_lines(game, lines), wanted))
        if not lines:
            return plies
    return most


def _median_length(game: Game) -> int:
    """The median length of a few random games, the same ones everywhere; of long ones, at least that."""
    dice, lengths = random.Random("the usual length"), []
    for _ in range(SAMPLE_GAMES):
        state, plies = start_of(game), 0
        while plies < MAX_PLIES and (moves := legal(game, state)):
            state, plies = play_move(game, state, dice.choice(moves)), plies + 1
        lengths.append(plies)
    return int(statistics.median(lengths))
