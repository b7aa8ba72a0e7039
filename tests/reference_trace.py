"""What textbook searches do, node by node, written down by themselves: they share no line with the kernels."""

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, inf
from typing import Any

from kibitz.rules import Game, legal
from reference import same_side


@dataclass
class Step:
    """A node: its parent, the number of the move that led there, the window in, and how it was left, all by its mover."""

    parent: int
    number: int
    window: tuple[float, float]
    state: Any
    value: float = 0
    says: str = ""
    why: str = ""


class Walker:
    """Minimax and fail-soft alpha-beta, as in the books, for one game and depth."""

    def __init__(self, game: Game, estimate: Callable[[Any], float], cuts: bool) -> None:
        """`cuts`: alpha-beta."""
        self.game, self.estimate, self.cuts = game, estimate, cuts
        self.steps: list[Step] = []

    def search(self, state: Any, depth: int) -> "list[Step]":
        """All that happens at a state."""
        self.visit(state, depth, -inf, inf, 0, 0)
        return self.steps

    def visit(self, state: Any, depth: int, alpha: float, beta: float, parent: int, number: int) -> float:
        """The value of a state for its mover, as far as the window asks."""
        me, step = len(self.steps), Step(parent, number, (alpha, beta), state)
        self.steps.append(step)
        low, high = alpha, beta
        if self.game.is_over(state):
            step.value, step.why, step.says = self.game.result(state), "over", "exact"
            return step.value
        if depth == 0:
            step.value, step.why, step.says = self.estimate(state), "horizon", "exact"
            return step.value
        best, step.why = -inf, "searched"
        for number, move in enumerate(legal(self.game, state)):
            after = self.game.play(state, move)
            if same_side(self.game, state, after):
                best = max(best, self.visit(after, depth - 1, alpha, beta, me, number))
            else:
                best = max(best, -self.visit(after, depth - 1, -beta, -alpha, me, number))
            if self.cuts:
                alpha = max(alpha, best)
            if alpha >= beta:
                step.why = "cut" if number + 1 < len(legal(self.game, state)) else "searched"
                break
        step.value = best
        step.says = "at_least" if best >= high else "at_most" if best <= low else "exact"
        return best


class Counted:
    """Plain minimax of any depth, in whole units, which remembers what it has seen."""

    def __init__(self, game: Game, unit: int, distance: bool, estimate: Any = None, most: int = 1 << 40) -> None:
        """`distance`: a win counts one unit less, and a loss one more, for each ply up to it; no guess is beyond `most`."""
        self.game, self.unit, self.ages, self.estimate, self.most = game, unit, int(distance), estimate, most
        self.seen: dict[tuple[Any, int], int] = {}

    def value(self, state: Any, depth: int) -> int:
        """What a state is worth to its side to move."""
        if (state, depth) not in self.seen:
            self.seen[state, depth] = self.found(state, depth)
        return self.seen[state, depth]

    def found(self, state: Any, depth: int) -> int:
        """The same, worked out."""
        if self.game.is_over(state):
            return self.game.result(state) * self.unit
        if depth == 0:
            guess = 0 if self.estimate is None else floor(self.estimate(state) * self.unit + 0.5)
            return max(-self.most, min(self.most, guess))
        return max(self.brought(state, self.game.play(state, move), depth) for move in legal(self.game, state))

    def brought(self, state: Any, after: Any, depth: int) -> int:
        """What a move to another state is worth to who makes it."""
        value = self.value(after, depth - 1)
        value -= self.ages * ((value > 0) - (value < 0))
        return value if same_side(self.game, state, after) else -value
