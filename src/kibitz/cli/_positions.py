"""A file of positions: on each line the moves that lead there."""

import sys
from collections.abc import Iterable
from pathlib import Path

from kibitz.position import Position, read_lines

STANDARD_INPUT = "-"


def positions(start: Position, file: str) -> Iterable[Position]:
    """The position after each line of moves from `start`; blank lines, and lines that begin with #, are none.

    Of a file all lines are read, and wrong ones told, before anything is searched; standard input is answered as it comes.
    Raises MoveError, which names the line.
    """
    if file == STANDARD_INPUT:
        return (position for _, position in read_lines(start, sys.stdin, "standard input"))
    lines = Path(file).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    return [position for _, position in read_lines(start, lines, file)]
