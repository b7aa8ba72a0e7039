"""What states are worth, by plain minimax without windows, in the units of a traced search; MAX moves at the root."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import floor
from typing import Any

from kibitz.core.rules import CHANCE, legal, says
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.tree import Tree
from plain_values import values
from reference_several import Guess, Vector

FOREVER = 1 << 20
Estimate = Callable[[Any], float]  # at the horizon: what the side to move hopes for; of a party what MAX does


class Naive:
    """The values of one tree's game, so many plies deep."""

    def __init__(self, tree: Tree, depth: int | None, estimate: Estimate = lambda state: 0.0) -> None:
        self.tree, self.game, self.estimate = tree, tree.game, estimate
        self.depth = FOREVER if depth is None else depth
        scale = tree.trace.scale
        self.unit, self.ages = (1, 0) if scale is None else (scale.unit, int(scale.distance))
        self.clamp = None if scale is None else scale.clamp
        self.value = lru_cache(maxsize=None)(self._value)
        self.whole = self if depth is None else Naive(tree, None, estimate)

    def of(self, node: Node) -> float:
        """What a node is worth."""
        return self.value(node.state, node.mover, self.left(node))

    def left(self, node: Node) -> int:
        """How many plies the search looks further from there."""
        return min(FOREVER, self.depth - len(node.moves))

    def after(self, node: Node, move: int) -> float:
        """What a move is worth where it is chosen."""
        return self._after(node.state, node.mover, move, self.left(node))

    def aged(self, number: float, plies: int = 1) -> float:
        """So many plies earlier."""
        nearer = self.ages * plies
        return max(0, number - nearer) if number > 0 else min(0, number + nearer)

    def chosen(self, state: Any, mover: int, numbers: dict[int, float]) -> float:
        """What these moves or outcomes come to."""
        if mover != CHANCE:
            return (max if mover == self.tree.hero else min)(numbers.values())
        weights = list(self.game.chances(state))
        return sum(weight * numbers[move] for move, weight in weights) / sum(weight for _, weight in weights)

    def lifted(self, node: Node, top: Node, number: float) -> float:
        """What `top` is worth if `node`, below, were worth that."""
        while node is not top:
            above = node.parent
            assert above is not None
            if node.move is not None:
                others = {move: self.after(above, move) for move in self.moves(above.state, above.mover) if move != node.move}
                number = self.chosen(above.state, above.mover, {**others, node.move: self.aged(number)})
            node = above
        return number

    def moves(self, state: Any, mover: int) -> tuple[int, ...]:
        """All moves, or all that dice or cards may bring."""
        return tuple(move for move, _ in self.game.chances(state)) if mover == CHANCE else legal(self.game, state)

    def _after(self, state: Any, mover: int, move: int, left: int) -> float:
        after = self.game.play(state, move)
        then = int(self.game.to_move(after)) if says(self.game, "to_move") else (mover + 1) % self.game.players
        return self.aged(self.value(after, then, left - 1))

    def _value(self, state: Any, mover: int, left: int) -> float:
        side = 1 if mover == self.tree.hero or (mover == CHANCE and self.tree.hero == 0) else -1
        if self.game.is_over(state):
            if not says(self.game, "result"):
                return float(tuple(self.game.payoffs(state))[self.tree.hero])
            return self.game.result(state) * self.unit * side
        if left <= 0:
            guess = self.estimate(state)
            if self.clamp is not None:
                guess = max(-self.clamp, min(self.clamp, floor(guess * self.unit + 0.5)))
            return guess * (side if says(self.game, "result") else 1)
        return self.chosen(state, mover, {move: self._after(state, mover, move, left) for move in self.moves(state, mover)})


def way(node: Node) -> Iterator[Node]:
    """A node and all above it."""
    yield node
    yield from node.above


class NaiveShares:
    """What every player gets where each takes what is best for themselves, as deep as the search of a tree was."""

    def __init__(self, tree: Tree, wise: Any) -> None:
        """`wise`: the knowledge whose estimates count at the horizon; None: there everybody gets 0."""
        guess: Guess | None = None if wise is None else lambda state: tuple(wise.estimates(state))
        self.game, self.depth = tree.game, tree.trace.depth
        self.value = lru_cache(maxsize=None)(lambda state, left: values(tree.game, state, left, guess))

    def after(self, node: Node, move: int) -> Vector:
        """What all get by a move."""
        return self.value(self.game.play(node.state, move), None if self.depth is None else self.depth - len(node.moves) - 1)

    def of(self, node: Node) -> Vector:
        """What all get at a node."""
        return self.value(node.state, None if self.depth is None else self.depth - len(node.moves))
