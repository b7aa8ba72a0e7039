"""What tells one game's rules from another's: how a fixed set of games goes, move by move, with what the parameters hold."""

import dataclasses
import hashlib
from typing import Any

from kibitz.rules import Game, says
from kibitz.solution._layout import cells_of

GAMES, PLIES = 16, 250


def fingerprint(game: Game) -> str:
    """The same for the same rules, in every process and version of Python; another when one of the games goes another way."""
    held: Any = game
    fields = [(field.name, getattr(game, field.name)) for field in dataclasses.fields(held)]
    digest = hashlib.sha256(type(game).__name__.encode())
    digest.update(repr([(name, value) for name, value in fields if not isinstance(value, str)]).encode())  # no names of files
    for seed in range(GAMES):
        for seen in _played(game, seed):
            digest.update(repr(seen).encode())
    return digest.hexdigest()[:32]


def _played(game: Game, seed: int) -> list[tuple[Any, ...]]:
    """A game, as each of its positions is seen: the state, whose turn it is, and the moves or the result."""
    found: list[tuple[Any, ...]] = []
    state, dice = game.start(), seed
    for _ in range(PLIES):
        cells, mover = tuple(cells_of(state)), int(game.to_move(state)) if says(game, "to_move") else None
        if game.is_over(state):
            return [*found, (cells, mover, int(game.result(state)))]
        moves = [int(move) for move in game.moves(state)]
        found.append((cells, mover, moves))
        if not moves:
            break
        dice = (dice * 6364136223846793005 + 1442695040888963407) % 2**64  # Knuth's MMIX: its high bits are the random ones
        state = game.play(state, moves[(dice >> 33) % len(moves)])
    return found
