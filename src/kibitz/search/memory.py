"""What every search does with its memory: count nodes, say why it ends, and keep the best lines."""

from kibitz.kernel import read, write
from kibitz.search.layout import LINES, STRIDE, Memory

TRACES = False  # True in what is compiled to write down what it does: the machine puts it there (trace_format.py)

# Why a node of a trace has no children, or not all: `memory.why` and the records.
UNFINISHED, OVER, HORIZON, TABLE, CUT, SEARCHED, PROBED, SETTLED = range(8)
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
