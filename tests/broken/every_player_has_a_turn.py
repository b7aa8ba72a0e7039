"""Breaks `every_player_has_a_turn`: `to_move` stays with the first player. Smallest line: none."""

from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class AlwaysFirst(TicTacToe):
    """Tic-tac-toe that never passes the turn on."""

    leaves_out: ClassVar[frozenset[str]] = frozenset({"null"})

    def to_move(self, state: State) -> int:
        return 0
