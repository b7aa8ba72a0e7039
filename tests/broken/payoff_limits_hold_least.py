"""Breaks `payoff_limits_hold`: a player gets less than the least there is. Smallest line: a1 b1 c1."""

from dataclasses import dataclass

from kibitz.games.tree import Tree


@dataclass(frozen=True)
class Generous(Tree):
    """A tree of three players."""

    file: str = "three_players"

    def payoff_limits(self) -> tuple[int, int]:
        return 2, 100
