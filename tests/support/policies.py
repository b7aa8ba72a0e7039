"""Policies of games with weights at random: enough for all that does not ask whether they are good."""

import random
from array import array
from functools import lru_cache
from pathlib import Path

from kibitz.core.rules import Game
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.learning.features.sample import sample_games
from kibitz.learning.policies.layout import find_policy_layout
from kibitz.learning.preparation import prepare
from kibitz.patterns.packed import Lineage
from kibitz.patterns.policy import Policy, PolicyLayout
from kibitz.patterns.policy_file import PolicyFile

BITS, LARGEST = 12, 3000


@lru_cache(maxsize=32)
def layout_of(game: Game) -> PolicyLayout:
    """How a policy sees a game."""
    found = prepare(game, 12)
    return find_policy_layout(game, found.layout.reading, found.geometry, found.layout.symmetries, sample_games(game, 12))


def random_policy(game: Game, seed: int = 1) -> Policy:
    """A policy with weights at random, and such for playouts where the game can have them."""
    dice = random.Random(seed)
    table, drops = (array("h", (dice.randint(-LARGEST, LARGEST) for _ in range(1 << BITS))) for _ in range(2))
    layout = layout_of(game)
    return Policy(layout, BITS, table, "learned, 1 minute, 28 Nov 2026", drops if layout.drops else None)


def write_policy(game: Game, place: Path, spec: str, seed: int = 1) -> Path:
    """The file of such a policy."""
    lineage = Lineage(spec, rules_fingerprint(game), 60.0, 100, 4000, seed, 1, "2026-11-28")
    PolicyFile(lineage, random_policy(game, seed)).write(place)
    return place
