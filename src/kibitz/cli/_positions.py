"""A file of positions: on each line the moves that lead there."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from kibitz.errors import MoveError
from kibitz.notation import read_moves
from kibitz.position import Position

STANDARD_INPUT = "-"


def positions(start: Position, file: str) -> Iterable[Position]:
    """The position after each line of moves from `start`; blank lines, and lines that begin with #, are none.

    Of a file all lines are read, and wrong ones told, before anything is searched; standard input is answered as it comes.
    Raises MoveError, which names the line.
    """
    if file == STANDARD_INPUT:
        return _read(start, sys.stdin, "standard input")
    return list(_read(start, Path(file).read_text(encoding="utf-8-sig", errors="replace").splitlines(), file))


def _read(start: Position, lines: Iterable[str], name: str) -> Iterator[Position]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                yield _after(start, text)
            except MoveError as problem:
                raise type(problem)(f"line {number} of {name}: {problem}") from None


def _after(start: Position, text: str) -> Position:
    position = start
    for move in read_moves(start.game, text, start.state):
        position = position.play(move)
    return position
