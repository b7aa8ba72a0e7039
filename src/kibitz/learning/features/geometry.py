"""How the places of a game lie to each other: rows and columns, or which of them are neighbours."""

import itertools
from collections import Counter
from dataclasses import dataclass

from kibitz.learning.features.sample import RandomGame
from kibitz.patterns.reading import BoardReading, JoinedFeature

Place = int
Spot = tuple[int, int]  # row and column


@dataclass(frozen=True)
class Geometry:
    """`spots`: row and column of each place, none where the board is not a plain grid. `near`: the neighbours of each place."""

    spots: dict[Place, Spot]
    near: dict[Place, tuple[Place, ...]]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return 1 + max((row for row, _ in self.spots.values()), default=-1)

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max((column for _, column in self.spots.values()), default=-1)

    @property
    def is_full(self) -> bool:
        """Whether there is a place in each column of each row."""
        return bool(self.spots) and len(self.spots) == self.rows * self.columns

    def describe(self) -> str:
        """The board in words."""
        if not self.spots:
            return "a board without rows"
        return f"a board of {self.rows} by {self.columns}" if self.is_full else "a board of slanting rows"


def find_geometry(reading: BoardReading, games: list[RandomGame]) -> Geometry:
    """Rows and columns: from the bits that are not squares, or as square as possible.

    Where pieces step over a board with gaps that are not columns (checkers), rows and columns run along the two commonest
    steps.
    """
    squares = reading.squares
    low, high, count = squares[0], squares[-1], len(squares)
    gaps = [bit for bit in range(low, high) if bit not in squares]
    steps, moves = _steps(reading, games)
    if gaps and sum(steps.values()) > moves / 2:
        ways = [way for way, _ in steps.most_common(2)]
        place_of = {square: place for place, square in enumerate(squares)}
        near = {
            place: tuple(place_of[square + way * sign] for way in ways for sign in (1, -1) if square + way * sign in place_of)
            for place, square in enumerate(squares)
        }
        return Geometry(_slanting(squares, ways), near)
    ends = [one.shift for one in reading.features if isinstance(one, JoinedFeature)]  # where other planes lie beyond the first
    main = sum(square < ends[0] for square in squares) if ends else count
    width = gaps[1] - gaps[0] if len(gaps) > 1 else gaps[0] - low + 1 if gaps else _width(main)
    spots = {place: divmod(square - low, width) for place, square in enumerate(squares)}
    near = {
        place: tuple(other for other, there in spots.items() if other != place and _beside(spots[place], there))
        for place in spots
    }
    return Geometry(spots, near)


def _slanting(squares: tuple[int, ...], ways: list[int]) -> dict[Place, Spot]:
    """Rows and columns along the two ways of going; none where squares cannot all be reached so."""
    spots, open_ = {squares[0]: (0, 0)}, [squares[0]]
    while open_:
        square = open_.pop()
        row, column = spots[square]
        for way, (down, right) in zip(ways, ((1, 0), (0, 1)), strict=True):
            for sign in (1, -1):
                other = square + sign * way
                if other in squares and other not in spots:
                    spots[other] = row + sign * down, column + sign * right
                    open_.append(other)
    if len(spots) < len(squares) or len(set(spots.values())) < len(spots):
        return {}
    top, left = min(row for row, _ in spots.values()), min(column for _, column in spots.values())
    return {place: (spots[square][0] - top, spots[square][1] - left) for place, square in enumerate(squares)}


def _beside(one: Spot, other: Spot) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _width(count: int) -> int:
    """The width of the board of `count` squares that is as square as may be, at least as wide as high."""
    return next((width for width in range(int(count**0.5 + 0.999), count) if count % width == 0), count)


def _steps(reading: BoardReading, games: list[RandomGame]) -> tuple[Counter[int], int]:
    """How far apart the two squares lie that a move takes and leaves, where it does so; and how many moves there were."""
    found: Counter[int] = Counter()
    moves = 0
    for one in games:
        words = [reading.united(state) for state in one.states]
        for before, after in itertools.pairwise(words):
            moves += 1
            change = before ^ after
            if change.bit_count() == 2:
                found[change.bit_length() - (change & -change).bit_length()] += 1
    return found, moves
