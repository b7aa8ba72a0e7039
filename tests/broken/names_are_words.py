"""Breaks `names_are_words`: a name is two words. Smallest line: row 1 column 1."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import State, TicTacToe
from kibitz.scene import Scene


@dataclass(frozen=True)
class Wordy(TicTacToe):
    """Tic-tac-toe with long names."""

    def move_name(self, state: State, place: int) -> str:
        return f"row {place // 3 + 1} column {place % 3 + 1}"

    def scene(self, state: State) -> Scene:
        return TicTacToe().scene(state)
