"""Tic-tac-toe with a knowledge that says which moves are likely: the middle, corners, edges; and others that say so wrongly."""

from dataclasses import dataclass
from math import nan
from typing import Any

from kibitz.core.rules import Knowledge
from kibitz.games.tic_tac_toe import TicTacToe


@dataclass(frozen=True)
class Likely(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class Middle(Knowledge):
    """The middle is likelier than a corner, and a corner than an edge."""

    @classmethod
    def fits(cls, game: Any) -> bool:
        """Only on nine squares."""
        return isinstance(game, Likely) and (game.width, game.height) == (3, 3)

    def weight(self, state: Any, move: int) -> float:
        """Five, two or one."""
        if move == 4:
            return 5.0
        return 2.0 if move % 2 == 0 else 1.0


@dataclass(frozen=True)
class Nothing(Middle):
    """No move is likely."""

    def weight(self, state: Any, move: int) -> float:
        """Nothing."""
        return 0.0


@dataclass(frozen=True)
class Wrong(Middle):
    """Numbers that are none."""

    at: int = 4
    number: float = nan

    def weight(self, state: Any, move: int) -> float:
        """One, but for one square."""
        return self.number if move == self.at else 1.0
