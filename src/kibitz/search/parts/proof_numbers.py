"""Proof numbers and their table: how far a position is from an answer to "is it worth at least so much?".

The *proof number* is about how many positions must still be proved for a yes, the *disproof number* for a no. 0 and NEVER: it
is a yes; NEVER and 0: a no (Allis 1994). Both are packed in one word, and count for the side to move.

An entry is two words, four to a bucket:

    mark of position and question | effort (5 bits) | disproof number (29 bits) | proof number (29 bits)

A full bucket gives up the entry with the least effort. Two questions are confused with a chance of 2**-61 for each entry
looked at.
"""

from kibitz.kernel import high_bits, low_bits, mixed, read, write
from kibitz.search.parts.memory import PROOF_BUCKETS, HashTable, Memory

NUMBER_BITS = 29
NEVER = (1 << NUMBER_BITS) - 1  # of a number: it cannot be done
FAR = NEVER >> 1  # of both: who knows
EFFORT_AT, MOST_EFFORT = 2 * NUMBER_BITS, 31
SLOTS, ENTRY = 4, 2  # entries in a bucket, words of an entry


def number_words(log: int) -> int:
    """How many words a table of 2**log buckets takes."""
    return PROOF_BUCKETS + (SLOTS * ENTRY << log)


def pack_numbers(proof: int, disproof: int) -> int:
    """A proof number and a disproof number in one word."""
    return proof | disproof << NUMBER_BITS


def proof_in(numbers: int) -> int:
    """The proof number in such a word."""
    return numbers & NEVER


def disproof_in(numbers: int) -> int:
    """The disproof number in such a word."""
    return numbers >> NUMBER_BITS & NEVER


def is_settled(numbers: int) -> bool:
    """Whether it is known to be yes, or to be no."""
    return proof_in(numbers) == 0 or disproof_in(numbers) == 0


def numbers_for_mover(numbers: int, sign: int) -> int:
    """The numbers of a move that leads to a position with these: a yes of the other side is a no of the mover's."""
    return numbers if sign > 0 else pack_numbers(disproof_in(numbers), proof_in(numbers))


def look_up_numbers(mark: int, bar: int, memory: Memory, table: HashTable) -> int:
    """The numbers of a position for the question whether it is worth at least `bar`; 1 and 1 where nothing is known."""
    hashed = mixed(mark, bar)
    at, name = PROOF_BUCKETS + SLOTS * ENTRY * high_bits(hashed, table.log), low_bits(hashed, 62) | 1
    memory.probes += 1
    for slot in range(SLOTS):
        if read(table, at + ENTRY * slot) == name:
            memory.hits += 1
            return low_bits(read(table, at + ENTRY * slot + 1), EFFORT_AT)
    return pack_numbers(1, 1)


def keep_numbers(mark: int, bar: int, numbers: int, nodes: int, table: HashTable) -> None:
    """Store the numbers of a position and the nodes they took: in its own place, a free one, or that of the least effort."""
    hashed = mixed(mark, bar)
    at, name = PROOF_BUCKETS + SLOTS * ENTRY * high_bits(hashed, table.log), low_bits(hashed, 62) | 1
    effort = 0
    while nodes > 0 and effort < MOST_EFFORT:
        nodes >>= 1
        effort += 1
    place, least = at, MOST_EFFORT + 1
    for slot in range(SLOTS):
        here = at + ENTRY * slot
        known, spent = read(table, here), read(table, here + 1) >> EFFORT_AT
        if known == name:
            place, least = here, -1
        elif spent < least:
            place, least = here, spent
    write(table, place, name)
    write(table, place + 1, numbers | effort << EFFORT_AT)
