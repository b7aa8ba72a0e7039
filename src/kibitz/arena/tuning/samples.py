"""Positions from games that were played, and what they taught: for methods that look at positions.

The moves of the opening are passed over; so is every position with a single move, or where a move ends the game: what happens
there is no matter of estimates. Of the others the quieter half is taken, where the move before has changed the estimate least
(not the next one: that would choose by what is to be foretold), and of that so many by lot. Each game counts the same.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.tuning.tuner import Record
from kibitz.notation import read_moves
from kibitz.rules import Game, Knowledge, at_chance, mover_of

MOST = 8  # positions of a game


@dataclass(frozen=True)
class PositionSample:
    """A position: what the game brought to whom the estimate is for, and how much it counts. `game` tells the games apart."""

    state: Any
    result: float
    weight: float
    game: int


def samples(knowledge: Knowledge, games: Sequence[Record], seed: int) -> list[PositionSample]:
    """Quiet positions of these games."""
    found = []
    for number, game in enumerate(games):
        quiet = _quiet(knowledge, game.moves, game.opening)
        taken = random.Random(f"samples {seed} {number}").sample(quiet, min(MOST, len(quiet)))
        found += [PositionSample(state, game.payoffs[viewer], 1 / len(taken), number) for state, viewer in taken]
    return found


def _quiet(knowledge: Knowledge, moves: str, opening: int) -> list[tuple[Any, int]]:
    """The quieter half of the positions of a game, each with the player for whom its estimate is."""
    game = knowledge.game
    state, seen, before = game.start(), [], 0.0
    for ply, move in enumerate(read_moves(game, moves)):
        viewer = max(mover_of(game, state, ply), 0)  # the one to move; the first, where dice or cards decide
        estimate = knowledge.evaluate(state) * (1 if viewer == 0 else -1)
        if ply >= opening and _is_open(game, state):
            seen.append((abs(estimate - before), ply, state, viewer))
        state, before = game.play(state, move), estimate
    seen.sort(key=lambda one: one[:2])
    return [(state, viewer) for _, _, state, viewer in seen[: (len(seen) + 1) // 2]]


def _is_open(game: Game, state: Any) -> bool:
    """Whether a player has a choice here, and no move ends the game."""
    if at_chance(game, state):
        return False
    moves = list(game.moves(state))
    return len(moves) > 1 and not any(game.is_over(game.play(state, move)) for move in moves)
