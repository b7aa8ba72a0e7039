"""Breaks `to_move_is_a_player`: dice are to move, but the rules have no `chances`. Smallest line: 1,1."""

from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.rules import CHANCE


@dataclass(frozen=True)
class NoDice(TicTacToe):
    """Tic-tac-toe against dice that nobody has."""

    leaves_out: ClassVar[frozenset[str]] = frozenset({"null"})

    def to_move(self, state: State) -> int:
        return 0 if len(state.mine) == len(state.theirs) else CHANCE
