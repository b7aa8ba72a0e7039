"""A few random games before machine code is made of rules: what is wrong with them everywhere is told at once, and exactly."""

import random
import time

from kibitz.position import Position

TRIAL_GAMES, TRIAL_PLIES = 3, 300  # a game that is longer is left where it is
TRIAL_SECONDS = 0.1  # for rules that are slow


def try_rules(position: Position) -> None:
    """Plays from a position as plain Python, and asks for all that a position says on the way.

    Raises RulesError where the rules break their contract. Machine code notices less, and tells less: it counts on over states
    that have no move, and takes a turn of nobody for that of the other side. What is wrong in few places `kibitz check` finds.
    """
    dice, end = random.Random(0), time.perf_counter() + TRIAL_SECONDS
    for _ in range(TRIAL_GAMES):
        here = position
        for _ in range(TRIAL_PLIES):
            legal = here.legal()
            if not legal or time.perf_counter() > end:
                break
            here = here.play(dice.choice(legal))
        _ = here.payoffs  # which are asked of the rules here
