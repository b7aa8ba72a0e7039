"""The table of the exact solver: proofs about positions met before, one 64-bit word each, two to a bucket.

    signature | value | effort (6 bits) | what is proved (LOW, HIGH: scores.py)

One word is read and written whole, so threads share the table without locks. A position's mark names its bucket by its highest
bits; its lowest bits, the signature, tell it from the others there: 56 - VALUE_BITS of them, 46 where distances count
and results are -1, 0 and 1.

A mark made of a key is the key times an odd number. So equal signatures mean keys that differ by a multiple of 2**46, and the
marks of such keys lie far apart, in different buckets if there are enough of them: 2**4 for keys of 49 bits (Connect Four 7x6),
2**12 for 57, 2**16 for 61, 2**18 for 63. With that many no two positions are ever confused. With fewer, and without a key,
where the mark is a hash, a look-up is wrong with a chance of 2 * 2**-46.

There are two tables in one memory: a small one that stays in the processor's cache, for the many positions near
the end that are soon solved again, and the large one for the others. Connect Four: half the time with 12 % more nodes.
"""

from kibitz.kernel import high_bits, low_bits, prefetch, read_shared, write_shared
from kibitz.search.parts.memory import BUSY, PROOF_BUCKETS, Memory, ProofTable

NEAR_LOG = 16  # the small table has 2**16 buckets: a MB
SLOTS = 2
EFFORT_BITS = 6
VALUE_AT = 2 + EFFORT_BITS


def proof_words(log: int) -> int:
    """How many words a table of 2**log buckets takes, the small one included."""
    return PROOF_BUCKETS + (SLOTS << NEAR_LOG) + (SLOTS << log) + BUSY


def bucket_of(mark: int, near: bool, table: ProofTable) -> int:
    """Where the words for a position begin; `near`: the end is near."""
    if near:
        return PROOF_BUCKETS + SLOTS * high_bits(mark, NEAR_LOG)
    return PROOF_BUCKETS + (SLOTS << NEAR_LOG) + SLOTS * high_bits(mark, table.log)


def busy_at(mark: int, table: ProofTable) -> int:
    """The word that says whether some thread is searching the position."""
    return table.length - BUSY + high_bits(mark, 12)


def announce(mark: int, near: bool, table: ProofTable) -> None:
    """A position will be looked up soon."""
    prefetch(table, bucket_of(mark, near, table))


def signature_of(mark: int, memory: Memory) -> int:
    """The bits of a mark that tell positions of a bucket apart."""
    return low_bits(mark, 64 - VALUE_AT - memory.value_bits)


def proof_of(mark: int, near: bool, memory: Memory, table: ProofTable) -> int:
    """The entry of a position without its signature, or 0."""
    at = VALUE_AT + memory.value_bits
    bucket, signature = bucket_of(mark, near, table), signature_of(mark, memory)
    memory.probes += 1
    for slot in range(SLOTS):
        entry = read_shared(table, bucket + slot)
        if entry != 0 and low_bits(entry >> at, 64 - at) == signature:
            memory.hits += 1
            return low_bits(entry, at)
    return 0


def proved_value(entry: int, memory: Memory) -> int:
    """The value an entry holds."""
    return (entry >> VALUE_AT) - (1 << memory.value_bits - 1)


def effort_of(entry: int) -> int:
    """The binary logarithm of the nodes that an entry took."""
    return entry >> 2 & (1 << EFFORT_BITS) - 1


def keep_proof(mark: int, value: int, says: int, nodes: int, near: bool, memory: Memory, table: ProofTable) -> None:
    """Store a proof: in the position's own place if it has one, else over the cheaper entry."""
    bits = memory.value_bits
    at = VALUE_AT + bits
    bucket, signature = bucket_of(mark, near, table), signature_of(mark, memory)
    effort = 0
    while nodes > 0:
        nodes >>= 1
        effort += 1
    entry = signature << at | value + (1 << bits - 1) << VALUE_AT | effort << 2 | says
    first = read_shared(table, bucket)
    if first == 0 or low_bits(first >> at, 64 - at) == signature:
        write_shared(table, bucket, entry)
    elif effort_of(first) <= effort:
        write_shared(table, bucket + 1, first)
        write_shared(table, bucket, entry)
    else:
        write_shared(table, bucket + 1, entry)
