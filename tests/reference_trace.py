"""What textbook searches do, node by node, written down by themselves: they share no line with the kernels."""

from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.rules import Game, Knowledge, legal
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

    def __init__(self, game: Game, knowledge: Knowledge | None, cuts: bool) -> None:
        """`cuts`: alpha-beta."""
        self.game, self.knowledge, self.cuts = game, knowledge, cuts
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
                step.why = "cut"
                break
        step.value = best
        step.says = "at_least" if best >= high else "at_most" if best <= low else "exact"
        return best

    def estimate(self, state: Any) -> float:
        """What is guessed at the horizon."""
        said = getattr(self.knowledge, "evaluate", None)
        return 0.0 if said is None else float(said(state))


def value_at(game: Game, state: Any, depth: int, estimate: Any = None) -> float:
    """Plain minimax of a depth, for the side to move."""
    if game.is_over(state):
        return game.result(state)
    if depth == 0:
        return 0.0 if estimate is None else float(estimate(state))
    found = []
    for move in legal(game, state):
        after = game.play(state, move)
        value = value_at(game, after, depth - 1, estimate)
        found.append(value if same_side(game, state, after) else -value)
    return max(found)
