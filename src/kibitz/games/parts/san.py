"""Moves of chess as text: Standard Algebraic Notation (FIDE, Laws of Chess, appendix C), all but the signs of check."""

from collections.abc import Iterable

from kibitz.games.parts.fen import name_square

Move = tuple[int, int, str]  # from a square to another, and what a pawn becomes there


def name_moves(letters: dict[int, str], moves: Iterable[Move], size: int) -> list[str]:
    """The names of all legal moves: `e4`, `Nbd7`, `exd6`, `O-O`, `e8=Q`. `letters`: the pieces on their squares."""
    legal = list(moves)
    return [_name_move(letters, move, legal, size) for move in legal]


def _name_move(letters: dict[int, str], move: Move, legal: list[Move], size: int) -> str:
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
