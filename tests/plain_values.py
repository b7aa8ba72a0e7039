"""What every player gets, searched the plainest way: each takes what is best for themselves, chance averages."""

from collections.abc import Callable
from typing import Any

from kibitz.rules import Game, at_chance, mover_of, says

Guess = Callable[[Any], tuple[float, ...]]


def paid(game: Game, state: Any, made: int) -> tuple[float, ...]:
    """What each player gets in a state that is over."""
    if says(game, "payoffs"):
        return tuple(game.payoffs(state))
    result = game.result(state)
    return (result, -result) if mover_of(game, state, made) == 0 else (-result, result)


def values(game: Game, state: Any, depth: int = 1000, guess: Guess | None = None, made: int = 0) -> tuple[float, ...]:
    """max^n, and expectiminimax with it: of moves equally good for the mover the first counts; at the horizon a guess."""
    if game.is_over(state):
        return paid(game, state, made)
    if depth == 0:
        return guess(state) if guess else (0.0,) * game.players
    if at_chance(game, state):
        drawn = [
            (values(game, game.play(state, move), depth - 1, guess, made + 1), weight) for move, weight in game.chances(state)
        ]
        total = sum(weight for _, weight in drawn)
        return tuple(sum(value[player] * weight for value, weight in drawn) / total for player in range(game.players))
    mover = mover_of(game, state, made)
    after = (values(game, game.play(state, move), depth - 1, guess, made + 1) for move in game.moves(state))
    return max(after, key=lambda value: value[mover])


def line(game: Game, state: Any) -> list[str]:
    """The moves of all when each takes what is best for themselves, up to the end or to a chance node."""
    names: list[str] = []
    while not game.is_over(state) and not at_chance(game, state):
        mover, made = mover_of(game, state, len(names)), len(names) + 1
        best = max(game.moves(state), key=lambda move: values(game, game.play(state, move), made=made)[mover])
        names.append(game.move_name(state, best))
        state = game.play(state, best)
    return names
