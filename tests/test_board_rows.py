"""`behind` and `enclosed` of a board against a walk from square to square, and compiled against plain."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import kibitz.kernel  # noqa: F401  # tells Numba what boards are
from kibitz.board import FULL, Board64, square
from kibitz.rows import behind, enclosed

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
SIDES = range(2, 9)


class Grid(NamedTuple):
    """A board with its inner columns and rows, as the functions want them."""

    width: int
    height: int

    def where(self, wanted: Callable[[int, int], bool]) -> Board64:
        every = [(row, column) for row in range(self.height) for column in range(self.width)]
        return Board64(sum(1 << row * self.width + column for row, column in every if wanted(row, column)))

    def columns(self) -> Board64:
        return self.where(lambda row, column: 0 < column < self.width - 1)

    def rows(self) -> Board64:
        return self.where(lambda row, column: 0 < row < self.height - 1)

    def ray(self, start: int, down: int, right: int) -> list[int]:
        """The squares from the next one on to the edge."""
        row, column, found = start // self.width + down, start % self.width + right, []
        while 0 <= row < self.height and 0 <= column < self.width:
            found.append(row * self.width + column)
            row, column = row + down, column + right
        return found


class Found(NamedTuple):
    """What both functions should give, as numbers of squares."""

    behind: set[int]
    enclosed: set[int]


def walked(grid: Grid, starts: Board64, through: Board64, ends: Board64) -> Found:
    """Square by square, from each start in each direction, as long as it goes `through`."""
    found = Found(set(), set())
    for start in starts.squares():
        for direction in DIRECTIONS:
            passed: list[int] = []
            for place in grid.ray(start, *direction):
                if passed:
                    found.behind.add(place)
                if place not in through:
                    if place in ends:
                        found.enclosed.update(passed)
                    break
                passed.append(place)
    return found


@njit  # type: ignore[untyped-decorator]  # Numba's types are not ours to check
def fast_behind(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    return behind(discs, through, width, columns, rows)


@njit  # type: ignore[untyped-decorator]
def fast_enclosed(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    return enclosed(disc, through, ends, width, columns, rows)


grids = st.builds(Grid, st.sampled_from(SIDES), st.sampled_from(SIDES))
words = st.integers(0, FULL)
often = st.builds(lambda one, other: one | other, words, words)  # long rows are rare among evenly drawn squares


@given(grids, words, often, words)
def test_behind_and_enclosed_are_what_a_walk_finds(grid: Grid, discs: int, through: int, ends: int) -> None:
    full, inner = grid.where(lambda row, column: True), (grid.width, grid.columns(), grid.rows())
    starts, passed = Board64(discs) & full, Board64(through) & full
    assert set(behind(starts, passed, *inner).squares()) == walked(grid, starts, passed, Board64()).behind
    disc = square(discs % len(full))
    passed -= disc
    stops = (Board64(ends) & full) - disc - passed
    assert set(enclosed(disc, passed, stops, *inner).squares()) == walked(grid, disc, passed, stops).enclosed


@pytest.mark.parametrize("width", SIDES)
def test_rows_across_the_whole_board(width: int) -> None:
    """From the first square to the last, with all between."""
    grid = Grid(width, width)
    last = square(width * width - 1)
    between = grid.where(lambda row, column: row == column) - square(0) - last
    across = square(0), between, last, width, grid.columns(), grid.rows()
    assert enclosed(*across) == between
    assert behind(square(0), between, *across[3:]) == ((between | last) - square(width + 1) if width > 2 else Board64())


@pytest.mark.compiled
@given(grids, words, often, words)
def test_compiled_equals_plain(grid: Grid, discs: int, through: int, ends: int) -> None:
    full = grid.where(lambda row, column: True)
    starts, passed, stops = Board64(discs) & full, Board64(through) & full, Board64(ends) & full
    inner = grid.width, grid.columns(), grid.rows()
    assert fast_behind(starts, passed, *inner) == behind(starts, passed, *inner)
    assert fast_enclosed(starts, passed, stops, *inner) == enclosed(starts, passed, stops, *inner)
