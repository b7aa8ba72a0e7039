"""Breaks `players_are_counted`: the players are named, not counted. Smallest line: none."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import TicTacToe


@dataclass(frozen=True)
class Named(TicTacToe):
    """Tic-tac-toe of two people."""

    players = ("Ada", "Max")  # type: ignore[assignment]  # wrong on purpose
