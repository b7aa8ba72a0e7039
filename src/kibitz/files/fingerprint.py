"""The rules of a game as a fingerprint: how a fixed set of games goes, move by move, with what the parameters hold."""

import dataclasses
import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.core.board import FULL, WORD, Board
from kibitz.core.rules import Game, at_chance, chances_of, says

GAMES, PLIES = 16, 250
Describe = Callable[[Any], Any]  # of a state, what a table knows it by
Choose = Callable[[list[int]], int]  # one of the legal moves


def cells_of(field: Any) -> Iterator[int]:
    """The cells of a state in order, tuples and large boards taken apart, each from 0 to 2**64 - 1."""
    if isinstance(field, tuple):
        for part in field:
            yield from cells_of(part)
    elif isinstance(field, Board):
        for place in range(0, field.capacity, WORD):
            yield field.bits >> place & FULL
    else:
        yield int(field) & FULL


def from_usual_start(game: Any) -> Any:
    """The same rules from the usual start: what was learned there holds from any position."""
    fields = [field for field in dataclasses.fields(game) if field.metadata.get("setup")]
    usual = {field.name: field.default for field in fields if getattr(game, field.name) != field.default}
    return dataclasses.replace(game, **usual) if usual else game


def rules_fingerprint(game: Game, describe: Describe = lambda state: tuple(cells_of(state))) -> str:
    """The same for the same rules, in every process and version of Python; another when one of the games goes another way.

    A table whose keys depend on more than the state, such as symmetries, describes states by its keys.
    """
    held: Any = game
    fields = [(field.name, getattr(game, field.name)) for field in dataclasses.fields(held)]
    digest = hashlib.sha256(type(game).__name__.encode())
    if game.recurrence:
        digest.update(repr((game.recurrence, game.recurrence_count)).encode())
    digest.update(repr([(name, value) for name, value in fields if not isinstance(value, str)]).encode())  # no names of files
    for seed in range(GAMES):
        for seen in play_at_random(game, describe, PLIES, _linear_congruence(seed)):
            digest.update(repr(seen).encode())
    return digest.hexdigest()[:32]


def play_at_random(game: Game, describe: Describe, plies: int, choose: Choose) -> Iterator[tuple[Any, ...]]:
    """A game, position by position: how each is seen, who moves, and its moves with rewards, or chances, or the result."""
    state = game.start()
    for _ in range(plies):
        mover = int(game.to_move(state)) if says(game, "to_move") else None
        if game.is_over(state):
            yield describe(state), mover, int(game.result(state)) if says(game, "result") else tuple(game.payoffs(state))
            return
        if at_chance(game, state):
            weighted = chances_of(game, state)
            yield describe(state), mover, weighted
            moves = [outcome for outcome, _ in weighted]
        else:
            moves = [int(move) for move in game.moves(state)]
            rewards = [(move, int(game.reward(state, move))) for move in moves] if says(game, "reward") else moves
            yield describe(state), mover, rewards
        if not moves:
            return
        state = game.play(state, choose(moves))


def _linear_congruence(dice: int) -> Choose:
    """Moves chosen by Knuth's MMIX generator, whose high bits are the random ones."""

    def choose(moves: list[int]) -> int:
        nonlocal dice
        dice = (dice * 6364136223846793005 + 1442695040888963407) % 2**64
        return moves[(dice >> 33) % len(moves)]

    return choose
