"""Breaks `moves_are_ints`: once a mark is set, the squares are given by their names. Smallest line: 1,1."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Named(TicTacToe):
    """Tic-tac-toe with moves that are texts."""

    def moves(self, state: State) -> Iterable[int]:
        for place in self.empty(state).squares():
            yield str(place) if state.theirs else place  # type: ignore[misc]  # wrong on purpose
