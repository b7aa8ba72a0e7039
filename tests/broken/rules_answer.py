"""Breaks `rules_answer`: looking for moves fails once the centre is taken. Smallest line: 2,2."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Centred(TicTacToe):
    """Tic-tac-toe that needs its centre."""

    def moves(self, state: State) -> Iterable[int]:
        places = list(self.empty(state).squares())
        places.remove(4)
        return [4, *places]
