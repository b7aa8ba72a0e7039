"""Breaks `result_is_for_two_players`: three players share one result. Smallest line: none."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import TicTacToe


@dataclass(frozen=True)
class ThreeAtOneBoard(TicTacToe):
    """Tic-tac-toe of three players, who put down marks of two kinds."""

    players = 3
