"""`random:K`: K plies at random, moves all equally likely and dice by their weights.

What a pair gets depends on the seed and on the pairs before it, never on how many come after.
"""

import random
from collections.abc import Callable, Hashable, Iterator
from itertools import count, islice
from typing import Any

from kibitz.arena import openings
from kibitz.arena.play import draw_outcome
from kibitz.core.rules import Game, at_chance, chances_of, is_over, legal, play_move, start_of
from kibitz.errors import OpeningError

EXAMPLE = "random:4"
MAX_TRIES = 50  # for a position that no pair has yet, before the positions are listed


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """A position that no pair before has, nor one symmetric to it; when all are dealt, they are dealt again."""
    plies = openings.parse_plies(text, EXAMPLE)
    if plies == 0:
        return [""] * pairs
    return [openings.write_line(game, moves) for _, moves in islice(_deal_lines(game, plies, seed), pairs)]


def _deal_lines(game: Game, plies: int, seed: int) -> Iterator[openings.Line]:
    """Deal random lines while they bring new positions soon enough, then the rest of the list, again and again.

    A game with too many positions to list repeats the random ones.
    """
    key_of, lines, taken = openings.make_key(game), [], set[Hashable]()
    for pair in count():
        line = _throw_line(game, plies, random.Random(f"opening {pair} of {seed}"), key_of, taken)
        if line is None:
            break
        taken.add(key_of(line[0]))
        lines.append(line)
        yield line
    lines = openings.list_positions(game, plies) or lines
    if not lines:
        raise OpeningError(f"no game of {type(game).__name__} goes on after {plies} plies: write random:K with a smaller K")
    left = [line for line in lines if key_of(line[0]) not in taken]
    for turn in count():
        random.Random(f"openings of turn {turn} of {seed}").shuffle(left)
        yield from left
        left = list(lines)


def _throw_line(
    game: Game, plies: int, dice: random.Random, key_of: Callable[[Any], Hashable], taken: set[Hashable]
) -> openings.Line | None:
    """A line of that length to a position not chosen yet; None when none is found soon."""
    for _ in range(MAX_TRIES):
        state, moves = start_of(game), list[int]()
        while len(moves) < plies and (step := _step(game, state, dice)) is not None:
            moves.append(step[0])
            state = step[1]
        if len(moves) == plies and key_of(state) not in taken:
            return state, tuple(moves)
    return None


def _step(game: Game, state: Any, dice: random.Random) -> tuple[int, Any] | None:
    left = list(chances_of(game, state)) if at_chance(game, state) else [(move, 1.0) for move in legal(game, state)]
    while left:
        move = draw_outcome(left, dice)
        after = play_move(game, state, move)
        if not is_over(game, after):
            return move, after
        left = [(other, weight) for other, weight in left if other != move]
    return None
