"""The graph of a game seen from its ends, and the values that follow from them, in compiled code.

Each call continues one task for some hundredths of a second: COUNT the edges to each position, and its moves; ADD_UP where
the edges to each begin; TURN the edges round, into arrows. Then GATHER the ends with the largest result in the queue and SPREAD
it from there, then the next result; and at last DRAW what is left (`retrograde.py` says why).
"""

from typing import Any

from kibitz.kernel import Words, high_bits, low_bits, read, write
from kibitz.search.parts.memory import RUNNING
from kibitz.solutions.walk import TOO_LONG, UNKNOWN, WalkMemory, enter_number, number_at, set_value

COUNT, ADD_UP, TURN, GATHER, SPREAD, DRAW = range(6)

# A position's head: where the arrows to it begin (until they are there: where they end), and above that how many of its moves
# are not known to lose. An arrow is twice the number of the position that it comes from, from 0, and 1 more if the same side is
# to move there again. Arrows and the queue have 32 bits, two to a word, as edges have.
PLACES = 40  # bits of a head
ONE_MOVE = 1 << PLACES


def look_back(
    rules: Any, end: int, memory: WalkMemory, rows: Words, edges: Words, heads: Words, arrows: Words, queue: Words
) -> int:
    """Continue the task up to `end`, among the edges, the positions or the queue. Where compiled code begins."""
    while memory.status == RUNNING and memory.done_count < end:
        number = memory.done_count
        if memory.back_task == COUNT:
            count_edge(number_at(edges, number), memory, heads)
        elif memory.back_task == ADD_UP:
            add(heads, 1 + number, memory.edges_before)
            memory.edges_before = low_bits(read(heads, 1 + number), PLACES)
        elif memory.back_task == TURN:
            turn_edge(number_at(edges, number), memory, heads, arrows)
        elif memory.back_task == GATHER:
            gather(number, memory, rows, queue)
        elif memory.back_task == SPREAD:
            if number == memory.queue_count:
                return 0
            spread(number_at(queue, number), memory, rows, heads, arrows, queue)
        elif value_code(number, memory, rows) == UNKNOWN:
            set_value(memory.value_offset, (number + 1) * memory.row_words, memory, rows)
        memory.done_count = number + 1
    return 0


def count_edge(edge: int, memory: WalkMemory, heads: Any) -> None:
    """Count an edge where it leads, and among the moves where it comes from."""
    if edge == 0:
        memory.edge_source += 1
    else:
        add(heads, edge >> 1, 1)
        add(heads, 1 + memory.edge_source, ONE_MOVE)


def turn_edge(edge: int, memory: WalkMemory, heads: Any, arrows: Any) -> None:
    """Write an edge among the arrows to where it leads, in front of those that are there."""
    if edge == 0:
        memory.edge_source += 1
    else:
        add(heads, edge >> 1, -1)
        enter_number(arrows, low_bits(read(heads, edge >> 1), PLACES), 2 * memory.edge_source + (edge & 1))


def gather(number: int, memory: WalkMemory, rows: Any, queue: Any) -> None:
    """Put a position that is over into the queue if it is worth what the memory says, and note what comes next."""
    code = value_code(number, memory, rows)
    value = abs(code - memory.value_offset)
    if code != UNKNOWN and value & memory.mask == 0:
        if value == memory.end_value:
            enter_number(queue, memory.queue_count, number)
            memory.queue_count += 1
        elif value < memory.end_value:
            memory.next_end_value = max(memory.next_end_value, value)


def spread(number: int, memory: WalkMemory, rows: Any, heads: Any, arrows: Any, queue: Any) -> None:
    """Tell all positions with an arrow to this one; those whose value follows go into the queue."""
    value = value_code(number, memory, rows) - memory.value_offset
    if abs(value) & memory.mask == 1:  # the distance cannot grow any more
        memory.status = TOO_LONG
        return
    there = abs(value) - 1
    for place in range(low_bits(read(heads, 1 + number), PLACES), low_bits(read(heads, 2 + number), PLACES)):
        arrow = number_at(arrows, place)
        source, wins = arrow >> 1, (value > 0) == (arrow & 1 == 1)
        if not wins:
            add(heads, 1 + source, -ONE_MOVE)
        if value_code(source, memory, rows) == UNKNOWN and (wins or high_bits(read(heads, 1 + source), 64 - PLACES) == 0):
            set_value(memory.value_offset + (there if wins else -there), (source + 1) * memory.row_words, memory, rows)
            enter_number(queue, memory.queue_count, source)
            memory.queue_count += 1


def value_code(number: int, memory: WalkMemory, rows: Any) -> int:
    """The code for the position's value bits, from 0."""
    return low_bits(read(rows, (number + 1) * memory.row_words), memory.spare_bits)


def add(words: Any, at: int, number: int) -> None:
    """Add to a word."""
    write(words, at, read(words, at) + number)
