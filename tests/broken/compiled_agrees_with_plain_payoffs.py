"""Breaks `compiled_agrees_with_plain`: a payoff is found by a number above 64 bits. Smallest line: a1 b1 c2."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tree import State, Tree


@dataclass(frozen=True)
class Overflows(Tree):
    """A tree of three players."""

    file: str = "three_players"

    def payoffs(self, state: State) -> Iterable[float]:
        for player in range(self.players):
            doubled = (1 << 62) * (2 + state.node)
            yield self.paid[self.players * state.node + player] if doubled > 0 else 0
