"""Pieces in words, for those who cannot see the board."""

from collections.abc import Sequence

from kibitz.core.scene import Piece

CHESSMEN = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
PLAIN = {
    "stone": "",
    "crown": "king",
    "bar": "line",
    "fill": "closed",
    "die": "rolling die",
    "territory": "territory",
}  # forms that say more than texts do


def piece_words(piece: Piece, sides: Sequence[str]) -> str:
    """ "White pawn", "Black king", "6 seeds", "37 of 100"; `sides`: the names of the players."""
    whose = sides[piece.owner] if piece.owner is not None and piece.owner < len(sides) else ""
    if piece.form == "chessman":
        what = CHESSMEN.get(piece.text.upper(), piece.text)
    elif piece.form == "seeds":
        return f"{piece.text} seed{'' if piece.text == '1' else 's'}"
    elif piece.form == "gauge":
        what = piece.text.replace("/", " of ")
    else:
        what = PLAIN.get(piece.form, piece.text) if whose or piece.form in ("bar", "fill") else piece.text
    return " ".join(dict.fromkeys(filter(None, (whose, what))))
