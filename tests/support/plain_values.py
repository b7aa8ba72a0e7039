"""What every player gets when each takes what is best for themselves, and how the game then goes: by the plain reference."""

from typing import Any

from kibitz.core.rules import Game, at_chance
from reference_several import Guess, Vector, maxn


def values(game: Game, state: Any, depth: int | None = None, guess: Guess | None = None) -> Vector:
    """max^n, and expectiminimax with it: of moves equally good for the mover the first counts."""
    found: Vector = maxn(game, state, depth, guess=guess).value
    return found


def line(game: Game, state: Any) -> list[str]:
    """The moves of all, up to the end or to a chance node."""
    names: list[str] = []
    while not game.is_over(state) and not at_chance(game, state):
        best = maxn(game, state).best
        assert best is not None
        names.append(game.move_name(state, best))
        state = game.play(state, best)
    return names
