"""Breaks `to_move_is_a_player`: the players are called 1 and 2. Smallest line: 1,1."""

from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class FromOne(TicTacToe):
    """Tic-tac-toe whose players count from one."""

    leaves_out: ClassVar[frozenset[str]] = frozenset({"null"})

    def to_move(self, state: State) -> int:
        return 1 if len(state.mine) == len(state.theirs) else 2
