"""Positions in columns for a script: of a whole game, or of games played."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from kibitz.static_page.album import Album, Still
from kibitz.static_page.numbered import pack


class Chart:
    """Positions one after the other; more `columns`, a number for each position, and more in the `header` as a page needs them.

    A move gives its target as the distance before the next position without a predecessor: 0 is that position itself. A
    position's row is stored as its difference from the one that led to it first.
    """

    def __init__(self, album: Album, names: Sequence[str]) -> None:
        self.album = album
        self.header: dict[str, Any] = {"sides": list(names)}
        self.columns: dict[str, list[int]] = defaultdict(list)
        for name in ("mover", "board", "marks", "count", "row", "move", "target"):
            self.columns[name] = []
        self._stills: list[Still] = []
        self._parents: dict[int, int] = {}
        self._roots: list[int] = []
        self._next = 0

    def __len__(self) -> int:
        return len(self._stills)

    def add(self, still: Still, mover: int, moves: Sequence[tuple[int, int]]) -> None:
        """The next position, with the numbers of its moves and of the positions that they lead to."""
        here = len(self)
        if here == self._next:  # nothing has led to it
            self._roots.append(here)
            self._next += 1
        self._stills.append(still)
        for name, number in (("mover", mover), ("board", still.board), ("marks", still.marks), ("count", len(moves))):
            self.columns[name].append(number)
        for move, target in moves:
            self.columns["move"].append(move)
            self.columns["target"].append(self._next - target)
            if target == self._next:
                self._parents[target] = here
                self._next += 1
        before = self._stills[self._parents[here]] if here in self._parents else None
        known = before.row if before is not None and before.board == still.board else (0,) * len(still.row)
        self.columns["row"] += [signless(piece - was) for piece, was in zip(still.row, known, strict=True)]

    def packed(self) -> str:
        """All of it as one text; see `numbered.pack`."""
        return pack({**self.header, **self.album.data(), "roots": self._roots}, self.columns)


def signless(number: int) -> int:
    """A whole number as one that is not below 0, and small if it is: 0, -1, 1, -2 and 2 are 0 to 4."""
    return 2 * number if number >= 0 else -2 * number - 1
