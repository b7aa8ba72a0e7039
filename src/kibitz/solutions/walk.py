"""The walk through all positions: depth first, each position once, its value from the values of those it leads to.

Theorem: `walk(state)` is the value of the state, as `kibitz.search.parts.scores` counts it, and every reachable position has
its value in its row, unless the status says why it ended early. Then the rows hold values of finished positions only, and the
same call continues. A position met again while it is still open repeats: such a game has no value by its rules alone.

A row is the state, packed (see `layout.py`), with its value in the lowest bits. The index is a hash table of the rows' numbers,
two to a word; a position is known by its whole row, so no two are ever confused.
"""

from typing import Any

from kibitz.kernel import Fields, MemoryLayout, Words, high_bits, low_bits, mixed, read, store_fields, write
from kibitz.search.parts.memory import NO_ROOM, RUNNING, STOPPED, TOO_LARGE, Memory
from kibitz.search.parts.scores import INFINITE, age_score, score_end

# What a walk keeps in its words: its limits, how states are laid out, and the state at hand.


class WalkMemory(Memory):
    """The words of the searches, of which a walk uses status, scale, mask and most; and its own."""

    row_count: int  # the positions found so far
    row_limit: int  # stop when there are so many
    row_capacity: int  # the rows there is room for
    row_words: int  # the words of a row
    spare_bits: int  # a row's lowest bits, for the value
    value_offset: int  # what is added to a value, so that it is above OPEN
    cell_count: int  # how many cells a state has
    index_log: int  # the index has 2**index_log slots

    # The graph of a game that can go in circles (graph.py):
    explored_count: int  # of how many positions it is known what they lead to
    edge_count: int  # the edges found so far, with the 0 behind those of each position
    edge_capacity: int  # the edges there is room for
    list_at: int  # where the list of moves goes on that is written, or entered
    list_end: int  # where there is no more room for it

    # The same graph, seen from its ends (backwards.py):
    back_task: int  # what to go on with
    done_count: int  # the edges, positions or places of the queue that the task is done with
    edge_source: int  # the number of the position, from 0, whose edges these are
    edges_before: int  # the edges to all positions before
    end_value: int  # the value of the ends whose turn it is
    next_end_value: int  # the largest one below that
    queue_count: int  # the positions in the queue


WALK = MemoryLayout(WalkMemory)
FIRST = WALK.end  # the cells of the state at hand; after them PARTS words for each cell, then its row

# The words for each cell: all bits seen so far, how many it has, the word of the row and the place in it.
SEEN, WIDTH, PLACE, SHIFT, PARTS = 0, 1, 2, 3, 4

# Why a walk unwinds, beside the reasons of the searches (RUNNING, STOPPED, NO_ROOM, TOO_LARGE).
MISFIT, REPEATS, TOO_DEEP, TOO_LONG, NO_MOVE, NO_EDGE_ROOM = 11, 12, 13, 14, 15, 16

# What a row's value bits say, unless they hold a value.
UNKNOWN, OPEN = 0, 1


def memory_words(cells: int) -> int:
    """The words a walk needs for a state of `cells` cells."""
    return FIRST + cells * (1 + PARTS) + cells + 1


def enter(rules: Any, fields: Fields, depth: int, memory: WalkMemory, rows: Words, index: Words) -> int:
    """Where compiled code begins."""
    return walk(rules, rules.enter(fields), depth, memory, rows, index)


def walk(rules: Any, state: Any, depth: int, memory: WalkMemory, rows: Any, index: Any) -> int:
    """The value of a state; 0 when the status says why it ended early."""
    at = row_of(rules, state, memory, rows, index)
    if memory.status != RUNNING:
        return 0
    known = low_bits(read(rows, at), memory.spare_bits)
    if known > OPEN:
        return known - memory.value_offset
    if known == OPEN:
        memory.status = REPEATS
        return 0
    if rules.is_over(state):
        best: int = score_end(rules, state, memory) >> 2
    else:
        if depth == 0:
            memory.status = TOO_DEEP
            return 0
        set_value(OPEN, at, memory, rows)
        best, mask, gain = -INFINITE, memory.mask, 0
        for move in rules.moves(state):
            after = rules.play(state, move)
            value = walk(rules, after, depth - 1, memory, rows, index)
            if memory.status != RUNNING:
                set_value(UNKNOWN, at, memory, rows)
                return 0
            if rules.has_reward:
                gain = rules.reward(state, move) * memory.scale
            best = max(best, rules.sign(state, after) * age_score(value, mask) + gain)
        if best == -INFINITE:
            memory.status = NO_MOVE
        elif best != 0 and abs(best) & mask == 1:  # the distance cannot grow any more
            memory.status = TOO_LONG
        elif rules.has_reward and abs(best) > memory.most * memory.scale:
            memory.status = TOO_LARGE
    if memory.status == RUNNING:
        set_value(best + memory.value_offset, at, memory, rows)
    return best


def set_value(code: int, at: int, memory: WalkMemory, rows: Any) -> None:
    """Change the value bits of the row whose last word is `at`."""
    word = read(rows, at)
    write(rows, at, word - low_bits(word, memory.spare_bits) + code)


def row_of(rules: Any, state: Any, memory: WalkMemory, rows: Any, index: Any) -> int:
    """The last word of the state's row, a new row if it is met for the first time; 0 if there is no room."""
    ours = pack(rules, state, memory)
    if memory.status != RUNNING:
        return 0
    return enter_row(memory, ours, memory, rows, index)


def enter_row(words: Any, ours: int, memory: WalkMemory, rows: Any, index: Any) -> int:
    """The same for a row that lies in any words, from `ours` on; its value bits are not looked at."""
    count, spare = memory.row_words, memory.spare_bits
    slot = slot_of(words, ours, memory)
    number = number_at(index, slot)
    while number != 0:
        theirs = 1 + (number - 1) * count
        if same_row(words, ours, rows, theirs, count, spare):
            return theirs + count - 1
        slot = next_slot(slot, memory)
        number = number_at(index, slot)
    number = memory.row_count + 1
    if number > memory.row_capacity:
        memory.status = NO_ROOM
        return 0
    if number > memory.row_limit:
        memory.status = STOPPED
        return 0
    memory.row_count = number
    enter_number(index, slot, number)
    at = 1 + (number - 1) * count
    for i in range(count):
        write(rows, at + i, read(words, ours + i))
    set_value(UNKNOWN, at + count - 1, memory, rows)
    return at + count - 1


def pack(rules: Any, state: Any, memory: WalkMemory) -> int:
    """Lay a state out as a row, its value bits 0; gives the row's first word in the memory."""
    end, cells, count = store_fields(memory, FIRST, state), memory.cell_count, memory.row_words
    row = FIRST + cells * (1 + PARTS)
    for i in range(count):
        write(memory, row + i, 0)
    for i in range(cells):
        cell, part, place = read(memory, FIRST + i), FIRST + cells + i * PARTS, 0
        width = read(memory, part + WIDTH)
        if width < 64 and cell >> width != 0:
            write(memory, part + SEEN, read(memory, part + SEEN) | cell)
            memory.status = MISFIT
        else:
            place = row + read(memory, part + PLACE)
            write(memory, place, read(memory, place) | cell << read(memory, part + SHIFT))
    if end != FIRST + cells:
        memory.status = MISFIT
    return row


def same_row(words: Any, ours: int, rows: Any, theirs: int, count: int, spare: int) -> bool:
    """Whether two rows agree in all but their values."""
    for i in range(count - 1):
        if read(words, ours + i) != read(rows, theirs + i):
            return False
    return (read(words, ours + count - 1) ^ read(rows, theirs + count - 1)) >> spare == 0


def slot_of(words: Any, row: int, memory: WalkMemory) -> int:
    """Where the index begins to look for a row."""
    last = memory.row_words - 1
    hashed = mixed(last, read(words, row + last) >> memory.spare_bits)
    for i in range(last):
        hashed = mixed(hashed, read(words, row + i))
    return high_bits(hashed, memory.index_log)


def next_slot(slot: int, memory: WalkMemory) -> int:
    """The slot of the index where the search for a row continues."""
    return slot + 1 & (1 << memory.index_log) - 1


def number_at(index: Any, slot: int) -> int:
    """The number of the row in a slot, from 1; 0 when the slot is free."""
    return low_bits(read(index, 1 + (slot >> 1)) >> ((slot & 1) << 5), 32)


def enter_number(index: Any, slot: int, number: int) -> None:
    """Fill a free slot."""
    at = 1 + (slot >> 1)
    write(index, at, read(index, at) | number << ((slot & 1) << 5))


def enter_rows(rules: Any, first: int, end: int, memory: WalkMemory, rows: Words, index: Words) -> int:
    """Enter the rows from `first` up to `end` into a larger index."""
    count = memory.row_words
    for number in range(first, end):
        slot = slot_of(rows, 1 + number * count, memory)
        while number_at(index, slot) != 0:
            slot = next_slot(slot, memory)
        enter_number(index, slot, number + 1)
    return end


def sample(rules: Any, fields: Fields, first: int, games: int, plies: int, memory: WalkMemory, hashes: Words) -> int:
    """Play random games of at most `plies` plies and note hashes and bits of their states; returns the plies of the longest.

    Every second game ends no sooner than it must, so that late positions are seen too.
    """
    cells, longest = memory.cell_count, 0
    for game in range(first, first + games):
        state, at = rules.enter(fields), 1 + (game - first) * (plies + 1)
        for ply in range(plies + 1):
            key = rules.recurrence_key(state)
            store_fields(memory, FIRST, key)
            for i in range(cells):
                part = FIRST + cells + i * PARTS
                write(memory, part + SEEN, read(memory, part + SEEN) | read(memory, FIRST + i))
            write(hashes, at + ply, high_bits(rules.hash(key), 63) | 1)
            longest = max(longest, ply)
            if rules.is_over(state):
                break
            state = follower(rules, state, mixed(game, ply), game & 1 == 1)
    return longest


def follower(rules: Any, state: Any, dice: int, go_on: bool) -> Any:
    """A random move's position; to continue, one that does not end the game, if there is any."""
    found, choices = state, 0
    for move in rules.moves(state):
        after = rules.play(state, move)
        if not (go_on and rules.is_over(after)):
            choices += 1
            if high_bits(mixed(dice, choices), 31) % choices == 0:
                found = after
        elif choices == 0:
            found = after
    return found
