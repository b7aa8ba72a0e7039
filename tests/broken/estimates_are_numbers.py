"""Breaks `estimates_are_numbers`: more is hoped for than there is to get. Smallest line: none."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tree import State, Tree


@dataclass(frozen=True)
class Modest(Tree):
    """A tree of three players."""

    file: str = "three_players"


@dataclass(frozen=True)
class Hopeful(Knowledge):
    """Each player hopes for the most."""

    def estimates(self, state: State) -> tuple[float, ...]:
        return 100.0, 100.0, 100.0
