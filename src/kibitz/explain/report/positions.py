"""The number of a game's positions: counted by a walk through them, and estimated from random games."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import exp, log
from typing import Any

from kibitz.arena.play import draw_outcome
from kibitz.core.rules import CHANCE, chances_of, is_over, legal, mover_of, offered, payoffs_of, play_move
from kibitz.explain.report.quantities import least_number
from kibitz.explain.report.sample import RandomWalk
from kibitz.position import Position

WALK_PART = 5_000  # moves between two reports while positions are counted


class PositionCounter:
    """Counts the positions after a start; a random game has at most `longest` plies, a walk tries `walk` moves."""

    def __init__(self, start: Position, longest: int, walk: int) -> None:
        self._start, self._longest, self._walk = start, longest, walk
        self.met: dict[Any, tuple[int, int]] = {}  # per position: the random games that met it, and after how many plies
        self._returns = False  # whether a position came up after another number of plies, too

    def least(self) -> float:
        """A lower estimate of the number of positions: summed by ply where no position occurs at two of them."""
        met, many = Counter[int](), Counter[tuple[int, int]]()
        for count, ply in self.met.values():
            at = 0 if self._returns else ply
            met[at] += 1
            many[at, count] += 1
        return sum(least_number(met[at], many[at, 1], many[at, 2]) for at in met)

    def play_random(self, dice: random.Random) -> RandomWalk:
        """One random game, with its summand of Knuth's estimate (1975) of the tree."""
        game, state, mover = self._start.game, self._start.state, self._start.to_move
        began, length, weight, size = len(self._start.moves), 0, 0.0, 0.0
        seen = {_key(state, mover): 0}
        over = False
        while not over and length < self._longest:
            if mover == CHANCE:
                chances = chances_of(game, state)
                move = draw_outcome(chances, dice)
                weight -= log(dict(chances)[move] / sum(one for _, one in chances))
            else:
                moves = offered(game, state)
                move = dice.choice(moves)
                weight += log(len(moves))
            state = play_move(game, state, move)
            length += 1
            mover = mover_of(game, state, began + length)
            size = max(size, weight) + log(exp(min(size, weight) - max(size, weight)) + 1)
            key = _key(state, mover)
            self._returns = self._returns or key in seen
            seen[key] = length
            over = is_over(game, state)
        for key, ply in seen.items():
            count, before = self.met.get(key, (0, ply))
            self._returns = self._returns or ply != before
            self.met[key] = count + 1, ply
        return RandomWalk(length, payoffs_of(game, state, mover) if over else None, size)

    def count(self, check_time: Callable[[], None]) -> Iterator[tuple[int, bool]]:
        """Walk through all positions breadth first: their count so far, and whether it is complete."""
        game, began = self._start.game, len(self._start.moves)
        known, rim, tried, ply = {_key(self._start.state, self._start.to_move)}, [self._start.state], 0, began
        while rim:
            ply += 1
            following = []
            for state in rim:
                for move in legal(game, state):
                    after = play_move(game, state, move)
                    tried += 1
                    key = _key(after, mover_of(game, after, ply))
                    if key not in known:
                        known.add(key)
                        following.append(after)
                    if tried % WALK_PART == 0:
                        check_time()
                        yield len(known), False
                    if tried >= self._walk:
                        yield len(known), False
                        return
            rim = following
        yield len(known), True


def _key(state: Any, mover: int) -> Any:
    """The identity of a position: state and mover; the state's text, where it cannot be hashed."""
    try:
        hash(state)
    except TypeError:
        return repr(state), mover
    return state, mover
