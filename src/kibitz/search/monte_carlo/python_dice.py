"""The dice of Python's `random.Random`, compiled: what a seed brings there, it brings here.

The generator is MT19937 (Matsumoto and Nishimura, 1998), seeded by an array as they describe it, and a choice is made of it as
Python documents and makes it: as many bits as the count has, again until they are below it. The seeds of a match's games are
SHA-256 (FIPS 180-4) of a short text. Tests hold all three against Python's own.

Memory: `LANES` streams lie side by side, word `number` of stream `lane` at `number * LANES + lane` behind their first.
"""

from math import isqrt
from typing import Any

from kibitz.kernel import LANES, MemoryLayout, read, stir_again, stir_first, write
from kibitz.search.monte_carlo.memory import PlayoutMemory

STATE, MIDDLE = 624, 397  # words of a stream; how far the word lies ahead that goes into the next
MASK = 0xFFFFFFFF
UPPER, LOWER, TWIST = 0x80000000, 0x7FFFFFFF, 0x9908B0DF
START, GROW, FIRST_MIX, SECOND_MIX = 19650218, 1812433253, 1664525, 1566083941
ROUNDS, BLOCK = 64, 64  # of SHA-256: rounds, and bytes of a block
LONGEST_TEXT = BLOCK - 9  # bytes of a text that one block holds
HASH_WORDS = 8


class SeededMemory(PlayoutMemory):
    """The words of games with such dice that have names, behind those of other random games."""

    prefix: int  # bytes of the text's beginning, which all games share
    wants: int  # where the games stand that are to be played
    written: int  # where the next game is written down
    limit: int  # ... and where the room for games ends
    stamp: int  # marks the moves of this position
    ply_words: int  # of each ply: its move, and behind it the state before, if that is wanted
    by_side: int  # 1: what is won is said by the side to move, which must be a player


LAYOUT = MemoryLayout(SeededMemory)
TEXT = LAYOUT.words("text", BLOCK)  # a byte a word
SCHEDULE = LAYOUT.words("schedule", ROUNDS)
CONSTANTS = LAYOUT.words("constants", ROUNDS)
HASH = LAYOUT.words("hash", HASH_WORDS)
FRESH = LAYOUT.words("fresh", STATE)  # the state that every seeding begins with
KEYS = LAYOUT.words("keys", 2 * LANES)  # of each lane what is added in steps of even and of odd number


def prepare_dice(memory: Any, prefix: bytes) -> None:
    """Write down what stays: constants, and the beginning of every text that is hashed."""
    primes = [number for number in range(2, 312) if all(number % low for low in range(2, isqrt(number) + 1))]
    memory[CONSTANTS : CONSTANTS + ROUNDS] = [_cube_root(prime << 96) & MASK for prime in primes]
    memory[HASH : HASH + HASH_WORDS] = [isqrt(prime << 64) & MASK for prime in primes[:HASH_WORDS]]
    fresh = [START]
    while len(fresh) < STATE:
        fresh.append((GROW * (fresh[-1] ^ fresh[-1] >> 30) + len(fresh)) & MASK)
    memory[FRESH : FRESH + STATE] = fresh
    memory[TEXT : TEXT + len(prefix)] = list(prefix)
    memory.prefix = len(prefix)


def _cube_root(number: int) -> int:
    """The largest whole number whose cube is no larger."""
    low, high = 0, 1 << number.bit_length() // 3 + 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle - 1)
    return low


# Texts and their hashes.


def append_number(memory: SeededMemory, end: int, number: int) -> int:
    """Write a number from 0 behind the text that ends there; where it ends now."""
    digits, rest = 1, number // 10
    while rest > 0:
        digits, rest = digits + 1, rest // 10
    for place in range(digits):
        write(memory, TEXT + end + digits - 1 - place, 48 + number % 10)
        number //= 10
    return end + digits


def append_slash(memory: SeededMemory, end: int) -> int:
    """Write a slash behind the text; where it ends now."""
    write(memory, TEXT + end, 47)
    return end + 1


def turned(word: int, count: int) -> int:
    """32 bits turned to the right."""
    return (word >> count | word << 32 - count) & MASK


def hash_text(memory: SeededMemory, end: int) -> int:
    """The first 48 bits of the SHA-256 of a text that one block holds."""
    write(memory, TEXT + end, 128)
    for place in range(end + 1, BLOCK - 2):
        write(memory, TEXT + place, 0)
    write(memory, TEXT + BLOCK - 2, end * 8 >> 8)
    write(memory, TEXT + BLOCK - 1, end * 8 & 255)
    for number in range(16):
        at = TEXT + 4 * number
        high = read(memory, at) << 24 | read(memory, at + 1) << 16
        write(memory, SCHEDULE + number, high | read(memory, at + 2) << 8 | read(memory, at + 3))
    for number in range(16, ROUNDS):
        early, late = read(memory, SCHEDULE + number - 15), read(memory, SCHEDULE + number - 2)
        first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
        second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
        word = read(memory, SCHEDULE + number - 16) + first + read(memory, SCHEDULE + number - 7) + second
        write(memory, SCHEDULE + number, word & MASK)
    a, b, c, d = read(memory, HASH), read(memory, HASH + 1), read(memory, HASH + 2), read(memory, HASH + 3)
    e, f, g, h = read(memory, HASH + 4), read(memory, HASH + 5), read(memory, HASH + 6), read(memory, HASH + 7)
    for number in range(ROUNDS):
        chosen = (e & f) ^ ((e ^ MASK) & g)
        one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen
        one += read(memory, CONSTANTS + number) + read(memory, SCHEDULE + number)
        two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g
    return ((read(memory, HASH) + a) & MASK) << 16 | ((read(memory, HASH + 1) + b) & MASK) >> 16


# Streams: seeded, and drawn from.


def note_key(memory: SeededMemory, lane: int, seed: int) -> None:
    """The key that Python makes of a whole number below 2**64: its 32-bit words, the lower first, without leading zeros."""
    low, high = seed & MASK, seed >> 32
    write(memory, KEYS + lane, low)
    write(memory, KEYS + LANES + lane, low if high == 0 else (high + 1) & MASK)


def seed_lanes(memory: SeededMemory, streams: int) -> None:
    """Seed the streams that lie side by side from word `streams` on, each by its noted key."""
    for lane in range(LANES):
        write(memory, streams + lane, read(memory, FRESH))
    at = streams
    for number in range(1, STATE):
        stir_first(memory, at + LANES, at, read(memory, FRESH + number), KEYS + (number - 1 & 1) * LANES)
        at += LANES
    for lane in range(LANES):  # word 1 once more: by now each stream has its own
        last = read(memory, at + lane)
        word = read(memory, streams + LANES + lane) ^ (last ^ last >> 30) * FIRST_MIX
        write(memory, streams + LANES + lane, word + read(memory, KEYS + LANES + lane) & MASK)
    for number in range(2, STATE):
        stir_again(memory, streams + number * LANES, streams + (number - 1) * LANES, number)
    stir_again(memory, streams + LANES, at, 1)
    for lane in range(LANES):
        write(memory, streams + lane, UPPER)


def seed_lane(memory: SeededMemory, stream: int, key: int, count: int) -> None:
    """Seed one stream, whose words begin at `stream`, by the `count` words of a key from `key` on (fewer than 624)."""
    for word in range(STATE):
        write(memory, stream + word * LANES, read(memory, FRESH + word))
    last, number, place = read(memory, FRESH), 1, 0
    for _ in range(STATE):
        at = stream + number * LANES
        last = (read(memory, at) ^ (last ^ last >> 30) * FIRST_MIX) + read(memory, key + place) + place & MASK
        write(memory, at, last)
        number = 1 if number == STATE - 1 else number + 1
        place = 0 if place == count - 1 else place + 1
    for _ in range(STATE - 1):
        at = stream + number * LANES
        last = (read(memory, at) ^ (last ^ last >> 30) * SECOND_MIX) - number & MASK
        write(memory, at, last)
        number = 1 if number == STATE - 1 else number + 1
    write(memory, stream, UPPER)


def draw_word(memory: SeededMemory, stream: int, used: int) -> int:
    """The next 32 bits of a stream; word `used` says which of its words they are made of, and is counted on."""
    number = read(memory, used)
    after, ahead = number + 1, number + MIDDLE
    after = after if after < STATE else 0
    ahead = ahead if ahead < STATE else ahead - STATE
    both = read(memory, stream + number * LANES) & UPPER | read(memory, stream + after * LANES) & LOWER
    word = read(memory, stream + ahead * LANES) ^ both >> 1 ^ (both & 1) * TWIST
    write(memory, stream + number * LANES, word)
    write(memory, used, after)
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


def draw_below(memory: SeededMemory, stream: int, used: int, count: int) -> int:
    """A number below `count` (at least 1), as `random.Random.choice` takes a place in a list."""
    bits = 0
    while count >> bits > 0:
        bits += 1
    found = count
    while found >= count:
        found = draw_word(memory, stream, used) >> 32 - bits
    return found


def draw_fraction(memory: SeededMemory, stream: int, used: int) -> float:
    """A number from 0 to 1, as `random.Random.random` gives it."""
    high, low = draw_word(memory, stream, used) >> 5, draw_word(memory, stream, used) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0
