"""Breaks `names_read_back`: a name ends with the comma that stands between moves. Smallest line: 1,."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.scene import Scene


@dataclass(frozen=True)
class Commas(TicTacToe):
    """Tic-tac-toe that names a square by its number and a comma."""

    def move_name(self, state: State, place: int) -> str:
        return f"{place + 1},"

    def scene(self, state: State) -> Scene:
        return TicTacToe().scene(state)
