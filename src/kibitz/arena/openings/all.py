"""`all:K`: every position after exactly K plies that is not over, symmetric ones once."""

import math
import random

from kibitz.arena import openings
from kibitz.core.rules import Game
from kibitz.errors import OpeningError

EXAMPLE = "all:3"
GOLDEN_SECTION = (math.sqrt(5) - 1) / 2


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """All positions, each as often as the others or once more; of many, a sample from everywhere.

    They are taken round and round in steps of about the golden section of their number, from a first that the seed says. So
    any row of neighbouring pairs is spread over all positions, in the order of the rules, and a match may stop where it likes.
    """
    lines = _list_lines(game, openings.parse_plies(text, EXAMPLE))
    step = _step(len(lines))
    first = random.Random(f"openings of {seed}").randrange(len(lines))
    return [openings.write_line(game, lines[(first + pair * step) % len(lines)][1]) for pair in range(pairs)]


def _list_lines(game: Game, plies: int) -> list[openings.Line]:
    name, lines = type(game).__name__, openings.list_positions(game, plies)
    if lines is None:
        raise OpeningError(
            f"{name} has more than {openings.MAX_POSITIONS:,} positions by ply {plies}: "
            f"write all:K with a smaller K, or random:{plies}"
        )
    if not lines:
        raise OpeningError(f"no game of {name} goes on after {plies} plies: write all:K with a smaller K")
    return lines


def _step(count: int) -> int:
    """The number nearest to the golden section of `count` that has no divisor in common with it."""
    wanted = count * GOLDEN_SECTION
    return min((step for step in range(1, count + 1) if math.gcd(step, count) == 1), key=lambda step: abs(step - wanted))
