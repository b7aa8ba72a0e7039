"""What a kernel sees of a game: one object with every method present, in plain Python.

A kernel calls `rules.moves(state)`, `rules.sign(before, after)`, `rules.estimate(state)` ... and never asks what the game
or its knowledge leave out. `_rules_type.py` says the same for Numba.
"""

from collections.abc import Callable, Iterable
from typing import Any

from kibitz.kernel._words import MASK, mixed, spread, write
from kibitz.rules import Game, Knowledge, says

FAR = 1 << 40  # beyond any result: the bounds of a game that states none


class Rules:
    """A game and what is wise in it, with a default for everything left out."""

    has_priority: bool
    has_bounds: bool
    has_symmetries: bool
    has_plies: bool
    has_finish: bool
    moves: Callable[[Any], Iterable[int]]
    candidates: Callable[[Any], Iterable[int]]
    play: Callable[[Any, int], Any]
    is_over: Callable[[Any], bool]
    result: Callable[[Any], int]

    def __init__(self, game: Game, knowledge: Knowledge | None = None) -> None:
        self.game = game
        self.knowledge = knowledge or Knowledge(game)
        self.state_class = type(game.start())
        self.has_priority, self.has_bounds, self.has_symmetries, self.has_plies, self.has_finish = (
            says(knowledge, method) for method in ("priority", "bounds", "symmetries", "plies", "finish")
        )
        self.moves, self.play, self.is_over, self.result = game.moves, game.play, game.is_over, game.result
        self.candidates = self.knowledge.candidates if says(knowledge, "candidates") else game.moves
        self._alternates = not says(game, "to_move")
        self._estimates = says(knowledge, "evaluate")
        self._keyed = says(knowledge, "key")

    def enter(self, fields: tuple[Any, ...]) -> Any:
        """The state whose fields these are."""
        return self.state_class(*fields)

    def sign(self, before: Any, after: Any) -> int:
        """1 if the same side is to move after the move as before (an extra turn), else -1."""
        if self._alternates:
            return -1
        return 1 if self.game.to_move(before) == self.game.to_move(after) else -1

    def estimate(self, state: Any) -> float:
        """What the knowledge thinks of a state at the horizon, for the side to move; 0 without an opinion."""
        return float(self.knowledge.evaluate(state)) if self._estimates else 0.0

    def priority(self, state: Any, move: int) -> int:
        """How early to try a move, the highest first."""
        return int(self.knowledge.priority(state, move)) if self.has_priority else 0

    def bounds(self, state: Any) -> tuple[int, int]:
        """Proved limits of the result for the side to move."""
        if not self.has_bounds:
            return -FAR, FAR
        low, high = self.knowledge.bounds(state)
        return int(low), int(high)

    def plies(self, state: Any) -> tuple[int, int]:
        """Proved limits of how many plies the game still lasts."""
        if not self.has_plies:
            return 1, FAR
        fewest, most = self.knowledge.plies(state)
        return int(fewest), int(most)

    def finish(self, state: Any, low: int, high: int) -> tuple[int, int]:
        """How many positions it took to find the result, as far as the window asks, and the result; no positions: not found."""
        if not self.has_finish:
            return 0, 0
        nodes, result = self.knowledge.finish(state, low, high)
        return int(nodes), int(result)

    def mark(self, state: Any) -> int:
        """64 bits of which the highest depend on all of the state; made so that an exact table can tell keys apart by them."""
        return spread(int(self.knowledge.key(state))) if self._keyed else absorbed(0, tuple(state))

    def merged_mark(self, state: Any) -> int:
        """The same for all states that are symmetric to each other."""
        found = self.mark(state)
        if self.has_symmetries:
            for other in self.knowledge.symmetries(state):
                found = min(found, self.mark(other))
        return found

    def hash(self, state: Any) -> int:
        """64 bits that stand for the state; exact when the knowledge's `key` identifies it in 64."""
        return mixed(0, int(self.knowledge.key(state))) if self._keyed else absorbed(0, tuple(state))

    def canonical(self, state: Any) -> int:
        """The same for all states that are symmetric to each other."""
        found = self.hash(state)
        if self.has_symmetries:
            for other in self.knowledge.symmetries(state):
                found = min(found, self.hash(other))
        return found


def absorbed(seed: int, field: Any) -> int:
    """`seed` with a field of a state stirred in: an int, a bool, a board, or a tuple of them."""
    if isinstance(field, tuple):
        for part in field:
            seed = absorbed(seed, part)
        return seed
    return mixed(seed, getattr(field, "bits", field))


def laid(words: Any, at: int, field: Any) -> int:
    """Write what a field of a state holds into words from `at` on, one for each int, bool or board; gives the word behind."""
    if isinstance(field, tuple):
        for part in field:
            at = laid(words, at, part)
        return at
    write(words, at, int(getattr(field, "bits", field)) & MASK)
    return at + 1
