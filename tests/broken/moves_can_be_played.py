"""Breaks `moves_can_be_played`: squares that are taken are offered, and then refused. Smallest line: 1,1 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Refuses(TicTacToe):
    """Tic-tac-toe that offers too much."""

    def moves(self, state: State) -> Iterable[int]:
        return range(9)

    def play(self, state: State, place: int) -> State:
        if place in state.mine | state.theirs:
            raise ValueError("this square is taken")
        return super().play(state, place)
