"""Breaks `scene_knows_its_cells`: marks are drawn in cells counted from 0. Smallest line: 1,1."""

from dataclasses import dataclass, replace

from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.scene import Piece, Scene


@dataclass(frozen=True)
class OffBoard(TicTacToe):
    """Tic-tac-toe drawn beside its board."""

    def scene(self, state: State) -> Scene:
        pieces = {f"{place // 3},{place % 3}": Piece("X") for place in (state.mine | state.theirs).squares()}
        return replace(super().scene(state), pieces=pieces)
