"""Breaks `estimate_is_fair`: one number is to tell what three players will get. Smallest line: none."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tree import State, Tree


@dataclass(frozen=True)
class Three(Tree):
    """A tree of three players."""

    file: str = "three_players"


@dataclass(frozen=True)
class OneNumber(Knowledge):
    """Nobody is ahead."""

    def evaluate(self, state: State) -> float:
        return 0.0
