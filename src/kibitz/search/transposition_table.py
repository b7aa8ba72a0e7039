"""The transposition table: what is known of positions met before, one 64-bit word each, two to a bucket.

    signature | value | depth (8 bits) | move (6 bits) | what the value says (4 bits)

One word is read and written whole, so threads share the table without locks. A position belongs to the bucket that the highest
bits of its hash name; the lowest bits are its signature: 32 of them where results are -1, 0 and 1, fewer for large margins. Two
positions of one bucket are taken for each other with a chance of 2**-signature bits per look-up. What is stored depends on the
position and the depth alone.
"""

from typing import Any

from kibitz.kernel import high_bits, low_bits, read, read_shared, write, write_shared
from kibitz.search.memory import HITS, PROBES, VALUE_BITS

# What an entry's value says of the minimax value at its depth, beside what is proved (LOW, HIGH: scores.py).
AT_LEAST, AT_MOST = 8, 4
MOVE_BITS, DEPTH_BITS = 6, 8
NO_MOVE = (1 << MOVE_BITS) - 1
DEPTH_AT = MOVE_BITS + 4
VALUE_AT = DEPTH_AT + DEPTH_BITS
LOG = (
    1  # the word of the table that says how many buckets there are: 2**LOG (in the table, so that a larger one may replace it)
)
FIRST = 2  # where the buckets begin; none straddles a cache line
BUSY = 1 << 12  # words behind the buckets that say which moves are being searched
HISTORY_SIZE = 1 << 12  # words, for each side, behind those: how often a move has cut; moves with equal low bits share one


def table_words(log: int) -> int:
    """How many words a table of 2**log buckets takes."""
    return FIRST + (2 << log) + BUSY + 2 * HISTORY_SIZE


def busy_at(mark: int, table: Any) -> int:
    """The word that says whether the move with this hash is being searched by some thread."""
    return read(table, 0) - 2 * HISTORY_SIZE - BUSY + high_bits(mark, 12)


def history_at(move: int, ply: int, table: Any) -> int:
    """The word that counts how often a move of this side has cut; all threads learn together."""
    return read(table, 0) - (1 + (ply & 1)) * HISTORY_SIZE + (move & HISTORY_SIZE - 1)


def bucket_of(hashed: int, table: Any) -> int:
    """Where the two words for a position lie."""
    return FIRST + 2 * high_bits(hashed, read(table, LOG))


def signature_of(hashed: int, memory: Any) -> int:
    """The bits of the hash that tell positions of a bucket apart; never 0, which an empty word has."""
    return low_bits(hashed, 64 - VALUE_AT - read(memory, VALUE_BITS)) | 1


def look_up(table: Any, bucket: int, signature: int, memory: Any) -> int:
    """The entry for a position without its signature, or 0."""
    at = VALUE_AT + read(memory, VALUE_BITS)
    write(memory, PROBES, read(memory, PROBES) + 1)
    for slot in range(2):
        entry = read_shared(table, bucket + slot)
        if entry != 0 and low_bits(entry >> at, 64 - at) == signature:
            write(memory, HITS, read(memory, HITS) + 1)
            return low_bits(entry, at)
    return 0


def value_of(entry: int, memory: Any) -> int:
    """The value an entry holds."""
    return (entry >> VALUE_AT) - (1 << read(memory, VALUE_BITS) - 1)


def depth_of(entry: int) -> int:
    """How deep the entry's value was searched."""
    return entry >> DEPTH_AT & (1 << DEPTH_BITS) - 1


def move_of(entry: int) -> int:
    """Which of the position's moves, counted in the order of the rules, was best; NO_MOVE if none is known."""
    return entry >> 4 & NO_MOVE


def keep(table: Any, bucket: int, signature: int, packed: int, depth: int, move: int, says: int, memory: Any) -> None:
    """Enter a position: in its own place if it has one, else where the less deep entry stands or stood last."""
    bits = read(memory, VALUE_BITS)
    at = VALUE_AT + bits
    value = (packed >> 2) + (1 << bits - 1)
    entry = signature << at | value << VALUE_AT | depth << DEPTH_AT | min(move, NO_MOVE) << 4 | says | packed & 3
    first = read_shared(table, bucket)
    if first == 0 or low_bits(first >> at, 64 - at) == signature:
        write_shared(table, bucket, entry)
    elif depth_of(first) <= depth:
        write_shared(table, bucket + 1, first)
        write_shared(table, bucket, entry)
    else:
        write_shared(table, bucket + 1, entry)
