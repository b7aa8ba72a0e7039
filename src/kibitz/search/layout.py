"""Where everything lies in the memory of a search and in its tables; no other file knows the number of a word.

Python and kernels share these words. A class names single ones, to be read and written as `memory.nodes`. A capital is where
a run of words begins, to be read as `read(memory, KILLERS + 2 * ply)`.
"""

from kibitz.kernel import MemoryLayout, Shared, Words

DEEPEST = 250  # plies: a deeper tree is cut off there; fits the table's depth and keeps the stack small
STRIDE = DEEPEST + 4  # plies, and some to spare


class Memory(Words):
    """The words of a search's memory that have names."""

    stop: Shared  # set by another thread: end now
    status: int  # why the search is unwinding: RUNNING and so on (memory.py)
    nodes: int
    node_limit: int
    scale: int  # one unit of the game's result
    mask: int  # scale - 1 where distance counts, else 0
    most: int  # |result| may not be larger
    ceiling: int  # no state that is not over is worth more
    clamp: int  # |estimate| may not be larger
    value_bits: int  # bits of a value in a table
    probes: int
    hits: int
    threads: int  # how many search side by side
    first_move: int  # where the root lists its moves: MOVES, as a variable (a literal would make a second specialisation)
    room_end: int  # where the room for the moves of the open nodes ends

    root_move: int  # the best move of the iteration under way; of the exact solver that of the question answered last ...
    root_value: int  # ... and its packed value; meaningless while the move is -1
    root_done: int  # how many of the root's moves are finished
    root_hint: int  # the move to try first at the root, or -1

    # The exact solver:
    root_low: int  # the proved limits of the root's value ...
    root_high: int
    question: int  # ... and the question this thread is answering: is it worth at least so much?
    kept_move: Shared  # the root's move of which most is proved ...
    kept_value: Shared  # ... and that it is worth at least this; -INFINITE where nothing is proved of any

    # The trace (trace_format.py):
    trace_start: int  # where its records begin, ...
    trace_count: int  # ... how many there are, ...
    trace_room: int  # ... how many there may be, ...
    why: int  # ... and why the last leaf was one: OVER, HORIZON and so on (memory.py)

    # Searches whose values are floats (vector_memory.py):
    hero: int  # the player whose payoff the value is, where a value is one number
    ties: int  # how max^n chooses among moves that are equally good for the mover: a number of `TIE_RULES`
    lowest: float  # no payoff (or estimate) is less ...
    highest: float  # ... or more than this; -HUGE and HUGE where that is not known
    alpha: float  # the window of a call
    beta: float
    slack: float  # how far beyond a window a value must lie before rounding cannot have put it there
    total: float  # the most that all players get together; infinite where that is not known
    tolerance: float  # numbers of max^n that differ by no more are equal: rounding, where chance averages, may part them
    star_probes: int  # chance nodes at which one move after each outcome was looked at first ...
    star_cuts: int  # ... and those of them that could be left for it


MEMORY = MemoryLayout(Memory)
KILLERS = MEMORY.words("killers", 2 * STRIDE)  # for each ply: two moves that cut there lately, each plus 1
OPEN = MEMORY.words("open", STRIDE)  # for each ply: the traced node that is open there ...
CHILDREN = MEMORY.words("children", STRIDE)  # ... and how many of its moves have been looked at
LINES = MEMORY.words("lines", STRIDE * STRIDE)  # for each ply: how long its best line is, and the line
MOVES = MEMORY.end  # from here on: the moves of the open nodes, or numbers for each player; then the trace


class HashTable(Words):
    """The words of a table that have names."""

    log: int  # there are 2**log buckets; it stands in the table, so that a larger one may replace it


class ProofTable(HashTable):
    """Those of the exact solver's table, through which its threads talk, too."""

    team_beta: Shared  # what is asked now: is the root worth at least so much? ...
    team_answer: Shared  # ... and what one thread has found


# Where the buckets begin: none straddles a cache line.
TABLE = MemoryLayout(HashTable)
BUCKETS = TABLE.words("buckets", 0, multiple=2)
PROOF_TABLE = MemoryLayout(ProofTable)
PROOF_BUCKETS = PROOF_TABLE.words("buckets", 0, multiple=8)

# Counted from the end of a table: which moves are being searched, and how often a move has cut.
BUSY = 1 << 12  # words
HISTORY_SIZE = 1 << 12  # words, for each side; moves with equal low bits share one
