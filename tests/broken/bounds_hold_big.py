"""Breaks `bounds_hold`, in a game too big to be solved: a row of three open marks is overlooked. Smallest line: 6 moves."""

from dataclasses import dataclass

from kibitz import Knowledge
from kibitz.games.connect_four import ConnectFour, State


@dataclass(frozen=True)
class Overlooked(ConnectFour):
    """Connect Four."""


@dataclass(frozen=True)
class NoWinsYet(Knowledge):
    """Nobody wins before the board is half full."""

    def bounds(self, state: State) -> tuple[int, int]:
        return (0, 0) if state.discs.bit_count() < 21 else (-1, 1)
