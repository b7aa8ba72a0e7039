"""Breaks `rules_answer_alike`: every other time the moves come in the opposite order. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Moody(TicTacToe):
    """Tic-tac-toe that counts how often it was asked."""

    asked: ClassVar = count()

    def moves(self, state: State) -> Iterable[int]:
        places = list(self.empty(state).squares())
        return places if next(self.asked) % 2 else places[::-1]
