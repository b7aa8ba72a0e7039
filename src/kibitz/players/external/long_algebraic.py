"""Moves of chess as UCI writes them: from square to square, and what a pawn becomes, `e2e4`, `e7e8q`; who castles, `e1g1`."""

from kibitz.games.parts.fen import name_square
from kibitz.games.parts.san import PROMOTIONS

SIZE = 8
NONE = "(none)"  # what stands for no move


def name_move(move: int) -> str:
    """The name of a move on the board of 8x8."""
    begin, end, kind = move // 64 % 64, move % 64, move // 4096
    return f"{name_square(begin, SIZE)}{name_square(end, SIZE)}{PROMOTIONS[kind].lower().strip()}"
