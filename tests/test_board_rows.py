"""Rows of squares, neighbours and what hangs together, against walks from square to square, and compiled against plain."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit

import kibitz.kernel  # noqa: F401  # tells Numba what boards are
from kibitz.core.board import BOARDS, Board, Board64, square
from kibitz.core.rows import (
    ACROSS,
    DIAGONAL,
    DOWN,
    EVERY_WAY,
    FALLING,
    RISING,
    SIX_WAYS,
    STRAIGHT,
    around,
    behind,
    connected,
    enclosed,
    rays,
)

STEPS = {ACROSS: [(0, 1), (0, -1)], DOWN: [(1, 0), (-1, 0)], FALLING: [(1, 1), (-1, -1)], RISING: [(1, -1), (-1, 1)]}
SIDES = {64: range(2, 9), 128: range(2, 12), 256: range(2, 17), 384: range(2, 20)}
WAYS = (ACROSS, DOWN, FALLING, RISING, STRAIGHT, DIAGONAL, SIX_WAYS, EVERY_WAY, DOWN | FALLING)


class Grid(NamedTuple):
    """A board of one kind with its inner columns and rows, as the functions want them."""

    kind: type[Board]
    width: int
    height: int

    def where(self, wanted: Callable[[int, int], bool]) -> Any:
        every = [(row, column) for row in range(self.height) for column in range(self.width)]
        return self.kind(sum(1 << row * self.width + column for row, column in every if wanted(row, column)))

    def full(self) -> Any:
        return self.where(lambda row, column: True)

    def inner(self) -> tuple[int, Any, Any]:
        columns = self.where(lambda row, column: 0 < column < self.width - 1)
        return self.width, columns, self.where(lambda row, column: 0 < row < self.height - 1)

    def board(self, bits: int) -> Any:
        return self.kind(bits & self.kind.full) & self.full()

    def ray(self, start: int, down: int, right: int) -> list[int]:
        """The squares from the next one on to the edge."""
        row, column, found = start // self.width + down, start % self.width + right, []
        while 0 <= row < self.height and 0 <= column < self.width:
            found.append(row * self.width + column)
            row, column = row + down, column + right
        return found

    def neighbours(self, start: int, ways: int) -> set[int]:
        return {place for step in directions(ways) for place in self.ray(start, *step)[:1]}


def directions(ways: int) -> Iterable[tuple[int, int]]:
    return [step for way, steps in STEPS.items() if ways & way for step in steps]


def walk_rows(grid: Grid, starts: Board, through: Board, ends: Board) -> tuple[set[int], set[int]]:
    """What `behind` and `enclosed` should give: from each start in each direction, as long as it goes `through`."""
    found_behind, found_enclosed = set[int](), set[int]()
    for start in starts.squares():
        for direction in directions(EVERY_WAY):
            passed: list[int] = []
            for place in grid.ray(start, *direction):
                if passed:
                    found_behind.add(place)
                if place not in through:
                    if place in ends:
                        found_enclosed.update(passed)
                    break
                passed.append(place)
    return found_behind, found_enclosed


def walk_rays(grid: Grid, starts: Board, through: Board, ways: int) -> set[int]:
    """What is seen from each start, square by square, up to the first one that is not `through`."""
    found = set[int]()
    for start in starts.squares():
        for direction in directions(ways):
            for place in grid.ray(start, *direction):
                found.add(place)
                if place not in through:
                    break
    return found


def flood(grid: Grid, seeds: Board, through: Board, ways: int) -> set[int]:
    """What hangs together with the seeds, one square after the other."""
    waiting = [place for place in seeds.squares() if place in through]
    found = set(waiting)
    while waiting:
        for place in grid.neighbours(waiting.pop(), ways):
            if place in through and place not in found:
                found.add(place)
                waiting.append(place)
    return found


@njit  # type: ignore[untyped-decorator]  # Numba's types are not ours to check
def fast_rows(discs: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    return behind(discs, through, width, columns, rows), enclosed(discs, through, ends, width, columns, rows)


@njit  # type: ignore[untyped-decorator]
def fast_ways(squares: Any, through: Any, width: Any, board: Any, ways: Any) -> Any:
    return (
        rays(squares, through, width, board, ways),
        around(squares, width, board, ways),
        connected(squares, through, width, board, ways),
    )


grids = st.sampled_from(BOARDS).flatmap(
    lambda kind: st.builds(Grid, st.just(kind), st.sampled_from(SIDES[kind.capacity]), st.sampled_from(SIDES[kind.capacity]))
)
bits = st.integers(0, BOARDS[-1].full)
often = st.builds(lambda one, other: one | other, bits, bits)  # long rows are rare among evenly drawn squares
few = st.builds(lambda one, other, third, fourth: one & other & third & fourth, bits, bits, bits, bits)
ways = st.sampled_from(WAYS)


@pytest.mark.twice
@given(grids, bits, often, bits)
def test_behind_and_enclosed_are_what_a_walk_finds(grid: Grid, discs: int, through: int, ends: int) -> None:
    starts, passed, inner = grid.board(discs), grid.board(through), grid.inner()
    assert set(behind(starts, passed, *inner).squares()) == walk_rows(grid, starts, passed, grid.kind())[0]
    disc = square(discs % len(grid.full()), grid.kind)
    passed -= disc
    stops = grid.board(ends) - disc - passed
    assert set(enclosed(disc, passed, stops, *inner).squares()) == walk_rows(grid, disc, passed, stops)[1]


@pytest.mark.twice
@given(grids, few, often, ways)
def test_rays_neighbours_and_groups_are_what_walks_find(grid: Grid, starts: int, through: int, ways: int) -> None:
    pieces, passed, board = grid.board(starts), grid.board(through), grid.full()
    assert set(rays(pieces, passed, grid.width, board, ways).squares()) == walk_rays(grid, pieces, passed, ways)
    near = {place for start in pieces.squares() for place in grid.neighbours(start, ways)}
    assert set(around(pieces, grid.width, board, ways).squares()) == near
    assert set(connected(pieces, passed, grid.width, board, ways).squares()) == flood(grid, pieces, passed, ways)


@pytest.mark.parametrize("width", SIDES[64])
def test_rows_across_the_whole_board(width: int) -> None:
    """From the first square to the last, with all between."""
    grid = Grid(Board64, width, width)
    last = square(width * width - 1)
    between = grid.where(lambda row, column: row == column) - square(0) - last
    across = square(0), between, last, *grid.inner()
    assert enclosed(*across) == between
    assert behind(square(0), between, *across[3:]) == ((between | last) - square(width + 1) if width > 2 else Board64())


@pytest.mark.compiled
@given(grids, few, often, bits, ways)
@example(Grid(BOARDS[3], 19, 19), 1 << 360, BOARDS[3].full, 0, EVERY_WAY)
@example(Grid(BOARDS[1], 11, 11), 1, BOARDS[1].full, 1 << 120, SIX_WAYS)
def test_compiled_equals_plain(grid: Grid, discs: int, through: int, ends: int, ways: int) -> None:
    starts, passed, stops = grid.board(discs), grid.board(through), grid.board(ends)
    inner, board = grid.inner(), grid.full()
    assert fast_rows(starts, passed, stops, *inner) == (behind(starts, passed, *inner), enclosed(starts, passed, stops, *inner))
    assert fast_ways(starts, passed, grid.width, board, ways) == (
        rays(starts, passed, grid.width, board, ways),
        around(starts, grid.width, board, ways),
        connected(starts, passed, grid.width, board, ways),
    )
