"""A file of positions: on each line the moves that lead there."""

import sys
from collections.abc import Iterable
from pathlib import Path

from kibitz.errors import MoveError
from kibitz.position import Position, read_each, read_lines

STANDARD_INPUT = "-"
Line = tuple[int, Position | MoveError]
"""The number of a line, and the position after its moves, or what is wrong with them."""


def positions(start: Position, file: str) -> Iterable[Line]:
    """The position after each line of moves from `start`; blank lines, and lines that begin with #, are none.

    Standard input is answered as it comes, wrong lines among it. Of a file all lines are read before anything is searched, and
    a wrong one is a MoveError at once.
    """
    if file == STANDARD_INPUT:
        return read_each(start, sys.stdin, "standard input")
    lines = Path(file).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    return list(read_lines(start, lines, file))
