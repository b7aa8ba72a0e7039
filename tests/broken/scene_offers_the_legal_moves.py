"""Breaks `scene_offers_the_legal_moves`: the last square stays open when the game is over. Smallest line: 1,1 1,2."""

from dataclasses import dataclass, replace

from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.scene import Action, Scene


@dataclass(frozen=True)
class StaysOpen(TicTacToe):
    """Tic-tac-toe on two squares."""

    width: int = 2
    height: int = 1
    line: int = 2

    def scene(self, state: State) -> Scene:
        open_squares = self.empty(state).squares() if self.empty(state) else (1,)
        actions = tuple(Action(place, self.move_name(state, place)) for place in open_squares)
        return replace(super().scene(state), actions=actions)
