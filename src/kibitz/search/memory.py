"""What a search thread keeps in its words: counters and limits, killer moves, best lines, and the moves of the open nodes."""

from typing import Any

from kibitz.kernel import read, read_shared, write

TRACES = False  # True in what is compiled to write down what it does: the machine puts it there (trace_format.py)
DEEPEST = 250  # plies: a deeper tree is cut off there; fits the table's depth and keeps the stack small

# The words, by number; word 0 is the length.
STOP = 1  # set by another thread: end now
STATUS = 2  # why the search is unwinding: one of those below
NODES = 3
NODE_LIMIT = 4
SCALE = 5  # one unit of the game's result
MASK = 6  # SCALE - 1 where distance counts, else 0
MOST = 7  # |result| may not be larger
CEILING = 8  # no state that is not over is worth more
CLAMP = 9  # |estimate| may not be larger
PROBES = 10
HITS = 11
VALUE_BITS = 13
ROOT_MOVE = 14  # the best move of the iteration under way; of the exact solver that of the question answered last ...
ROOT_VALUE = 15  # ... and its packed value; meaningless while the move is -1
ROOT_DONE = 16  # how many of the root's moves are finished
THREADS = 17  # how many search side by side
FIRST_MOVE = 18  # where the root lists its moves: MOVES, as a variable (a literal would make a second specialisation)
ROOT_HINT = 19  # the move to try first at the root, or -1
ROOT_LOW = 20  # the exact solver's proved limits of the root's value ...
ROOT_HIGH = 21
ASKED_HERE = 22  # ... and the question this thread is answering
ROOM_END = 32  # where the room for the moves of the open nodes ends
TRACE = 33  # the trace (trace_format.py): where its records begin, ...
TRACED = 34  # ... how many there are, ...
TRACE_ROOM = 35  # ... how many there may be, ...
WHY = 36  # ... and why the last leaf was one: a reason of these
KEPT_MOVE = 37  # of the exact solver: the root's move of which most is proved ...
KEPT_VALUE = 38  # ... and that it is worth at least this; -INFINITE where nothing is proved of any
KILLERS = 40
STRIDE = DEEPEST + 4  # plies, and some to spare
OPEN = KILLERS + 2 * STRIDE  # for each ply: the traced node that is open there ...
CHILDREN = OPEN + STRIDE  # ... and how many of its moves have been looked at
LINES = CHILDREN + STRIDE  # for each ply: how long its best line is, and the line
MOVES = LINES + STRIDE * STRIDE

UNFINISHED, OVER, HORIZON, TABLE, CUT, SEARCHED, PROBED, SETTLED = range(8)
RUNNING, STOPPED, NO_ROOM, TOO_LARGE, TOO_DEEP, BAD_CHANCE, NO_MOVES, BAD_MOVER, BAD_PAYOFF, BAD_GUESS, TOO_WIDE = range(11)


def visit(memory: Any) -> int:
    """Count a node; not 0 when the search must unwind."""
    nodes = read(memory, NODES) + 1
    write(memory, NODES, nodes)
    if read_shared(memory, STOP) != 0 or nodes > read(memory, NODE_LIMIT):
        write(memory, STATUS, STOPPED)
    return read(memory, STATUS)


def begin_line(ply: int, memory: Any) -> None:
    """A node is entered: no best line is known yet."""
    write(memory, LINES + ply * STRIDE, 0)


def extend_line(move: int, ply: int, memory: Any) -> None:
    """A move is the best so far: the best line is the move and what was best after it."""
    at, below = LINES + ply * STRIDE, LINES + (ply + 1) * STRIDE
    length = read(memory, below)
    write(memory, at, length + 1)
    write(memory, at + 1, move)
    for i in range(length):
        write(memory, at + 2 + i, read(memory, below + 1 + i))


def line_at(ply: int, memory: Any) -> tuple[int, ...]:
    """The best line found from the node at `ply`; for Python."""
    at = LINES + ply * STRIDE
    return tuple(memory[at + 1 + i] for i in range(memory[at]))
