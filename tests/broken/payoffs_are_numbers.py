"""Breaks `payoffs_are_numbers`: the third player gets nothing, not even a 0. Smallest line: a1 b1 c1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tree import State, Tree


@dataclass(frozen=True)
class ForgetsOne(Tree):
    """A tree of three players."""

    file: str = "three_players"

    def payoffs(self, state: State) -> Iterable[float]:
        return self.payoffs_at(state.node)[:2]
