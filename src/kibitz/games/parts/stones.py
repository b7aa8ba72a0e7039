"""Stones on a square board as text, for games that begin from a position: `3/1B1/WW1_b`, row by row from above, then who moves.

B and W are stones, and a number stands for that many empty points in a row, as in a FEN of chess.
"""

import re
from typing import NamedTuple

from kibitz.errors import GameError

SIDES = "BW"


class Stones(NamedTuple):
    """The places of both sides' stones, row by row from above, from 0; and the side to move, 0 for Black, the usual first."""

    black: frozenset[int]
    white: frozenset[int]
    turn: int


def read_stones(text: str, size: int) -> Stones:
    """The position that a text means. Raises GameError, in one sentence, for anything else."""
    found = re.fullmatch(r"([BW\d/]+)[_ ]([BW])", text.strip().upper())
    rows = found[1].split("/") if found else []
    if found is None or len(rows) != size:
        raise _wrong(
            text, f"write {size} rows separated by /, of B, W and numbers of free points, then _b or _w for the side to move"
        )
    places: dict[str, set[int]] = {"B": set(), "W": set()}
    for row, signs in enumerate(rows):
        column = 0
        for sign in re.findall(r"[BW]|\d{1,2}", signs):
            if sign in SIDES:
                places[sign].add(row * size + column)
            column += 1 if sign in SIDES else int(sign)
        if column != size:
            raise _wrong(text, f"the row {signs[:40]!r} has {column} points, and the board {size}")
    return Stones(frozenset(places["B"]), frozenset(places["W"]), SIDES.index(found[2]))


def write_stones(stones: Stones, size: int) -> str:
    """The text that `read_stones` reads."""
    signs = "".join("B" if place in stones.black else "W" if place in stones.white else "." for place in range(size * size))
    rows = (signs[begin : begin + size] for begin in range(0, size * size, size))
    text = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
    return f"{text}_{SIDES[stones.turn].lower()}"


def _wrong(text: str, why: str) -> GameError:
    return GameError(f"{text if len(text) <= 70 else text[:67] + '...'!r} is not a position: {why}")
