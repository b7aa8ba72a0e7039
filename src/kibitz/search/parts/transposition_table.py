"""The transposition table: results for positions met before, one 64-bit word each, two to a bucket.

    signature | value | depth (8 bits) | move (6 bits) | what the value says (4 bits)

One word is read and written whole, so threads share the table without locks. A position belongs to the bucket that the highest
bits of its hash name; the lowest bits are its signature: 32 of them where results are -1, 0 and 1, fewer for large margins. Two
positions of one bucket are confused with a chance of 2**-signature bits per look-up; so an entry with a short
signature keeps no proof. The stored result depends on the position and the depth alone.
"""

from kibitz.kernel import high_bits, low_bits, read_shared, write_shared
from kibitz.search.parts.memory import BUCKETS, BUSY, HISTORY_SIZE, HashTable, Memory

# What an entry's value says of the minimax value at its depth, beside what is proved (LOW, HIGH: scores.py).
AT_LEAST, AT_MOST = 8, 4
MOVE_BITS, DEPTH_BITS = 6, 8
NO_MOVE = (1 << MOVE_BITS) - 1
DEPTH_AT = MOVE_BITS + 4
VALUE_AT = DEPTH_AT + DEPTH_BITS
PROOF_BITS = 64 - VALUE_AT - 24  # of a value: with more of them less than 24 are left for the signature


def table_words(log: int) -> int:
    """How many words a table of 2**log buckets takes."""
    return BUCKETS + (2 << log) + BUSY + 2 * HISTORY_SIZE


def busy_at(mark: int, table: HashTable) -> int:
    """The word that says whether the move with this hash is being searched by some thread."""
    return table.length - 2 * HISTORY_SIZE - BUSY + high_bits(mark, 12)


def is_claimed(busy: int, mark: int, table: HashTable) -> bool:
    """Whether the thread that wrote this word is searching what has this mark."""
    return read_shared(table, busy) == low_bits(mark, 48)


def claim(busy: int, mark: int, table: HashTable) -> None:
    """Tell the other threads that this one is searching what has this mark."""
    write_shared(table, busy, low_bits(mark, 48))


def release(busy: int, table: HashTable) -> None:
    """Tell the other threads that it is searched no longer."""
    write_shared(table, busy, 0)


def history_at(move: int, ply: int, table: HashTable) -> int:
    """The word that counts how often a move of this side has cut; all threads learn together."""
    return table.length - (1 + (ply & 1)) * HISTORY_SIZE + (move & HISTORY_SIZE - 1)


def bucket_of(hashed: int, table: HashTable) -> int:
    """Where the two words for a position lie."""
    return BUCKETS + 2 * high_bits(hashed, table.log)


def signature_of(hashed: int, memory: Memory) -> int:
    """The bits of the hash that tell positions of a bucket apart; never 0, which an empty word has."""
    return low_bits(hashed, 64 - VALUE_AT - memory.value_bits) | 1


def look_up(table: HashTable, bucket: int, signature: int, memory: Memory) -> int:
    """The entry for a position without its signature, or 0."""
    at = VALUE_AT + memory.value_bits
    memory.probes += 1
    for slot in range(2):
        entry = read_shared(table, bucket + slot)
        if entry != 0 and low_bits(entry >> at, 64 - at) == signature:
            memory.hits += 1
            return low_bits(entry, at)
    return 0


def value_of(entry: int, memory: Memory) -> int:
    """The value an entry holds."""
    return (entry >> VALUE_AT) - (1 << memory.value_bits - 1)


def depth_of(entry: int) -> int:
    """How deep the entry's value was searched."""
    return entry >> DEPTH_AT & (1 << DEPTH_BITS) - 1


def move_of(entry: int) -> int:
    """The best move's number in the order of the rules; NO_MOVE if unknown."""
    return entry >> 4 & NO_MOVE


def keep(table: HashTable, bucket: int, signature: int, packed: int, depth: int, move: int, says: int, memory: Memory) -> None:
    """Enter a position: in its own place if it has one, else where the less deep entry stands or stood last."""
    bits = memory.value_bits
    if bits > PROOF_BITS:
        packed &= ~3
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
