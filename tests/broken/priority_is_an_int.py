"""Breaks `priority_is_an_int`: squares are weighed with fractions. Smallest line: 1,1."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Weighed(TicTacToe):
    """Tic-tac-toe."""


@dataclass(frozen=True)
class Fractions(Knowledge):
    """The nearer to the centre the better."""

    def priority(self, state: State, place: int) -> int:
        return 1 / (1 + abs(place - 4))  # type: ignore[return-value]  # wrong on purpose
