"""How likely a learned policy thinks each move of a position: the keys of what a move changes, and their weights added up.

A key is a number that says the kind of a shape, whether the same player moves again, the side (where states are not seen by the
player to move), what goes and what comes in the middle, and what stands on the eight places of the shape; digits in the base of
the symbols and the edge. The shape of the neighbours also says whether the last move changed one of them.
"""

from typing import Any

from kibitz.kernel import bits_of, count_ones, high_bits, read, write
from kibitz.kernel.hashes import spread

UNIT = 1024  # of the logarithm of a weight, where it is kept as a whole number
WAYS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # that opposite to way k is 7 - k
REACH = 4  # places along a line, to either side
LINES = 4
SHAPES = 2 + LINES  # kinds of a shape: the eight neighbours, each line, and a move that changes nothing
ALONE = SHAPES - 1
MOST_PLACES, MOST_SYMBOLS = 384, 30
# The head of the plan: whether places are numbers in bytes, how many places there are, the words that each symbol takes (of
# numbers: all of them), the symbols but the empty one, whether a player's own view counts (1) or the players have sides (0),
# the bits of a number of the table; where the places of bits begin, where neighbours do, and, where the next player sees the
# board turned, where each place is then (else 0); how many moves have a place that they fill, and where these begin (drops.py);
# then what each symbol is in the eyes of the next player.
BYTES, PLACES, WORDS, SYMBOLS, RELATIVE, TABLE_BITS, PLACES_AT, NEAR_AT, TURNED_AT, DROPS, DROPS_AT, NEXT_VIEW = range(12)
HEAD = NEXT_VIEW + MOST_SYMBOLS + 2
MOST_WORDS = 192  # of a state's symbols
MOST_KEYS = 60  # of a move: places beyond as many as these tell of are left out
COUNT_OF_WAYS = len(WAYS)
# The work space, from its first word: the symbols of a position, those of the one after a move, the words of both, and keys.
BOARD = 0
FRESH = BOARD + MOST_PLACES + 1  # for each place, whether the last move changed one of its neighbours
AFTER = FRESH + MOST_PLACES + 1
BEFORE_WORDS = AFTER + MOST_PLACES + 1
AFTER_WORDS = BEFORE_WORDS + MOST_WORDS
KEYS = AFTER_WORDS + MOST_WORDS
DROP_WORDS = KEYS + MOST_KEYS  # those of drops.py
SPACE = DROP_WORDS + 4 * (MOST_PLACES + 1)


def read_board(policy: Any, state: Any, board: int, words: int, memory: Any) -> None:
    """Write the symbol on each place of a state into the memory from `board` on; the words that say it go to `words`."""
    policy.store_symbols(state, memory, words)
    places = policy.policy_plan[PLACES]
    if policy.policy_plan[BYTES] != 0:
        for place in range(places):
            write(memory, board + place, read(memory, words + (place >> 3)) >> 8 * (place & 7) & 255)
        return
    for place in range(places):
        write(memory, board + place, 0)
    write(memory, board + places, policy.policy_plan[SYMBOLS] + 1)  # the edge, as if all beyond it were one place
    size = policy.policy_plan[WORDS]
    for symbol in range(policy.policy_plan[SYMBOLS]):
        for part in range(size):
            bits = bits_of(read(memory, words + symbol * size + part))
            while bits != bits_of(0):
                low = bits & (bits_of(0) - bits)
                bits = bits ^ low
                place = policy.policy_plan[policy.policy_plan[PLACES_AT] + 64 * part + count_ones(low - bits_of(1))]
                if place >= 0:
                    write(memory, board + place, symbol + 1)


def read_position(policy: Any, last: Any, state: Any, same: bool, at: int, memory: Any) -> None:
    """Write the board of a state, and what is fresh there since `last`; `same`: the same player moved there.

    Without a state before, `last` is the state itself.
    """
    for place in range(policy.policy_plan[PLACES]):
        write(memory, at + FRESH + place, 0)
    if policy.policy_plan[BYTES] == 0:
        read_board(policy, last, at + BOARD, at + BEFORE_WORDS, memory)
        if policy.policy_plan[TURNED_AT] != 0 and not same:
            _compare_places(policy, state, 0, same, True, at, memory)
        else:
            _compare_words(policy, state, 0, same, True, at, memory)
    read_board(policy, state, at + BOARD, at + BEFORE_WORDS, memory)


def _mark_around(policy: Any, place: int, at: int, memory: Any) -> None:
    """Mark the neighbours of a place as fresh."""
    near = policy.policy_plan[NEAR_AT] + place * COUNT_OF_WAYS * REACH
    for way in range(COUNT_OF_WAYS):
        write(memory, at + FRESH + policy.policy_plan[near + way * REACH], 1)


def list_keys(policy: Any, after: Any, mover: int, same: bool, at: int, memory: Any) -> int:
    """Write the keys of the move that leads from the position that was read to `after`; how many there are.

    `same`: the same player moves again, and so sees the board as before.
    """
    side = 0 if policy.policy_plan[RELATIVE] != 0 else mover
    head = 2 * side + (1 if same else 0)
    turned = policy.policy_plan[TURNED_AT]
    if policy.policy_plan[BYTES] != 0 or (turned != 0 and not same):
        many = _compare_places(policy, after, head, same, False, at, memory)
    else:
        many = _compare_words(policy, after, head, same, False, at, memory)
    if many == 0:
        write(memory, at + KEYS, head * SHAPES + ALONE)
        many = 1
    return many


def _compare_words(policy: Any, after: Any, head: int, same: bool, marks: bool, at: int, memory: Any) -> int:
    """The keys, from the bits that differ. `marks`: the neighbours are marked as fresh instead."""
    policy.store_symbols(after, memory, at + AFTER_WORDS)
    size, symbols, many = policy.policy_plan[WORDS], policy.policy_plan[SYMBOLS], 0
    for part in range(size):
        bits = bits_of(0)
        for symbol in range(symbols):
            seen = symbol if same else policy.policy_plan[NEXT_VIEW + 1 + symbol] - 1
            one = bits_of(read(memory, at + BEFORE_WORDS + seen * size + part))
            bits = bits | (one ^ bits_of(read(memory, at + AFTER_WORDS + symbol * size + part)))
        while bits != bits_of(0):
            low = bits & (bits_of(0) - bits)
            bits = bits ^ low
            place = policy.policy_plan[policy.policy_plan[PLACES_AT] + 64 * part + count_ones(low - bits_of(1))]
            comes = 0
            for symbol in range(symbols):
                if bits_of(read(memory, at + AFTER_WORDS + symbol * size + part)) & low != bits_of(0):
                    comes = symbol + 1 if same else policy.policy_plan[NEXT_VIEW + 1 + symbol]
            if place >= 0 and marks:
                _mark_around(policy, place, at, memory)
            elif place >= 0:
                many = _add_keys(policy, place, comes, head, many, at, memory)
    return many


def _compare_places(policy: Any, after: Any, head: int, same: bool, marks: bool, at: int, memory: Any) -> int:
    """The same place by place: of numbers, and where the next player sees the board turned."""
    read_board(policy, after, at + AFTER, at + AFTER_WORDS, memory)
    turned, many = 0 if same else policy.policy_plan[TURNED_AT], 0
    for place in range(policy.policy_plan[PLACES]):
        there = place if turned == 0 else policy.policy_plan[turned + place]
        comes = read(memory, at + AFTER + there)
        if not same and policy.policy_plan[BYTES] == 0:
            comes = policy.policy_plan[NEXT_VIEW + comes]
        if comes != read(memory, at + BOARD + place) and marks:
            _mark_around(policy, there, at, memory)
        elif comes != read(memory, at + BOARD + place):
            many = _add_keys(policy, place, comes, head, many, at, memory)
    return many


def _add_keys(policy: Any, place: int, comes: int, head: int, many: int, at: int, memory: Any) -> int:
    """Add the keys of a place that changes; how many there are now."""
    if many + SHAPES > MOST_KEYS:
        return many
    symbols = policy.policy_plan[SYMBOLS]
    base, goes = symbols + 2, read(memory, at + BOARD + place)
    middle = (head * base + goes) * base + comes
    if policy.policy_plan[BYTES] != 0:
        write(memory, at + KEYS + many, (middle * MOST_PLACES + place) * SHAPES)
        return many + 1
    # All keys first, then all are written: what is only read stays in registers so.
    near, board = policy.policy_plan[NEAR_AT] + place * COUNT_OF_WAYS * REACH, at + BOARD
    key = middle
    for way in range(COUNT_OF_WAYS):
        key = key * base + read(memory, board + policy.policy_plan[near + way * REACH])
    first = _line_key(policy, middle, base, near, 0, board, memory)
    second = _line_key(policy, middle, base, near, 1, board, memory)
    third = _line_key(policy, middle, base, near, 2, board, memory)
    fourth = _line_key(policy, middle, base, near, 3, board, memory)
    write(memory, at + KEYS + many, (2 * key + read(memory, at + FRESH + place)) * SHAPES)
    write(memory, at + KEYS + many + 1, first)
    write(memory, at + KEYS + many + 2, second)
    write(memory, at + KEYS + many + 3, third)
    write(memory, at + KEYS + many + 4, fourth)
    return many + 1 + LINES


def _line_key(policy: Any, middle: int, base: int, near: int, line: int, board: int, memory: Any) -> int:
    """The key of the line through a place that goes the way of this number, and the opposite one."""
    key, here, there = middle, near + line * REACH, near + (COUNT_OF_WAYS - 1 - line) * REACH
    for step in range(REACH):
        key = key * base + read(memory, board + policy.policy_plan[here + step])
    for step in range(REACH):
        key = key * base + read(memory, board + policy.policy_plan[there + step])
    return key * SHAPES + 1 + line


def slot_of(key: int, table_bits: int) -> int:
    """Where a table holds the weight of a key; keys may share a place."""
    return high_bits(spread(key), table_bits)


def weight_of(policy: Any, many: int, at: int, memory: Any) -> float:
    """The weight of the move whose keys are listed."""
    total, table_bits = 0, policy.policy_plan[TABLE_BITS]
    for item in range(many):
        total += policy.policy_table[slot_of(read(memory, at + KEYS + item), table_bits)]
    return natural_power(total / UNIT)


def natural_power(exponent: float) -> float:
    """e to this power, within 1e-6 of it, from e^-30 to e^30: sums and products alone, so the same on every machine."""
    part = min(30.0, max(-30.0, exponent)) / 1024.0
    power = 1.0 + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part / 24.0)))
    for _ in range(10):
        power *= power
    return power
