"""Where everything lies in the memory of a walk: its limits, how states are laid out, and the state at hand."""

from kibitz.kernel import MemoryLayout
from kibitz.search.layout import Memory


class WalkMemory(Memory):
    """Those of the searches, of which a walk uses status, scale, mask and most; and its own."""

    row_count: int  # the positions found so far
    row_limit: int  # stop when there are so many
    row_capacity: int  # the rows there is room for
    row_words: int  # the words of a row
    spare_bits: int  # a row's lowest bits, for the value
    value_offset: int  # what is added to a value, so that it is above OPEN
    cell_count: int  # how many cells a state has
    index_log: int  # the index has 2**index_log slots


WALK = MemoryLayout(WalkMemory)
FIRST = WALK.end  # the cells of the state at hand; behind them PARTS words for each cell, then its row

# The words for each cell: all bits seen so far, how many it has, the word of the row and the place in it.
SEEN, WIDTH, PLACE, SHIFT, PARTS = 0, 1, 2, 3, 4

# Why a walk unwinds, beside the reasons of the searches (RUNNING, STOPPED, NO_ROOM, TOO_LARGE).
MISFIT, REPEATS, TOO_DEEP, TOO_LONG, NO_MOVE = 11, 12, 13, 14, 15

# What a row's value bits say, unless they hold a value.
UNKNOWN, OPEN = 0, 1


def memory_words(cells: int) -> int:
    """How many words a walk needs for a state of so many cells."""
    return FIRST + cells * (1 + PARTS) + cells + 1
