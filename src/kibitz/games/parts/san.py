"""Moves of chess as text: Standard Algebraic Notation (FIDE, Laws of Chess, appendix C), all but the signs of check."""

import re
from collections.abc import Iterable

from kibitz.games.parts.fen import name_square

Move = tuple[int, int, str]  # from a square to another, and what a pawn becomes there
CASTLES = re.compile(r"([O0o])-?\1(-?\1)?")
# A piece, where it begins, where it ends, what it becomes: `Nbd7`, `exd6`, `e8=Q`; in long notation `Nb1-d2`, `e2e4`, `e7e8q`.
WRITTEN = re.compile(r"([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:[=/]?\(?([QRBNqrbn])\)?)?(?:e\.?p\.?)?")


def name_moves(letters: dict[int, str], moves: Iterable[Move], size: int) -> list[str]:
    """The names of all legal moves: `e4`, `Nbd7`, `exd6`, `O-O`, `e8=Q`. `letters`: the pieces on their squares."""
    legal = list(moves)
    return [name_move(letters, move, legal, size) for move in legal]


def name_move(letters: dict[int, str], move: Move, legal: list[Move], size: int) -> str:
    """The name of one of the legal moves."""
    begin, end, becomes = move
    here, there, kind = name_square(begin, size), name_square(end, size), letters[begin].upper()
    if kind == "P":
        return (f"{here[0]}x" if here[0] != there[0] else "") + there + (f"={becomes}" if becomes else "")
    if kind == "K" and abs(end - begin) == 2:
        return "O-O" if end > begin else "O-O-O"
    rivals = [
        name_square(place, size) for place, to, _ in legal if to == end and place != begin and letters[place].upper() == kind
    ]
    if not rivals:
        which = ""
    elif all(rival[0] != here[0] for rival in rivals):
        which = here[0]
    elif all(rival[1] != here[1] for rival in rivals):
        which = here[1]
    else:
        which = here
    return f"{kind}{which}{'x' if end in letters else ''}{there}"


def read_move(letters: dict[int, str], moves: Iterable[Move], text: str, size: int) -> list[Move]:
    """The legal moves that a text may mean, in short or long notation, without signs of check; none, one or several."""
    if castles := CASTLES.fullmatch(text):
        step = -2 if castles[2] else 2
        return [move for move in moves if letters[move[0]].upper() == "K" and move[1] - move[0] == step]
    written = WRITTEN.fullmatch(text)
    if written is None:
        return []
    kind, column, row, end, becomes = written.groups("")
    is_long = bool(column and row)  # then a piece need not be named
    return [
        move
        for move in moves
        if name_square(move[1], size) == end
        and move[2] == becomes.upper()
        and name_square(move[0], size).startswith(column)
        and name_square(move[0], size).endswith(row)
        and (letters[move[0]].upper() == (kind or "P") or (is_long and not kind))
    ]
