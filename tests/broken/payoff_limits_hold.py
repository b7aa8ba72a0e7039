"""Breaks `payoff_limits_hold`: nine points are not enough for one of the leaves. Smallest line: a1 b2 c4."""

from dataclasses import dataclass

from kibitz.games.tree import Tree


@dataclass(frozen=True)
class Stingy(Tree):
    """A tree of three players."""

    file: str = "three_players"

    def payoff_limits(self) -> tuple[int, int]:
        return 0, 9
