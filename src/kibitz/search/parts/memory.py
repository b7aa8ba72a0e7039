"""The memory of a search and its tables: where everything lies, which no other file knows, and what every search does with it.

Python and kernels share these words. A class names single ones, to be read and written as `memory.nodes`. A capital is where
a run of words begins, to be read as `read(memory, KILLERS + 2 * ply)`.
"""

from kibitz.kernel import MemoryLayout, Shared, Words, read, write

DEEPEST = 250  # plies: a deeper tree is cut off there; fits the table's depth and keeps the stack small
STRIDE = DEEPEST + 4  # plies, and some to spare


class Memory(Words):
    """The words of a search's memory that have names."""

    stop: Shared  # set by another thread: end now
    status: int  # why the search is unwinding: RUNNING and so on
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

    full_width: int  # 1 while the selective search is to leave nothing out, ...
    is_probe: int  # ... and 1 while it looks whether a shallow value settles a deep one
    last_pass: int  # the ply to which a pass led there, 0 without one

    # Positions that come back (path.py):
    past_start: int  # where the marks of the positions up to the root begin, the oldest first, ...
    past_count: int  # ... and how many there are
    past_mark: int  # of the positions among them that would end the game, or be forbidden, if they came back once more; 0: none
    rests_on: int  # the least ply of the path on which the value of the open node rests; -1: on what was before, or the root

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
    why: int  # ... and why the last leaf was one: OVER, HORIZON and so on

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


MEMORY_LAYOUT = MemoryLayout(Memory)
KILLERS = MEMORY_LAYOUT.words("killers", 2 * STRIDE)  # for each ply: two moves that cut there lately, each plus 1
OPEN = MEMORY_LAYOUT.words("open", STRIDE)  # for each ply: the traced node that is open there ...
CHILDREN = MEMORY_LAYOUT.words("children", STRIDE)  # ... and how many of its moves have been looked at
LINES = MEMORY_LAYOUT.words("lines", STRIDE * STRIDE)  # for each ply: how long its best line is, and the line
PATH = MEMORY_LAYOUT.words("path", STRIDE)  # for each ply: the mark of the position there ...
SINCE = MEMORY_LAYOUT.words(
    "since", STRIDE
)  # ... the first ply that can have come back there (0 and below: the root and before), ...
SIGNS = MEMORY_LAYOUT.words("signs", STRIDE)  # ... and 1 where the side to move made the move that led there, else -1
SCORES = MEMORY_LAYOUT.words("scores", STRIDE)  # for each ply: the lead of the side to move by rewards so far, where traced
MOVES = MEMORY_LAYOUT.end  # from here on: the moves of the open nodes, or numbers for each player; then the trace


class HashTable(Words):
    """The words of a table that have names."""

    log: int  # there are 2**log buckets; it stands in the table, so that a larger one may replace it


class ProofTable(HashTable):
    """The words of the exact solver's table, through which its threads also talk."""

    team_beta: Shared  # what is asked now: is the root worth at least so much? ...
    team_answer: Shared  # ... and what one thread has found


# Where the buckets begin: none straddles a cache line.
TABLE_LAYOUT = MemoryLayout(HashTable)
BUCKETS = TABLE_LAYOUT.words("buckets", 0, multiple=2)
PROOF_TABLE_LAYOUT = MemoryLayout(ProofTable)
PROOF_BUCKETS = PROOF_TABLE_LAYOUT.words("buckets", 0, multiple=8)

# Counted from the end of a table: which moves are being searched, and how often a move has cut.
BUSY = 1 << 12  # words
HISTORY_SIZE = 1 << 12  # words, for each side; moves with equal low bits share one

TRACES = False  # True in what is compiled to write down what it does: the machine puts it there (trace_format.py)

# Why a node of a trace has no children, or not all: `memory.why` and the records.
UNFINISHED, OVER, HORIZON, TABLE, CUT, SEARCHED, PROBED, SETTLED, RECURRENCE = range(9)
# Why a search unwinds: `memory.status`.
RUNNING, STOPPED, NO_ROOM, TOO_LARGE, TOO_DEEP, BAD_CHANCE, NO_MOVES, BAD_MOVER, BAD_PAYOFF, BAD_GUESS, TOO_WIDE = range(11)


def visit(memory: Memory) -> int:
    """Count a node; not 0 when the search must unwind."""
    memory.nodes += 1
    if memory.stop != 0 or memory.nodes > memory.node_limit:
        memory.status = STOPPED
    return memory.status


def begin_line(ply: int, memory: Memory) -> None:
    """A node is entered: no best line is known yet."""
    write(memory, LINES + ply * STRIDE, 0)


def extend_line(move: int, ply: int, memory: Memory) -> None:
    """A move is the best so far: the best line is the move and what was best after it."""
    at, below = LINES + ply * STRIDE, LINES + (ply + 1) * STRIDE
    length = read(memory, below)
    write(memory, at, length + 1)
    write(memory, at + 1, move)
    for i in range(length):
        write(memory, at + 2 + i, read(memory, below + 1 + i))


def line_at(ply: int, memory: Memory) -> tuple[int, ...]:
    """The best line found from the node at `ply`; for Python."""
    at = LINES + ply * STRIDE
    return tuple(memory[at + 1 + i] for i in range(memory[at]))
