"""The places that patterns combine: lines and rectangles, walks where the grid has gaps, numbers two and three at a time.

One pattern stands for all its images under symmetry. Patterns are as large as the number of weights allows: weights beyond the
caches of a processor are learned five times more slowly (Connect Four with 9 million weights instead of 1.4). If the largest
leave no weights for stages, there are no stages: docs/decisions/learning.md has the matches.
"""

import itertools
import random
from collections.abc import Iterable, Sequence

from kibitz.errors import LearningError
from kibitz.learning.features.geometry import Geometry
from kibitz.patterns.layout import Pattern, PatternLayout, Symmetry
from kibitz.patterns.reading import BoardReading, CellReading, StateReading

MOST_WEIGHTS, MOST_IN_ALL = 66_000, 3_200_000  # of one pattern in one stage; of all
WALKS = 24  # at least: on a large board so many that each square is met
SHORTEST_LINE, SMALL_BOX = 4, 4  # squares
LARGE_BOARD = 64  # squares: there 2x4 rectangles cost more time than they bring strength
MOST_TRIPLES = 40


def choose_layout(
    reading: StateReading, geometry: Geometry | None, symmetries: tuple[Symmetry, ...], cuts: tuple[int, ...]
) -> PatternLayout:
    """The patterns for a game's states, with their weights for each stage."""
    if isinstance(reading, CellReading):
        return PatternLayout(reading, _orbits(_of_cells(reading), symmetries), symmetries, cuts)
    assert isinstance(reading, BoardReading)
    assert geometry is not None
    for most in range(longest(reading), 0, -1):
        for choose in (_on_board, _of_few_squares):
            patterns = choose(reading, geometry, symmetries, most)
            if max(map(len, patterns), default=0) > longest(reading):
                continue
            for stages in (cuts, ()):
                layout = PatternLayout(reading, patterns, symmetries, stages)
                if layout.weights <= MOST_IN_ALL:
                    return layout
    raise LearningError(
        f"a board of {reading.places} squares with {reading.alphabet(0)} symbols has more weights, even square by square, "
        f"than the {MOST_IN_ALL:,} that can be learned"
    )


def _on_board(reading: BoardReading, geometry: Geometry, symmetries: Sequence[Symmetry], most: int) -> tuple[Pattern, ...]:
    """Patterns of at most this many squares."""
    if not geometry.is_full:
        on_grid = _lines(geometry, most) + _rectangles(geometry, 2, 3) + _rectangles(geometry, 3, 2)
        return _orbits(on_grid + _walks(reading.places, geometry, most), symmetries)
    boxes = [(3, 4), (4, 3)] if most >= 12 else [(3, 3)] if most >= 9 else [(2, 3), (3, 2)]
    if reading.places < LARGE_BOARD:
        boxes += [(2, 4), (4, 2)] if most >= 8 else []
    found = _lines(geometry, most) + _borders(geometry, most)
    found += [box for height, width in boxes for box in _rectangles(geometry, height, width)]
    return _orbits(found or _walks(reading.places, geometry, most), symmetries)


def _of_few_squares(
    reading: BoardReading, geometry: Geometry, symmetries: Sequence[Symmetry], most: int
) -> tuple[Pattern, ...]:
    """Patterns for large boards and many symbols, where those `_on_board` have too many weights: no box is larger than 2x2."""
    found: list[Pattern] = [(place,) for place in range(reading.places)] if most < SMALL_BOX else []
    if most > 1 and geometry.is_full:
        found += _lines(geometry, most) + (_rectangles(geometry, 2, 2) if most >= SMALL_BOX else [])
    elif most > 1:
        found += _walks(reading.places, geometry, most)
    return _orbits(found, symmetries)


def longest(reading: BoardReading) -> int:
    """The most squares that a pattern may have."""
    most = 1
    while reading.alphabet(0) ** (most + 1) <= MOST_WEIGHTS and most < reading.places:
        most += 1
    return most


def _lines(geometry: Geometry, most: int) -> list[Pattern]:
    """Rows, columns and diagonals of at least four squares, in pieces of `most` where they are longer."""
    at = {spot: place for place, spot in geometry.spots.items()}
    found: dict[Pattern, None] = {}
    for row, column in at:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if (row - down, column - right) in at:
                continue
            line = [at[row, column]]
            while (row + down * len(line), column + right * len(line)) in at:
                line.append(at[row + down * len(line), column + right * len(line)])
            if len(line) >= min(SHORTEST_LINE, geometry.rows, geometry.columns):
                for begin in range(max(1, len(line) - most + 1)):
                    found[tuple(line[begin : begin + most])] = None
    return list(found)


def _borders(geometry: Geometry, most: int) -> list[Pattern]:
    """Each border of the board, with the squares diagonally inside its corners."""
    at, rows, columns = {spot: place for place, spot in geometry.spots.items()}, geometry.rows, geometry.columns
    found = []
    for across, length in ((False, columns), (True, rows)):
        spots = [(0, column) for column in range(length)] + [(1, 1), (1, length - 2)]
        for far in (False, True):
            turned = [((rows if not across else columns) - 1 - row if far else row, column) for row, column in spots]
            cells = [at.get((column, row) if across else (row, column), -1) for row, column in turned]
            if len(cells) <= most and -1 not in cells and len(set(cells)) == len(cells):
                found.append(tuple(cells))
    return found


def _rectangles(geometry: Geometry, height: int, width: int) -> list[Pattern]:
    at = {spot: place for place, spot in geometry.spots.items()}
    found = []
    for row, column in sorted(at):
        box = tuple(at.get((row + down, column + right), -1) for down in range(height) for right in range(width))
        if -1 not in box:
            found.append(box)
    return found


def _walks(places: int, geometry: Geometry, size: int) -> list[Pattern]:
    """Walks among neighbours, at random but always the same; each begins where few have been."""
    dice, used = random.Random(0), dict.fromkeys(range(places), 0)
    found: list[Pattern] = []
    while len(found) < WALKS or not all(used.values()):
        walk = [dice.choice([place for place in used if used[place] <= min(used.values()) + 1])]
        for _ in range(40 * size):
            step = dice.choice(geometry.near[walk[-1]] or tuple(used))
            if step not in walk and len(walk) < size:
                walk.append(step)
            elif len(walk) < size and dice.random() < 0.5:
                walk.append(walk.pop(dice.randrange(len(walk))))
        found.append(tuple(walk))
        for place in walk:
            used[place] += 1
    return found


def _of_cells(reading: CellReading) -> list[Pattern]:
    """Each number, each two, and three in a row of one field; more threes at random while there is room."""
    cells = range(reading.places)
    found: list[Pattern] = [(cell,) for cell in cells]
    found += list(itertools.combinations(cells, 2))
    fields = [list(group) for _, group in itertools.groupby(cells, key=lambda cell: reading.cells[cell].field)]
    for field in fields:
        found += [tuple(field[at : at + 3]) for at in range(len(field) - 2)]
    triples = list(itertools.combinations(cells, 3))
    random.Random(0).shuffle(triples)
    found += [triple for triple in triples[:MOST_TRIPLES] if triple not in found]
    return [pattern for pattern in found if _size(reading, pattern) <= MOST_WEIGHTS]


def _size(reading: StateReading, pattern: Pattern) -> int:
    size = 1
    for place in pattern:
        size *= reading.alphabet(place)
    return size


def _orbits(patterns: Iterable[Pattern], symmetries: Sequence[Symmetry]) -> tuple[Pattern, ...]:
    """One pattern of each set that the symmetries make alike."""
    kept: list[Pattern] = []
    seen: set[frozenset[int]] = set()
    for pattern in patterns:
        images = {frozenset(symmetry.places[place] for place in pattern) for symmetry in symmetries}
        if not images & seen:
            kept.append(pattern)
            seen |= images
    return tuple(kept)
