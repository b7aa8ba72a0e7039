"""The table of searches whose values are numbers: positions met before, each in the one place that its key names.

    key | depth, number of the move, what the value says | move | a number, or one for each player

A key has 63 bits and is held whole: two positions are taken for each other with a chance of 2**-62 per look-up. One thread
writes it. What is stored depends on the position and the depth alone, so it changes the time of a search but never its value.
"""

from kibitz.kernel import read, write
from kibitz.search.layout import BUCKETS, HISTORY_SIZE, LINES, STRIDE, HashTable, Memory

HEAD = 3  # words before the numbers
AT_LEAST, AT_MOST, EXACT, PROVED = 1, 2, 3, 4  # what a value says of the value at its depth; that nothing in it was estimated
SAYS_BITS, NUMBER_BITS = 3, 16
NO_NUMBER = (1 << NUMBER_BITS) - 1


def ledger_words(log: int, numbers: int) -> int:
    """How many words a table of 2**log places takes."""
    return BUCKETS + (HEAD + numbers << log) + 2 * HISTORY_SIZE


def slot_of(key: int, numbers: int, table: HashTable) -> int:
    """The word at which the entry of a position begins."""
    return BUCKETS + (key >> 1 & (1 << table.log) - 1) * (HEAD + numbers)


def entry_of(key: int, slot: int, table: HashTable, memory: Memory) -> int:
    """The entry of a position, or 0."""
    memory.probes += 1
    if read(table, slot) != key:
        return 0
    memory.hits += 1
    return read(table, slot + 1)


def says(entry: int, depth: int) -> int:
    """What an entry says of the value at `depth`: bits of EXACT and PROVED; 0 where it is of another depth and not proved."""
    found = entry >> SAYS_BITS + NUMBER_BITS
    if found == depth or (found < depth and entry & PROVED):
        return entry & (EXACT | PROVED)
    return 0


def number_in(entry: int) -> int:
    """The number of the best move, in the order of the rules; NO_NUMBER if none is known."""
    return entry >> SAYS_BITS & NO_NUMBER


def enter_head(key: int, slot: int, depth: int, number: int, meaning: int, move: int, table: HashTable) -> None:
    """Enter a position in the place of whatever stands there; the numbers are for the caller to write behind `HEAD`."""
    write(table, slot, key)
    write(table, slot + 1, (depth << NUMBER_BITS | min(number, NO_NUMBER)) << SAYS_BITS | meaning)
    write(table, slot + 2, move)


def remembered(key: int, table: HashTable) -> int:
    """The best move of a position, of any depth; -1 where none is known."""
    slot = slot_of(key, 1, table)
    return read(table, slot + 2) if key != 0 and read(table, slot) == key else -1


def recall_line(slot: int, ply: int, table: HashTable, memory: Memory) -> None:
    """The best line from a position of which the table knows the value: its move, as far as it is known."""
    move = read(table, slot + 2)
    if move >= 0:
        write(memory, LINES + ply * STRIDE, 1)
        write(memory, LINES + ply * STRIDE + 1, move)
