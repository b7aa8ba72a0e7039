"""Breaks `estimate_is_fair`: marks are counted as if they were wins. Smallest line: 1,1."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Sure(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class Boastful(Knowledge):
    """Whoever has more marks has as good as won."""

    def evaluate(self, state: State) -> float:
        return float(len(state.mine) - len(state.theirs))
