"""Chess positions as text: Forsyth-Edwards Notation (Edwards 1994), read and written; for square boards of any size.

It is read into the fields of a state of chess, and written from them.
"""

import re
from collections import Counter
from dataclasses import dataclass

from kibitz.core.board import Board64, square
from kibitz.errors import GameError

LETTERS = "abcdefgh"
KINDS = "PNBRQK"
SIDES = "wb"
MISSING = ("", "w", "-", "-", "0", "1")  # what fields that are left out say
CORNERS = {"K": 7, "Q": 0, "k": 63, "q": 56}  # the rooks that castle, on a board of 8x8
KINGS = {"K": 4, "k": 60}
Fields = tuple[Board64, Board64, Board64, Board64, Board64, Board64, Board64, Board64, Board64, int, int]
"""Pieces of the side to move, of the other; pawns, knights, bishops and queens, rooks and queens, kings; rooks that may castle;
the square that a pawn has just passed; who moves, 0 White; plies since a pawn moved or a piece was captured."""


@dataclass(frozen=True)
class _Fen:
    """Pieces on numbered squares, as a text lists them; capital letters are White's."""

    text: str
    size: int
    pieces: dict[int, str]
    turn: int
    castling: str
    passed: int | None
    quiet: int

    def wrong(self, why: str) -> GameError:
        """The error for a text that is not a position."""
        return no_position(self.text, why)


def read_fen(text: str, size: int) -> Fields:
    """The position of a text, its fields separated by spaces or underscores; all but the first are optional.

    Impossible castling rights and en-passant squares are dropped: `dropped_rights` names them. Raises GameError, in one
    sentence, for text that is not FEN, and for impossible pieces.
    """
    fen = _parse(text, size)
    castling, passed = _possible(fen)
    white, black = (_squares(fen, KINDS), _squares(fen, KINDS.lower()))
    pawns, knights, bishops, rooks, queens, kings = (_squares(fen, kind + kind.lower()) for kind in KINDS)
    return (
        *((white, black) if fen.turn == 0 else (black, white)),
        pawns,
        knights,
        bishops | queens,
        rooks | queens,
        kings,
        Board64(sum(1 << CORNERS[right] for right in castling)),
        Board64() if passed is None else square(passed),
        fen.turn,
        fen.quiet,
    )


def dropped_rights(text: str, size: int) -> str:
    """The rights that `read_fen` drops, in a sentence without its end; "" for none. Raises GameError as `read_fen` does."""
    fen = _parse(text, size)
    castling, passed = _possible(fen)
    why = []
    if lost := [right for right in fen.castling if right not in castling]:
        why.append(f"castling {''.join(lost)}, for king and rook do not stand where they begin")
    if fen.passed is not None and passed is None:
        why.append(f"en passant on {name_square(fen.passed, size)}, for no pawn can just have passed it")
    return f"the position is read without {', and without '.join(why)}" if why else ""


def mend_fen(text: str, size: int) -> str:
    """The fields of a position that are given, without what `read_fen` drops, apart by spaces."""
    fields, fen = text.replace("_", " ").split(), _parse(text, size)
    castling, passed = _possible(fen)
    mended = {1: SIDES[fen.turn], 2: castling or "-", 3: "-" if passed is None else fields[3]}
    return " ".join(mended.get(number, one) for number, one in enumerate(fields))


def _parse(text: str, size: int) -> _Fen:
    fields = text.replace("_", " ").split()
    if not 1 <= len(fields) <= len(MISSING):
        raise no_position(text, "write the rows of the board, w or b, castling, en passant and two numbers")
    rows, side, castling, passed, quiet, number = (*fields, *MISSING[len(fields) :])
    if side.lower() not in tuple(SIDES):
        raise no_position(text, f"{side[:24]!r} is to move, and that is w or b")
    if not re.fullmatch("-|[KQkqA-Ha-h]{1,8}", castling):
        raise no_position(text, f"castling is {castling[:24]!r}, and that is -, or some of KQkq")
    if not re.fullmatch("[0-9]{1,4}", quiet) or not re.fullmatch("[0-9]{1,6}", number):
        raise no_position(text, f"it ends in {quiet[:24]!r} and {number[:24]!r}, which are not numbers of moves")
    place = None if passed == "-" else _read_square(text, passed, size)
    pieces = _read_rows(text, rows, size)
    rights = _usual_rights(text, castling.strip("-"), pieces) if size == 8 else castling.strip("-")
    fen = _Fen(text, size, pieces, SIDES.index(side.lower()), rights, place, int(quiet))
    _check_pieces(fen)
    return fen


def _usual_rights(text: str, castling: str, pieces: dict[int, str]) -> str:
    """The rights as KQkq, where some are written as the files of rooks: AHah. GameError for rights of other rooks."""
    files = {"H": "K", "A": "Q", "h": "k", "a": "q"}
    for right in castling:
        king, rook, row = ("K", "R", 0) if right.isupper() else ("k", "r", 56)
        if right in "KQkq" or (right in files and pieces.get(KINGS[king]) == king):
            continue
        if pieces.get(row + LETTERS.index(right.lower())) == rook and king in (pieces.get(row + file) for file in range(8)):
            raise no_position(
                text, f"castling {right!r} is of Chess960: here kings castle from e1 and e8, with rooks in the corners"
            )
    rights = {files.get(right, right) for right in castling}
    return "".join(right for right in "KQkq" if right in rights) + "".join(sorted(rights - set("KQkq")))


def write_fen(fields: Fields, size: int, number: int) -> str:
    """Write the text that `read_fen` reads; `number` is the move number."""
    letters, castling, passed, turn, quiet = letters_of(fields), *fields[7:]
    rows = []
    for row in reversed(range(size)):
        line = "".join(letters.get(row * size + column, "1") for column in range(size))
        rows.append(re.sub("1+", lambda empty: str(len(empty[0])), line))
    rights = "".join(right for right, corner in CORNERS.items() if corner in castling)
    place = name_square(passed.lowest(), size) if passed else "-"
    return f"{'/'.join(rows)} {SIDES[turn]} {rights or '-'} {place} {quiet} {number}"


def letters_of(fields: Fields) -> dict[int, str]:
    """The letters of the pieces on the squares; capital letters are White's."""
    mine, theirs, pawns, knights, diagonal, straight, kings, _, _, turn, _ = fields
    boards = (pawns, knights, diagonal - straight, straight - diagonal, straight & diagonal, kings)
    white = mine if turn == 0 else theirs
    kinds = {place: kind for kind, board in zip(KINDS, boards, strict=True) for place in board.squares()}
    return {place: kinds[place] if place in white else kinds[place].lower() for place in (mine | theirs).squares()}


def name_square(place: int, size: int) -> str:
    """The name of a square, `e4`: they are numbered row by row, a1 is 0."""
    return f"{LETTERS[place % size]}{place // size + 1}"


def no_position(text: str, why: str) -> GameError:
    """The error that says why a text is not a position of chess."""
    return GameError(f"{text if len(text) <= 90 else text[:87] + '...'!r} is not a position of chess: {why}")


def _squares(fen: _Fen, letters: str) -> Board64:
    return Board64(sum(1 << place for place, letter in fen.pieces.items() if letter in letters))


def _read_rows(text: str, board: str, size: int) -> dict[int, str]:
    rows, kinds = board.split("/"), KINDS if size == 8 else KINDS.replace("B", "")
    if len(rows) != size:
        raise no_position(text, f"it has {len(rows)} row{'s' * (len(rows) != 1)}, and the board {size}")
    pieces = {}
    for row, letters in enumerate(reversed(rows)):
        column = 0
        for letter in letters:
            if letter in "123456789":
                column += int(letter)
            elif letter in kinds + kinds.lower():
                pieces[row * size + column] = letter
                column += 1
            else:
                raise no_position(text, f"no piece is called {letter!r}")
        if column != size:
            raise no_position(text, f"the row {letters!r} has {column} squares, and the board {size}")
    return pieces


def _read_square(text: str, name: str, size: int) -> int:
    names = [name_square(place, size) for place in range(size * size)]
    if name not in names:
        raise no_position(text, f"en passant is {name!r}, and that is -, or a square")
    return names.index(name)


def _check_pieces(fen: _Fen) -> None:
    count, size = Counter(fen.pieces.values()), fen.size
    for side, king, pawn in (("White", "K", "P"), ("Black", "k", "p")):
        if count[king] != 1:
            raise fen.wrong(f"{side} has {count[king] or 'no'} king{'s' * (count[king] > 1)}, and needs one")
        if count[pawn] > size:
            raise fen.wrong(f"{side} has {count[pawn]} pawns, and begins with {size}")
        if sum(count[kind if king == "K" else kind.lower()] for kind in KINDS) > 2 * size:
            raise fen.wrong(f"{side} has more than {2 * size} pieces")
    if any(letter in "Pp" and place // size in (0, size - 1) for place, letter in fen.pieces.items()):
        raise fen.wrong("a pawn stands on the first or the last row")


def _possible(fen: _Fen) -> tuple[str, int | None]:
    """The castling rights whose king and rook stand at home, and the square that a pawn can just have passed."""
    castling = ""
    for right in fen.castling if fen.size == 8 else "":
        king, rook = ("K", "R") if right.isupper() else ("k", "r")
        if right in CORNERS and fen.pieces.get(KINGS[king]) == king and fen.pieces.get(CORNERS[right]) == rook:
            castling += right
    if fen.passed is None:
        return castling, None
    row, step, pawn = (5, -8, "p") if fen.turn == 0 else (2, 8, "P")  # the pawn went that way
    around = [fen.pieces.get(fen.passed + steps * step) for steps in (-1, 0, 1)]
    return castling, fen.passed if fen.size == 8 and fen.passed // 8 == row and around == [None, None, pawn] else None
