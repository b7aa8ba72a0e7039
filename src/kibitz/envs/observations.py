"""States as arrays of one shape: a plane of squares for each board, or a row of numbers.

A state is what its NamedTuple holds, field by field, tuples taken apart:

- a state with a board is (planes, squares): a board is a plane with a 1 for each square that is in it; an int or a bool is a
  plane filled with that number. An int that the rules call one of their `bitboards` is a board of 64 squares.
- a state without one is a row: one number for each int or bool.

In a game where it matters how often a position has been on the board, that is one more number. Nothing is scaled, cut or left
out: different states are different arrays. A state is as the rules have it, most often as the side to move sees it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Board
from kibitz.core.laws import LARGEST_MOVE, is_pair, short_repr
from kibitz.core.recurrence import FORBIDDEN, times_seen
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, start_of
from kibitz.errors import EnvError
from kibitz.position import Position

SQUARES = 64  # of an int that is a board
TIMES_SEEN = "times seen"
Array = NDArray[np.int64]


@dataclass(frozen=True)
class StatePart:
    """A part of a state: a field, or one member of a field that is a tuple. `squares`: how many it has; 0 for a number."""

    name: str
    squares: int
    largest: int


class StateEncoder:
    """Makes arrays of the states of one game; `parts` says what the planes, or the numbers, are."""

    def __init__(self, game: Game, grid: tuple[int, int] | None = None) -> None:
        """`grid`: rows and columns, into which the squares of planes are laid row by row; a square beyond them is an error."""
        self._spec = spec_of(game)
        start = start_of(game)
        if not hasattr(start, "_fields"):
            raise EnvError(f"the states of {self._spec} have no fields to observe: they are not NamedTuples")
        unknown = [name for name in game.bitboards if name not in start._fields]
        if unknown:
            raise EnvError(f"`bitboards` of {self._spec} names {unknown[0]!r}, but states have {', '.join(start._fields)}")
        self._bitboards = frozenset(game.bitboards)
        parts = [_part(name, value, field in self._bitboards) for field, name, value in self._values(start)]
        self._counts_times = bool(game.recurrence) and game.recurrence != FORBIDDEN
        if self._counts_times:
            parts.append(StatePart(TIMES_SEEN, 0, LARGEST_MOVE))
        self.parts = tuple(parts)
        most = max((part.squares for part in parts), default=0)
        if grid is not None and (most == 0 or not is_pair(grid) or min(grid) < 1):
            why = "its states have no boards" if most == 0 else "write how many rows and columns it has, such as (3, 4)"
            raise EnvError(f"grid={short_repr(grid)} does not fit {self._spec}: {why}")
        self._squares = grid[0] * grid[1] if grid else most
        self.shape: tuple[int, ...] = (len(parts), *(grid or (most,))) if most else (len(parts),)
        rows = np.array([part.largest for part in parts], np.int64)
        self.largest: Array = np.broadcast_to(rows.reshape(-1, *[1] * (len(self.shape) - 1)), self.shape).copy()
        """The most that each number of an array can be; the least is 0."""

    def encode(self, position: Position) -> Array:
        """The state of a position as an array of this shape."""
        values = [value for _, _, value in self._values(position.state)]
        if self._counts_times:
            values.append(times_seen(position.state))
        if len(values) != len(self.parts):
            raise EnvError(f"a state of {self._spec} has {len(values)} parts, and the first one has {len(self.parts)}")
        if not self._squares:
            return np.array([int(value) for value in values], np.int64)
        planes = np.empty((len(values), self._squares), np.int64)
        for plane, part, value in zip(planes, self.parts, values, strict=True):
            plane[:] = self._plane(part, value) if part.squares else int(value)
        return planes.reshape(self.shape)

    def _values(self, state: Any) -> list[tuple[str, str, Any]]:
        """Field, name and value of each part of a state."""
        found: list[tuple[str, str, Any]] = []
        for field in state._fields:
            value = getattr(state, field)
            if isinstance(value, tuple):
                found += [(field, f"{field}[{index}]", member) for index, member in enumerate(value)]
            else:
                found.append((field, field, value))
        return found

    def _plane(self, part: StatePart, value: Any) -> NDArray[np.uint8]:
        bits = value.bits if isinstance(value, Board) else int(value)
        if bits >> self._squares:
            raise EnvError(f"{part.name} of {self._spec} has the square {bits.bit_length() - 1}: the grid is too small")
        octets = np.frombuffer(bits.to_bytes(-(-self._squares // 8), "little"), np.uint8)
        return np.unpackbits(octets, count=self._squares, bitorder="little")


def _part(name: str, value: Any, is_bitboard: bool) -> StatePart:
    if isinstance(value, Board):
        return StatePart(name, value.capacity, 1)
    if is_bitboard:
        return StatePart(name, SQUARES, 1)
    return StatePart(name, 0, 1 if isinstance(value, bool) else LARGEST_MOVE)
