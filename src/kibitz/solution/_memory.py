"""What a walk keeps in its words: its limits, how states are laid out, and the state at hand.

The words below KILLERS are those of the searches: STATUS, SCALE, MASK and MOST mean the same here.
"""

from kibitz.search.memory import KILLERS

COUNT = KILLERS  # the positions found so far
LIMIT = KILLERS + 1  # stop when there are so many
CAPACITY = KILLERS + 2  # the rows there is room for
LOG = KILLERS + 3  # the index has 2**LOG slots
WORDS = KILLERS + 4  # the words of a row
SPARE = KILLERS + 5  # a row's lowest bits, for the value
HALF = KILLERS + 6  # what is added to a value, so that it is above OPEN
CELLS = KILLERS + 7  # how many cells a state has
FIRST = KILLERS + 8  # the cells of the state at hand; behind them PARTS words for each cell; behind them its row

# The words for each cell: all bits seen so far, how many it has, the word of the row and the place in it.
SEEN, WIDTH, PLACE, SHIFT, PARTS = 0, 1, 2, 3, 4

# Why a walk unwinds, beside the reasons of the searches (RUNNING, STOPPED, NO_ROOM, TOO_LARGE).
MISFIT, REPEATS, TOO_DEEP, TOO_LONG, NO_MOVE = 11, 12, 13, 14, 15

# What a row's value bits say, unless they hold a value.
UNKNOWN, OPEN = 0, 1


def memory_words(cells: int) -> int:
    """How many words a walk needs for a state of so many cells."""
    return FIRST + cells * (1 + PARTS) + cells + 1
