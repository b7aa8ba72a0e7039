"""Points of boards as SGF names them, and as the games here do."""

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.core.layout import LETTERS
from kibitz.core.notation import PASS
from kibitz.errors import FormatError

LARGEST_WITH_TT = 19  # a pass in Go may be written as a point beyond the board, up to this size
OF_GO = LETTERS["A1"]
SWAPS = {"swap", "swap-pieces", "swap-sides"}
PAIR = re.compile(r"[a-z]{2}")
NAME = re.compile(r"([a-z])(\d{1,2})")


@dataclass(frozen=True)
class Points:
    """How a game writes its points: `from_pair` makes a name of column and row from above, both from 0, and the size.

    `first_is_either`: either colour may be the one that begins.
    """

    name: str
    size: int
    from_pair: Callable[[int, int, int], str]
    to_pair: Callable[[str, int], tuple[int, int]]
    first_is_either: bool = False
    is_named: bool = False  # written as column and number, `a10`

    def name_of(self, text: str, size: int) -> str:
        """The game's name of a move; the text itself if it does not name one."""
        move = text.casefold()
        if move in SWAPS:
            return "swap"
        if not move or (move == "tt" and size <= LARGEST_WITH_TT) or move == PASS:
            return PASS
        if PAIR.fullmatch(move):
            column, row = map(string.ascii_lowercase.index, move)
            return self.from_pair(column, row, size) if column < size and row < size else text
        return move if self.name in ("hex", "othello") and NAME.fullmatch(move) else text

    def text_of(self, name: str, size: int) -> str:
        """The move as SGF writes it."""
        if self.is_named:
            return "swap-pieces" if name == "swap" else name
        if name == PASS:
            return ""
        return "".join(string.ascii_lowercase[place] for place in self.to_pair(name, size))

    def list_names(self, text: str, size: int) -> Iterator[str]:
        """The names of a point, or of all points of a rectangle such as `aa:cc`. FormatError for what is neither."""
        corners = [self.name_of(one.strip(), size) for one in text.split(":")]
        try:
            (left, above), (right, below) = (self.to_pair(corner, size) for corner in (corners[0], corners[-1]))
        except ValueError:
            raise FormatError(f"{text[:24]!r} is not a point of a board of size {size}") from None
        for row in range(min(above, below), max(above, below) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                yield self.from_pair(column, row, size)


def _go_name(column: int, row: int, size: int) -> str:
    return f"{OF_GO[column]}{size - row}"


def _go_pair(name: str, size: int) -> tuple[int, int]:
    return OF_GO.index(name[:1] or "?"), size - int(name[1:])


def _from_above(column: int, row: int, size: int) -> str:
    return f"{string.ascii_lowercase[column]}{row + 1}"


def _pair_from_above(name: str, size: int) -> tuple[int, int]:
    return string.ascii_lowercase.index(name[:1] or "?"), int(name[1:]) - 1


def _from_below(column: int, row: int, size: int) -> str:
    return f"{string.ascii_lowercase[column]}{size - row}"


def _pair_from_below(name: str, size: int) -> tuple[int, int]:
    return string.ascii_lowercase.index(name[:1] or "?"), size - int(name[1:])


POINTS = {
    "1": Points("go", 19, _go_name, _go_pair),
    "2": Points("othello", 8, _from_above, _pair_from_above),
    "4": Points("gomoku", 15, _from_below, _pair_from_below),
    "11": Points("hex", 11, _from_above, _pair_from_above, first_is_either=True, is_named=True),
}
