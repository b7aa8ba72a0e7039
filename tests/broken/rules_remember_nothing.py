"""Breaks `rules_remember_nothing`: once three marks were seen, the first square is closed. Smallest line: none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from kibitz import square
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Remembers(TicTacToe):
    """Tic-tac-toe that keeps a diary."""

    seen: ClassVar[list[int]] = [0]

    def moves(self, state: State) -> Iterable[int]:
        marks = len(state.mine) + len(state.theirs)
        self.seen[0] = max(self.seen[0], marks)
        closed = self.seen[0] > 2 and marks < 3
        return (self.empty(state) - square(0) if closed else self.empty(state)).squares()
