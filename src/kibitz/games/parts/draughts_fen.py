"""Checkers positions as text, as PDN writes them: `B:W30:BK22,K21` is Black to move, a white man, and two black kings."""

import re
from typing import NamedTuple

from kibitz.core.board import Board64
from kibitz.errors import GameError
from kibitz.games.parts.dark_squares import BOTTOM, PLACES, TOP

MEN = 12  # of each side at the beginning
PIECES = re.compile(r"(K?)([1-9]\d?)(?:-(K?)([1-9]\d?))?")  # a square, or all squares of a range
COUNTER = re.compile(r"[HF]\d{1,3}")  # quiet moves and the number of the move, which some programs add


class Pieces(NamedTuple):
    """The pieces of both sides, the kings among them, and the side to move: 0 is Black."""

    black: Board64
    white: Board64
    kings: Board64
    turn: int


def read_fen(text: str) -> Pieces:
    """The position that a text means; underscores may stand for its commas. Raises GameError, in one sentence."""
    mover, *parts = re.sub(r"[\s_]*[,_]\s*", ",", text.strip().rstrip(".").upper()).replace(" ", "").split(":")
    sides = [part for part in parts if not COUNTER.fullmatch(part)]
    if mover not in ("B", "W") or sorted(part[:1] for part in sides) != ["B", "W"]:
        raise _wrong(text, "write who moves, B or W, then the squares of both sides, for instance B:W30:BK22,K21")
    held = {part[0]: _read_squares(text, part) for part in sides}
    if held["B"].keys() & held["W"].keys():
        raise _wrong(text, f"two pieces stand on square {min(held['B'].keys() & held['W'].keys())}")
    if not held["B"] and not held["W"]:
        raise _wrong(text, "the board is empty")
    black, white = (_board({*held[side]}) for side in "BW")
    kings = _board({square for side in held.values() for square, is_king in side.items() if is_king})
    if (black & BOTTOM | white & TOP) - kings:
        raise _wrong(text, "a man stands on the last row, where it would be a king")
    return Pieces(black, white, kings, "BW".index(mover))


def write_fen(pieces: Pieces) -> str:
    """The text that `read_fen` reads."""
    black, white, kings, turn = pieces
    sides = (
        ",".join(f"{'K' * (place in kings)}{number}" for number, place in enumerate(PLACES, 1) if place in side)
        for side in (white, black)
    )
    return f"{'BW'[turn]}:W{next(sides)}:B{next(sides)}"


def _read_squares(text: str, part: str) -> dict[int, bool]:
    """The squares of a side, each with whether a king stands there."""
    squares: dict[int, bool] = {}
    for word in filter(None, part[1:].split(",")):
        found = PIECES.fullmatch(word)
        first, last = (int(found[2]), int(found[4] or found[2])) if found else (0, 0)
        if found is None or not first <= last <= len(PLACES):
            raise _wrong(text, f"{word[:20]!r} names no squares from 1 to {len(PLACES)}")
        for square in range(first, last + 1):
            if square in squares:
                raise _wrong(text, f"two pieces stand on square {square}")
            squares[square] = bool(found[1])
    if len(squares) > MEN:
        raise _wrong(text, f"{'Black' if part[0] == 'B' else 'White'} has {len(squares)} pieces, and begins with {MEN}")
    return squares


def _board(squares: set[int]) -> Board64:
    return Board64(sum(1 << PLACES[square - 1] for square in squares))


def _wrong(text: str, why: str) -> GameError:
    return GameError(f"{text if len(text) <= 70 else text[:67] + '...'!r} is not a position of checkers: {why}")
