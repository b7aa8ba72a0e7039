"""Breaks `candidates_are_enough`: only the first square is tried. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class OnlyFirst(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class FirstSquare(Knowledge):
    """The first empty square is as good as any."""

    def candidates(self, state: State) -> Iterable[int]:
        yield self.game.empty(state).lowest()
