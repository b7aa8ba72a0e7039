"""The graph of all positions of a game with cycles: each once, in the order found, with its moves as edges.

Theorem: when `list_moves` and `enter_moves` have continued with every position found, the rows hold all reachable positions,
each once, terminal ones with their value; and the edges are, position by position, the targets of its moves, with a 0 after the
last. A position is the recurrence key of its states, and its moves are those of the key: a clock outside the key begins anew
everywhere.

Any number of threads list moves, each those of other positions, into words of its own; the rules take nearly all of the time.
Then one enters them, list by list, so rows and edges do not depend on the number of threads.
"""

from typing import Any

from kibitz.kernel import Fields, Words, low_bits, read, write
from kibitz.search.parts.memory import RUNNING
from kibitz.search.parts.scores import score_end
from kibitz.solutions.walk import (
    FIRST,
    NO_EDGE_ROOM,
    NO_MOVE,
    PARTS,
    PLACE,
    SHIFT,
    WIDTH,
    WalkMemory,
    enter_row,
    pack,
    row_of,
    set_value,
)

# A list says of each position twice how many moves it has, and after that the row that each leads to, its lowest bit 1 if the
# same side is to move there again; of a position that is over, twice its value's code and 1 more.


def list_moves(rules: Any, first: int, end: int, memory: WalkMemory, rows: Words, found: Words) -> int:
    """List the moves of the positions `first` up to `end`, as far as there is room; how many that were.

    Where compiled code begins.
    """
    memory.list_at = 1
    for number in range(first, end):
        head = memory.list_at
        if head >= memory.list_end:
            return number - first
        state = load_row(rules, 1 + number * memory.row_words, memory, rows)
        memory.list_at += 1
        if rules.is_over(state):
            write(found, head, 2 * ((score_end(rules, state, memory) >> 2) + memory.value_offset) + 1)
        else:
            count = 0
            for move in rules.moves(state):
                if memory.list_at + memory.row_words > memory.list_end:
                    memory.list_at = head
                    return number - first
                list_row(rules, state, rules.play(state, move), memory, found)
                count += 1
            if count == 0:
                memory.status = NO_MOVE
            write(found, head, 2 * count)
        if memory.status != RUNNING:
            return number - first
    return end - first


def list_row(rules: Any, state: Any, after: Any, memory: WalkMemory, found: Any) -> None:
    """Write the row of what a move leads to at the end of the list."""
    row, count = pack(rules, rules.recurrence_key(after), memory), memory.row_words
    for i in range(count):
        write(found, memory.list_at + i, read(memory, row + i))
    memory.list_at += count
    if rules.sign(state, after) > 0:
        write(found, memory.list_at - 1, read(found, memory.list_at - 1) | 1)


def load_row(rules: Any, row: int, memory: WalkMemory, rows: Any) -> Any:
    """The state whose row begins there."""
    cells = memory.cell_count
    for i in range(cells):
        part = FIRST + cells + i * PARTS
        width = read(memory, part + WIDTH)
        word = read(rows, row + read(memory, part + PLACE)) >> read(memory, part + SHIFT)
        write(memory, FIRST + i, word if width == 64 else low_bits(word, width))
    return rules.load(memory, FIRST)


# An edge is twice the number of the position it leads to, from 1, and 1 more if the same side is to move there again. It has 32
# bits: two lie in a word, the lower half first.


def enter_moves(
    rules: Any, fields: Fields, end: int, memory: WalkMemory, rows: Words, index: Words, edges: Words, found: Words
) -> int:
    """Enter what a list says of the next positions, up to the one with the number `end`, unless the status says otherwise.

    Without any position yet, it enters the start. Where compiled code begins.
    """
    if memory.row_count == 0:
        row_of(rules, rules.recurrence_key(rules.enter(fields)), memory, rows, index)
    count = memory.row_words
    while memory.status == RUNNING and memory.explored_count < end:
        head, at, before = read(found, memory.list_at), memory.list_at + 1, memory.edge_count
        if head & 1 != 0:
            set_value(head >> 1, (memory.explored_count + 1) * count, memory, rows)
        else:
            for _ in range(head >> 1):
                there = enter_row(found, at, memory, rows, index)
                if memory.status != RUNNING:
                    break
                add_edge(there // count * 2 + (read(found, at + count - 1) & 1), memory, edges)
                at += count
        if memory.status == RUNNING:
            add_edge(0, memory, edges)
        if memory.status == RUNNING:
            memory.explored_count += 1
            memory.list_at = at
        else:
            memory.edge_count = before
    return 0


def add_edge(edge: int, memory: WalkMemory, edges: Any) -> None:
    """Write an edge after the others, if there is space."""
    count = memory.edge_count
    if count >= memory.edge_capacity:
        memory.status = NO_EDGE_ROOM
        return
    at = 1 + (count >> 1)
    write(edges, at, edge if count & 1 == 0 else low_bits(read(edges, at), 32) | edge << 32)
    memory.edge_count = count + 1
