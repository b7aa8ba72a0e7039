"""The table of the exact solver: what is proved of positions met before, one 64-bit word each, a few to a bucket.

    signature | value | effort (6 bits) | move (6 bits) | what is proved (LOW, HIGH: _values.py)

One word is read and written whole, so threads share the table without locks. A position's mark names its bucket by its highest
bits and is told from the others of the bucket by its lowest: 50 - VALUE_BITS of them. A bucket keeps what was expensive: the
effort is the binary logarithm of the nodes that a proof took.
"""

from typing import Any

from kibitz.kernel import high_bits, low_bits, prefetch, read, read_shared, write, write_shared
from kibitz.search._memory import HITS, PROBES, VALUE_BITS
from kibitz.search._table import BUSY, LOG

SLOTS = 2
NEAR_LOG = 16
FIRST = 8  # where the buckets begin: a line of memory holds whole ones
EFFORT_BITS = MOVE_BITS = 6
NO_MOVE = (1 << MOVE_BITS) - 1
VALUE_AT = 2 + MOVE_BITS + EFFORT_BITS


def proof_words(log: int) -> int:
    """How many words a table of 2**log buckets takes."""
    return FIRST + (SLOTS << NEAR_LOG) + (SLOTS << log) + BUSY


def bucket_of(mark: int, near: bool, table: Any) -> int:
    """Where the words for a position begin."""
    if near:
        return FIRST + SLOTS * high_bits(mark, NEAR_LOG)
    return FIRST + (SLOTS << NEAR_LOG) + SLOTS * high_bits(mark, read(table, LOG))


def announce(mark: int, near: bool, table: Any) -> None:
    """A position will be looked up soon."""
    prefetch(table, bucket_of(mark, near, table))


def proof_of(mark: int, near: bool, memory: Any, table: Any) -> int:
    """The entry of a position without its signature, or 0."""
    at = VALUE_AT + read(memory, VALUE_BITS)
    bucket, signature = bucket_of(mark, near, table), low_bits(mark, 64 - at)
    write(memory, PROBES, read(memory, PROBES) + 1)
    for slot in range(SLOTS):
        entry = read_shared(table, bucket + slot)
        if entry != 0 and low_bits(entry >> at, 64 - at) == signature:
            write(memory, HITS, read(memory, HITS) + 1)
            return low_bits(entry, at)
    return 0


def proved_value(entry: int, memory: Any) -> int:
    """The value an entry holds."""
    return (entry >> VALUE_AT) - (1 << read(memory, VALUE_BITS) - 1)


def proved_move(entry: int) -> int:
    """Which of the position's candidates was best, by its number; NO_MOVE if none is known."""
    return entry >> 2 & NO_MOVE


def effort_of(entry: int) -> int:
    """The binary logarithm of the nodes that an entry took."""
    return entry >> 2 + MOVE_BITS & (1 << EFFORT_BITS) - 1


def keep_proof(mark: int, value: int, move: int, says: int, nodes: int, near: bool, memory: Any, table: Any) -> None:
    """Enter what is proved: in the position's own place if it has one, else where the cheapest entry stands."""
    bits = read(memory, VALUE_BITS)
    at = VALUE_AT + bits
    bucket, signature = bucket_of(mark, near, table), low_bits(mark, 64 - at)
    effort = 0
    while nodes > 0:
        nodes >>= 1
        effort += 1
    head = signature << at | value + (1 << bits - 1) << VALUE_AT
    entry = head | effort << 2 + MOVE_BITS | min(move, NO_MOVE) << 2 | says
    first = read_shared(table, bucket)
    if first == 0 or low_bits(first >> at, 64 - at) == signature:
        write_shared(table, bucket, entry)
    elif effort_of(first) <= effort:
        write_shared(table, bucket + 1, first)
        write_shared(table, bucket, entry)
    else:
        write_shared(table, bucket + 1, entry)
