"""Moves of chess as text: Standard Algebraic Notation (FIDE, Laws of Chess, appendix C).

Rules, which are compiled, know no texts. So what a text says is packed into a number, and what a name has to say comes as one.
"""

import re

from kibitz.games.parts.fen import KINDS, LETTERS, name_square

PROMOTIONS = " QRBN"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, ANY = range(7)
NONE, SEVERAL = -1, -2  # legal moves that a text may mean
CASTLES = 20  # bits below the side to which a packed text castles: 1 the king's, 2 the queen's
BY_COLUMN, BY_ROW, CAPTURE, CHECK, MATE = 8, 16, 32, 64, 128  # what a name says, beside the kind of the piece
CASTLING = re.compile(r"([O0o])-?\1(-?\1)?")
# A piece, where it begins, where it ends, what it becomes: `Nbd7`, `exd6`, `e8=Q`; in long notation `Nb1-d2`, `e2e4`, `e7e8q`.
WRITTEN = re.compile(r"([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h])([1-8])(?:[=/]?\(?([QRBNqrbn])\)?)?(?:e\.?p\.?)?")


def pack(text: str, size: int) -> int:
    """A move in short or long notation, without signs of check, packed in an int; NONE if the text cannot be a move on a board
    of this size.

    From the lowest bits on: the end square, 6; the column and the row where it begins, 4 each, 0 if not given; the kind of
    piece, 3; the piece it becomes, 3; the side to castle to.
    """
    if castles := CASTLING.fullmatch(text):
        return (2 if castles[2] else 1) << CASTLES
    found = WRITTEN.fullmatch(text)
    if found is None:
        return NONE
    kind, column, row, end_column, end_row, becomes = found.groups("")
    columns, rows = LETTERS.index(column or "a") + 1, int(row or 1)
    end = LETTERS.index(end_column), int(end_row) - 1
    if max(columns, rows, end[0] + 1, end[1] + 1) > size:
        return NONE
    is_long = bool(column and row)  # then a piece need not be named
    number = KINDS.index(kind) if kind else ANY if is_long else PAWN
    begin = (columns if column else 0) | (rows if row else 0) << 4
    return end[1] * size + end[0] | begin << 6 | number << 14 | PROMOTIONS.index(becomes.upper() or " ") << 17


def from_square(written: int, place: int, size: int) -> int:
    """The packed move if it begins on a square; NONE if the text excludes that."""
    column, row = place % size + 1, place // size + 1
    if written >> 6 & 15 not in (0, column) or written >> 10 & 15 not in (0, row):
        return NONE
    return written & ~(255 << 6) | column << 6 | row << 10


def name_move(move: int, facts: int, size: int) -> str:
    """The name of a legal move: `e4`, `Nbd7`, `exd6`, `O-O`, `e8=Q`, `Qh5#`.

    `facts`: the kind of its piece, and which of the signs above belong to it.
    """
    begin, end, becomes, kind = move // 64 % 64, move % 64, PROMOTIONS[move // 4096].strip(), facts & 7
    here, there = name_square(begin, size), name_square(end, size)
    if kind == PAWN:
        name = (f"{here[0]}x" if here[0] != there[0] else "") + there + (f"={becomes}" if becomes else "")
    elif kind == KING and abs(end - begin) == 2:
        name = "O-O" if end > begin else "O-O-O"
    else:
        which = (here[0] if facts & BY_COLUMN else "") + (here[1] if facts & BY_ROW else "")
        name = f"{KINDS[kind]}{which}{'x' if facts & CAPTURE else ''}{there}"
    return name + ("#" if facts & MATE else "+" if facts & CHECK else "")
