"""The 32 dark squares of a draughts board as bits of one word: their neighbours, their numbers, and their picture.

The squares as players number them, Black's men above:

        1     2     3     4
     5     6     7     8
        9    10    11    12
    13    14    15    16
       17    18    19    20
    21    22    23    24
       25    26    27    28
    29    30    31    32

The bits are these squares in this order, with an unused bit after every eighth. So a step is the same shift everywhere, and
who steps over the edge lands on an unused bit or on none:

    way 0   down to the left     4 up       way 2   up to the left      5 down
    way 1   down to the right    5 up       way 3   up to the right     4 down
"""

from kibitz.core.board import Board64

PLACES = tuple(number + number // 8 for number in range(32))  # the bits of the squares 1, 2, 3 ...
BOARD = Board64(sum(1 << place for place in PLACES))
TOP, BOTTOM = Board64(0b1111), Board64(0b1111 << PLACES[28])  # the first and the last row
ABOVE, BELOW = Board64((1 << PLACES[12]) - 1) & BOARD, Board64(-1 << PLACES[20]) & BOARD  # the first and the last three
ROWS = tuple(f"{first}-{first + 3}" for first in range(1, 33, 4))


def moved(places: Board64, way: int) -> Board64:
    """All these places one step on; the way back is `3 - way`. What leaves the board stands in no square of BOARD."""
    if way == 0:
        return places << 4
    if way == 1:
        return places << 5
    return places >> 5 if way == 2 else places >> 4


def number(place: int) -> int:
    """The number of a square, from 0."""
    return place - place // 9


def text(marks: dict[int, str]) -> str:
    """The board in letters: what stands in the squares of these numbers, from 0, and the names of the others."""
    lines = []
    for row in range(8):
        line = "".join(f"{marks.get(place, str(place + 1)):>6}" for place in range(4 * row, 4 * row + 4))
        lines.append(line[3:] + "   " if row % 2 else line)
    return "\n".join(lines)
