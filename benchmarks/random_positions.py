"""Random Connect Four positions in bands by the number of discs: the same ones every time.

Each is made by random legal play from the empty board: first the number of discs is drawn, each number of the band as
likely as the next, then columns are, each legal one as likely as the next. A game that ends on the way is given up and
another one begun with the same number of discs. What is the same position as an earlier one of the band, or its mirror
image, is left out. So a side may have a win in one move, as often as chance has it.
"""

import random
from collections.abc import Iterator

from kibitz import Game, Position, load

BANDS = ((8, 12), (13, 18), (19, 27), (28, 40))
COUNT = 1000
SEED = 1988


def band_of(moves: str) -> tuple[int, int]:
    """The band that the position after these moves belongs to."""
    return next(band for band in BANDS if band[0] <= len(moves) <= band[1])


def random_positions(band: tuple[int, int], count: int = COUNT) -> Iterator[str]:
    """So many positions, as the columns played, from 1."""
    game, chance = load("connect_four"), random.Random(f"{SEED} {band}")
    seen: set[tuple[int, ...]] = set()
    while len(seen) < count:
        moves = _played(game, chance, chance.randint(*band))
        known = min(_state(game, moves), _state(game, [6 - column for column in moves]))
        if known not in seen:
            seen.add(known)
            yield "".join(str(column + 1) for column in moves)


def _played(game: Game, chance: random.Random, discs: int) -> list[int]:
    """A random game of so many discs that is not over."""
    while True:
        position = Position(game, game.start())
        while len(position.moves) < discs and not position.is_over:
            position = position.play(chance.choice(position.legal()))
        if not position.is_over:
            return list(position.moves)


def _state(game: Game, moves: list[int]) -> tuple[int, ...]:
    return tuple(Position.after(game, moves).state)
