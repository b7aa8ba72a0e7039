"""Othello positions as text: a sign for each square, row by row from a1, X and O and -, then the side to move, X or O."""

import re

from kibitz.core.board import Board64
from kibitz.errors import GameError

DISCS = "XO"
SEPARATED = re.compile(r"([XO-]+)[ _]?([XO])")


def read_obf(text: str, size: int) -> tuple[Board64, Board64]:
    """The discs of the side to move, and of the other side. Raises GameError, in one sentence, for other text."""
    found = SEPARATED.fullmatch(text)
    if found is None or len(found[1]) != size * size:
        raise GameError(
            f"{text if len(text) <= 70 else text[:67] + '...'!r} is not a position of Othello: write X, O or - for each of the "
            f"{size * size} squares, row by row, then who moves, X or O"
        )
    first, second = (Board64(sum(1 << place for place, disc in enumerate(found[1]) if disc == side)) for side in DISCS)
    return (first, second) if found[2] == DISCS[0] else (second, first)


def write_obf(first: Board64 | set[int], second: Board64 | set[int], size: int, turn: int) -> str:
    """The text that `read_obf` reads; `turn` is 0 where X, whose discs are the first, is to move."""
    discs = "".join("X" if place in first else "O" if place in second else "-" for place in range(size * size))
    return f"{discs}_{DISCS[turn]}"
