"""Breaks `leaves_out_names_methods`: what is left out is misspelt. Smallest line: none."""

from dataclasses import dataclass

from kibitz.games.tic_tac_toe import TicTacToe


@dataclass(frozen=True)
class Misspelt(TicTacToe):
    """Tic-tac-toe."""

    leaves_out = frozenset({"payoff"})
