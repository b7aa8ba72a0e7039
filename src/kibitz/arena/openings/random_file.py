"""`random-file:PATH`: the openings of `file:PATH`, shuffled by the seed, and once more when all have been taken."""

import random

from kibitz.arena.openings.file import read_openings
from kibitz.core.rules import Game

EXAMPLE = "random-file:PATH"


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """Each opening of the file once before any comes again; what a pair gets does not depend on how many come after it."""
    openings, chosen = read_openings(game, text), list[str]()
    while len(chosen) < pairs:
        chosen += random.Random(f"openings of turn {len(chosen) // len(openings)} of {seed}").sample(openings, len(openings))
    return chosen[:pairs]
