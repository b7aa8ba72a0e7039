"""The graph of all positions of a game that can go in circles: each once, in the order found, and where its moves lead.

Theorem: when `explore` has gone on with every position found, the rows hold all positions that play leads to, each once, those
that are over with their value; and the edges say, position by position, where its moves lead, with a 0 behind the last. A
position is the recurrence key of its states, and its moves are those of the key: a clock that is no part of it begins anew
everywhere.
"""

from typing import Any

from kibitz.kernel import Fields, Words, low_bits, read, write
from kibitz.search.memory import RUNNING
from kibitz.search.scores import score_end
from kibitz.tables.walk import FIRST, NO_EDGE_ROOM, NO_MOVE, PARTS, PLACE, SHIFT, WIDTH, WalkMemory, row_of, set_value

# An edge is twice the number of the position it leads to, from 1, and 1 more if the same side is to move there again. It has 32
# bits: two lie in a word, the lower half first.


def explore(rules: Any, fields: Fields, end: int, memory: WalkMemory, rows: Words, index: Words, edges: Words) -> int:
    """Go on with the positions found, as far as the one with the number `end`. Where compiled code begins."""
    if memory.row_count == 0:
        row_of(rules, rules.recurrence_key(rules.enter(fields)), memory, rows, index)
    while memory.status == RUNNING and memory.explored_count < min(end, memory.row_count):
        row, before = 1 + memory.explored_count * memory.row_words, memory.edge_count
        state = load_row(rules, row, memory, rows)
        if rules.is_over(state):
            value = score_end(rules, state, memory) >> 2
            set_value(value + memory.value_offset, row + memory.row_words - 1, memory, rows)
        else:
            for move in rules.moves(state):
                after = rules.play(state, move)
                there = row_of(rules, rules.recurrence_key(after), memory, rows, index)
                if memory.status != RUNNING:
                    break
                add_edge(there // memory.row_words * 2 + (1 if rules.sign(state, after) > 0 else 0), memory, edges)
            if memory.status == RUNNING and memory.edge_count == before:
                memory.status = NO_MOVE
        if memory.status == RUNNING:
            add_edge(0, memory, edges)
        if memory.status == RUNNING:
            memory.explored_count += 1
        else:
            memory.edge_count = before
    return 0


def load_row(rules: Any, row: int, memory: WalkMemory, rows: Any) -> Any:
    """The state whose row begins there."""
    cells = memory.cell_count
    for i in range(cells):
        part = FIRST + cells + i * PARTS
        width = read(memory, part + WIDTH)
        word = read(rows, row + read(memory, part + PLACE)) >> read(memory, part + SHIFT)
        write(memory, FIRST + i, word if width == 64 else low_bits(word, width))
    return rules.load(memory, FIRST)


def add_edge(edge: int, memory: WalkMemory, edges: Any) -> None:
    """Write an edge behind the others, if there is room."""
    count = memory.edge_count
    if count >= memory.edge_capacity:
        memory.status = NO_EDGE_ROOM
        return
    at = 1 + (count >> 1)
    write(edges, at, edge if count & 1 == 0 else low_bits(read(edges, at), 32) | edge << 32)
    memory.edge_count = count + 1
