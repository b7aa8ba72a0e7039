"""Rows of squares, what can be seen along them, neighbours, and what hangs together: for boards of any size.

Squares are numbered row by row, on a board `width` columns wide. The ways to go are flags: ACROSS a row, DOWN a column,
FALLING (from the upper left to the lower right) and RISING, each in both directions; put together with `|`, as in STRAIGHT,
DIAGONAL, EVERY_WAY, and SIX_WAYS between the cells of a Hex board.
"""

from collections.abc import Iterator

from kibitz.core.board import AnyBoard

ACROSS, DOWN, FALLING, RISING = 1, 2, 4, 8
STRAIGHT, DIAGONAL = ACROSS | DOWN, FALLING | RISING
EVERY_WAY, SIX_WAYS = STRAIGHT | DIAGONAL, STRAIGHT | RISING


def enclosed(disc: AnyBoard, through: AnyBoard, ends: AnyBoard, width: int, columns: AnyBoard, rows: AnyBoard) -> AnyBoard:
    """The squares of `through` in unbroken rows between `disc` and one of `ends`, in all eight directions.

    `columns` and `rows` are the inner ones of the board, all but the first and the last.
    """
    found = 0
    for row, step in _rows(disc, through, width, columns, rows):
        if ends.bits & _moved(row, step):
            found |= row
    return type(disc)(found)


def behind(discs: AnyBoard, through: AnyBoard, width: int, columns: AnyBoard, rows: AnyBoard) -> AnyBoard:
    """The squares right after the unbroken rows of `through` that begin next to one of `discs`, in all eight directions.

    `columns` and `rows` as for `enclosed`.
    """
    found = 0
    for row, step in _rows(discs, through, width, columns, rows):
        found |= _moved(row, step)
    return type(discs)(found & discs.full)


def _rows(discs: AnyBoard, through: AnyBoard, width: int, columns: AnyBoard, rows: AnyBoard) -> Iterator[tuple[int, int]]:
    """For each direction the squares of its unbroken rows, as bits, and the step it takes from square to square."""
    both = columns.bits & rows.bits
    for step, inner in ((1, columns.bits), (width - 1, both), (width, rows.bits), (width + 1, both)):
        inner &= through.bits
        for way in (step, -step):
            row = new = inner & _moved(discs.bits, way)
            while new := inner & _moved(new, way) & ~row:
                row |= new
            yield row, way


def _moved(bits: int, step: int) -> int:
    return bits << step if step > 0 else bits >> -step


# What follows is compiled as it stands.


def rays(pieces: AnyBoard, through: AnyBoard, width: int, board: AnyBoard, ways: int) -> AnyBoard:
    """The squares seen from `pieces` along the ways: squares of `through`, as far as they go, and the one at the end of each
    row.

    So a rook on `pieces` attacks `rays(rook, board - taken, width, board, STRAIGHT)`. `board`: all squares.
    """
    first = _first_column(width, board)
    right, left = board - first, board - (first << width - 1)
    found = pieces - pieces
    if ways & ACROSS:
        found |= _seen_up(pieces, through, 1, right) | _seen_down(pieces, through, 1, left)
    if ways & DOWN:
        found |= _seen_up(pieces, through, width, board) | _seen_down(pieces, through, width, board)
    if ways & FALLING:
        found |= _seen_up(pieces, through, width + 1, right) | _seen_down(pieces, through, width + 1, left)
    if ways & RISING:
        found |= _seen_up(pieces, through, width - 1, left) | _seen_down(pieces, through, width - 1, right)
    return found


def around(squares: AnyBoard, width: int, board: AnyBoard, ways: int) -> AnyBoard:
    """The neighbours of `squares`, one step along the ways; some may be among `squares`. `board`: all squares there are."""
    first = _first_column(width, board)
    right, left = board - first, board - (first << width - 1)
    found = squares - squares
    if ways & ACROSS:
        found |= squares << 1 & right | squares >> 1 & left
    if ways & DOWN:
        found |= (squares << width | squares >> width) & board
    if ways & FALLING:
        found |= squares << width + 1 & right | squares >> width + 1 & left
    if ways & RISING:
        found |= squares << width - 1 & left | squares >> width - 1 & right
    return found


def connected(seeds: AnyBoard, through: AnyBoard, width: int, board: AnyBoard, ways: int) -> AnyBoard:
    """The squares of `through` that hang together with a seed among them, step by step along the ways (a flood fill)."""
    found = seeds & through
    new = found
    while new:
        new = (around(new, width, board, ways) & through) - found
        found |= new
    return found


def _first_column(width: int, board: AnyBoard) -> AnyBoard:
    """The first square of each row; by doubling, so that a compiler finds it, too."""
    rows, height = ~(~(board - board) << 1), 1  # square 0
    while height * width < board.capacity:
        rows |= rows << height * width
        height *= 2
    return rows & board


def _seen_up(pieces: AnyBoard, through: AnyBoard, step: int, landing: AnyBoard) -> AnyBoard:
    new = pieces << step & landing
    found = new
    while new:
        new = (new & through) << step & landing
        found |= new
    return found


def _seen_down(pieces: AnyBoard, through: AnyBoard, step: int, landing: AnyBoard) -> AnyBoard:
    new = pieces >> step & landing
    found = new
    while new:
        new = (new & through) >> step & landing
        found |= new
    return found
