"""Breaks `rules_compile`: it is asked of any square, by a generator of its own, whether it is taken. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Generated(TicTacToe):
    """Tic-tac-toe with a generator."""

    def moves(self, state: State) -> Iterable[int]:
        taken = state.mine | state.theirs
        for place in range(9):
            if not any(place == other for other in taken.squares()):
                yield place
