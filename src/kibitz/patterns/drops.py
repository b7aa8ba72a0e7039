"""How likely the moves of a playout are, where each fills one place: by the neighbours of that place, kept as a code.

A code says what stands on the eight neighbours and on the place itself, four bits each, in the eyes of the first player. When
the board changes, only the codes around the changes do. A key is the code, whether the last move changed one of the neighbours,
and the side to move; for a move that fills no place it says whether the last move changed nothing either.
"""

from typing import Any

from kibitz.kernel import bits_of, count_ones, read, read_number, write, write_number
from kibitz.patterns.likelihood import (
    AFTER,
    AFTER_WORDS,
    BEFORE_WORDS,
    BOARD,
    COUNT_OF_WAYS,
    DROP_WORDS,
    DROPS,
    DROPS_AT,
    FRESH,
    KEYS,
    MOST_PLACES,
    NEAR_AT,
    NEXT_VIEW,
    PLACES,
    PLACES_AT,
    REACH,
    RELATIVE,
    SYMBOLS,
    TABLE_BITS,
    UNIT,
    WORDS,
    natural_power,
    read_board,
    slot_of,
)

DIGIT = 4  # bits of a symbol
OWN = DIGIT * COUNT_OF_WAYS  # where a code has the symbol of the place itself
MOST_DROPS = MOST_PLACES  # moves of a position
# The work space of a policy (likelihood.py), used otherwise: for each place its code and the ply at which a neighbour changed
# last, the weights of moves, whether the last move changed anything; and for each side and place the weight that was found, and
# at which ply: it stands while no neighbour changes.
CODES, STAMPS, WEIGHTS, MOVED, KNOWN = BOARD, FRESH, AFTER, KEYS, DROP_WORDS
FOUND_AT = KNOWN + 2 * (MOST_PLACES + 1)
NEVER, UNKNOWN = -1, -2  # before any ply


def begin_drops(policy: Any, state: Any, mover: int, at: int, memory: Any) -> None:
    """Write the codes of a state where `mover` is to move, and that nothing is fresh, into the work space at `at`."""
    read_board(policy, state, at + AFTER, at + AFTER_WORDS, memory)
    places, edge, swaps = policy.policy_plan[PLACES], policy.policy_plan[SYMBOLS] + 1, _is_swapped(policy, mover)
    for place in range(places):
        code = _seen(policy, read(memory, at + AFTER + place), swaps) << OWN
        near = policy.policy_plan[NEAR_AT] + place * COUNT_OF_WAYS * REACH
        for way in range(COUNT_OF_WAYS):
            other = policy.policy_plan[near + way * REACH]
            symbol = edge if other == places else _seen(policy, read(memory, at + AFTER + other), swaps)
            code = code | symbol << DIGIT * way
        write(memory, at + CODES + place, code)
        write(memory, at + STAMPS + place, NEVER)
        write(memory, at + FOUND_AT + place, UNKNOWN)
        write(memory, at + FOUND_AT + MOST_PLACES + 1 + place, UNKNOWN)
    write(memory, at + MOVED, 1)
    _keep_words(policy, swaps, at, memory)


def follow_drop(policy: Any, state: Any, mover: int, ply: int, at: int, memory: Any) -> None:
    """Change the codes to those of the next state, at `ply`, where `mover` is to move."""
    policy.store_symbols(state, memory, at + AFTER_WORDS)
    size, symbols, swaps, moved = policy.policy_plan[WORDS], policy.policy_plan[SYMBOLS], _is_swapped(policy, mover), 0
    for part in range(size):
        bits = bits_of(0)
        for symbol in range(symbols):
            seen = _seen(policy, symbol + 1, swaps) - 1
            one = bits_of(read(memory, at + BEFORE_WORDS + seen * size + part))
            bits = bits | (one ^ bits_of(read(memory, at + AFTER_WORDS + symbol * size + part)))
        while bits != bits_of(0):
            low = bits & (bits_of(0) - bits)
            bits = bits ^ low
            place = policy.policy_plan[policy.policy_plan[PLACES_AT] + 64 * part + count_ones(low - bits_of(1))]
            if place >= 0:
                comes = 0
                for symbol in range(symbols):
                    if bits_of(read(memory, at + AFTER_WORDS + symbol * size + part)) & low != bits_of(0):
                        comes = _seen(policy, symbol + 1, swaps)
                _change(policy, place, comes, ply, at, memory)
                moved = 1
    write(memory, at + MOVED, moved)
    _keep_words(policy, swaps, at, memory)


def weigh_drops(policy: Any, mover: int, many: int, room: int, ply: int, at: int, memory: Any) -> float:
    """Write the weights of the moves listed from `room` on, at `ply`, into the work space; their sum."""
    total, drops, drops_at = 0.0, policy.policy_plan[DROPS], policy.policy_plan[DROPS_AT]
    known, found_at = at + KNOWN + mover * (MOST_PLACES + 1), at + FOUND_AT + mover * (MOST_PLACES + 1)
    for number in range(many):
        move = read(memory, room + number)
        place = policy.policy_plan[drops_at + move] if move < drops else -1
        if place < 0:
            weight = _weight_of(policy, _key_of_pass(mover, at, memory))
        elif read(memory, at + STAMPS + place) < read(memory, found_at + place):
            weight = read_number(memory, known + place)
        else:
            weight = _weight_of(policy, _key_of_place(place, mover, ply, at, memory))
            write_number(memory, known + place, weight)
            write(memory, found_at + place, ply)
        write_number(memory, at + WEIGHTS + number, weight)
        total += weight
    return total


def drop_key(policy: Any, move: int, mover: int, ply: int, at: int, memory: Any) -> int:
    """The key of a move of `mover` at `ply`."""
    place = policy.policy_plan[policy.policy_plan[DROPS_AT] + move] if move < policy.policy_plan[DROPS] else -1
    return _key_of_pass(mover, at, memory) if place < 0 else _key_of_place(place, mover, ply, at, memory)


def _key_of_place(place: int, mover: int, ply: int, at: int, memory: Any) -> int:
    fresh = 1 if read(memory, at + STAMPS + place) == ply else 0
    return (read(memory, at + CODES + place) << 1 | fresh) << 2 | mover << 1


def _key_of_pass(mover: int, at: int, memory: Any) -> int:
    return read(memory, at + MOVED) << 2 | mover << 1 | 1


def _weight_of(policy: Any, key: int) -> float:
    return natural_power(policy.policy_drops[slot_of(key, policy.policy_plan[TABLE_BITS])] / UNIT)


def _is_swapped(policy: Any, mover: int) -> bool:
    """Whether a state is seen by the second player."""
    return policy.policy_plan[RELATIVE] != 0 and mover != 0


def _seen(policy: Any, symbol: int, swaps: bool) -> int:
    """A symbol in the eyes of the first player."""
    return int(policy.policy_plan[NEXT_VIEW + symbol]) if swaps else symbol


def _change(policy: Any, place: int, comes: int, ply: int, at: int, memory: Any) -> None:
    """Put another symbol on a place."""
    code = read(memory, at + CODES + place)
    change = comes ^ code >> OWN
    write(memory, at + CODES + place, code ^ change << OWN)
    near = policy.policy_plan[NEAR_AT] + place * COUNT_OF_WAYS * REACH
    for way in range(COUNT_OF_WAYS):
        other = policy.policy_plan[near + way * REACH]
        there = at + CODES + other
        write(memory, there, read(memory, there) ^ change << DIGIT * (COUNT_OF_WAYS - 1 - way))
        write(memory, at + STAMPS + other, ply)


def _keep_words(policy: Any, swaps: bool, at: int, memory: Any) -> None:
    """Keep the words of the current state, as the first player sees them."""
    size = policy.policy_plan[WORDS]
    for symbol in range(policy.policy_plan[SYMBOLS]):
        seen = _seen(policy, symbol + 1, swaps) - 1
        for part in range(size):
            write(memory, at + BEFORE_WORDS + seen * size + part, read(memory, at + AFTER_WORDS + symbol * size + part))
