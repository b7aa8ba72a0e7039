"""The parameters of a policy that learns: keys that a symmetry makes of each other share one."""

from typing import Any

from kibitz.kernel import MemoryLayout, high_bits, read, write
from kibitz.kernel.hashes import spread
from kibitz.patterns.drops import DIGIT, OWN
from kibitz.patterns.likelihood import (
    ALONE,
    BYTES,
    COUNT_OF_WAYS,
    MOST_PLACES,
    NEXT_VIEW,
    RELATIVE,
    SHAPES,
    SYMBOLS,
    TABLE_BITS,
)
from kibitz.search.monte_carlo.memory import PlayoutMemory

DIGITS = 8  # of a key: what stands around


class PolicyMemory(PlayoutMemory):
    """The words of a learner's memory that have names."""

    blind: int  # plies at random before a game, at most
    most_plies: int  # plies of a game
    pace: float
    sized: float  # how much of a return is the size of the result; the rest is the win itself
    worst_paid: float  # what a player gets at least ...
    best_paid: float  # ... and at most
    parameters: int  # how many there are; number 0 is none
    most_parameters: int
    touched: int  # how many the game has touched
    record_end: int  # the first word after the room for a game's record
    slots_at: int  # for each slot of the table its parameter
    logs_at: int  # for each parameter its logarithm ...
    slopes_at: int  # ... its gradient of this game ...
    steps_at: int  # ... the squares of these, added up ...
    marks_at: int  # ... and whether this game has touched it
    touched_at: int  # those touched
    symmetries_at: int
    symmetries: int
    space_at: int  # symbols (likelihood.py)
    paid_at: int
    means_at: int  # for each player the mean share
    room_at: int  # moves
    record_at: int


FIRST = MemoryLayout(PolicyMemory).end
# A symmetry: where each way goes, what each symbol becomes, whether sides change, where each place goes.
SYMMETRY_SYMBOLS = COUNT_OF_WAYS
SYMMETRY_SIDE = SYMMETRY_SYMBOLS + 32
SYMMETRY_PLACES = SYMMETRY_SIDE + 1
SYMMETRY = SYMMETRY_PLACES + MOST_PLACES


def parameter_of(rules: Any, key: int, memory: PolicyMemory) -> int:
    """The parameter of a key; a new one is that of all symmetric keys, too."""
    bits = rules.policy_plan(TABLE_BITS)
    slot = memory.slots_at + high_bits(spread(key), bits)
    found = read(memory, slot)
    if found != 0:
        return found
    found = memory.parameters
    if found >= memory.most_parameters:
        return 0
    memory.parameters += 1
    write(memory, slot, found)
    for number in range(memory.symmetries):
        at = memory.symmetries_at + SYMMETRY * number
        if not rules.has_drops:
            claim(image_of(rules, key, at, memory), bits, found, memory)
        elif rules.policy_plan(RELATIVE) == 0:
            claim(image_of_place(key, at, memory) ^ 2 * read(memory, at + SYMMETRY_SIDE), bits, found, memory)
        else:  # symmetries are of what the player to move sees, and the players may see the same
            image = image_of_place(in_other_eyes(rules, key), at, memory)
            claim(in_other_eyes(rules, image), bits, found, memory)
            claim(in_other_eyes(rules, image ^ 2), bits, found, memory)
    return found


def claim(key: int, bits: int, parameter: int, memory: PolicyMemory) -> None:
    """Let a key have a parameter, unless its slot has one."""
    slot = memory.slots_at + high_bits(spread(key), bits)
    if read(memory, slot) == 0:
        write(memory, slot, parameter)


def image_of_place(key: int, at: int, memory: PolicyMemory) -> int:
    """The key of the same side that a symmetry makes of one of drops.py; `at`: where the symmetry is described."""
    if key & 1 != 0:
        return key
    code, image, symbols = key >> 3, 0, at + SYMMETRY_SYMBOLS
    for way in range(COUNT_OF_WAYS):
        image = image | read(memory, symbols + (code >> DIGIT * way & 15)) << DIGIT * read(memory, at + way)
    image = image | read(memory, symbols + (code >> OWN)) << OWN
    return image << 3 | key & 7


def in_other_eyes(rules: Any, key: int) -> int:
    """The key with its symbols in the eyes of its side instead of those of the first player, and the other way round."""
    if key & 3 != 2:
        return key
    code, image, edge = key >> 3, 0, rules.policy_plan(SYMBOLS) + 1
    for way in range(COUNT_OF_WAYS + 1):
        symbol = code >> DIGIT * way & 15
        seen = symbol if symbol == edge else rules.policy_plan(NEXT_VIEW + symbol)
        image = image | seen << DIGIT * way
    return image << 3 | key & 7


def image_of(rules: Any, key: int, at: int, memory: PolicyMemory) -> int:
    """The key that a symmetry makes of one; `at`: where the symmetry is described."""
    kind, rest = key % SHAPES, key // SHAPES
    relative = rules.policy_plan(RELATIVE) != 0
    swaps = 0 if relative else read(memory, at + SYMMETRY_SIDE)
    if kind == ALONE:
        return int((rest ^ 2 * swaps) * SHAPES + ALONE)
    base = rules.policy_plan(SYMBOLS) + 2
    symbols = at + SYMMETRY_SYMBOLS
    if rules.policy_plan(BYTES) != 0:
        place, rest = rest % MOST_PLACES, rest // MOST_PLACES
        head = rest // (base * base) ^ 2 * swaps
        middle, goal = head * base * base + rest % (base * base), read(memory, at + SYMMETRY_PLACES + place)
        return int((middle * MOST_PLACES + goal) * SHAPES)
    fresh = 0
    if kind == 0:
        fresh, rest = rest % 2, rest // 2
    around, size = rest, 1
    for _ in range(DIGITS):
        size *= base
    middle = rest // size
    comes, goes = read(memory, symbols + middle % base), read(memory, symbols + middle // base % base)
    image = ((middle // (base * base) ^ 2 * swaps) * base + goes) * base + comes
    line, turned = 0, False
    if kind > 0:
        line = read(memory, at + kind - 1)
        turned = line >= COUNT_OF_WAYS // 2
        line = COUNT_OF_WAYS - 1 - line if turned else line
    for digit in range(DIGITS):
        source = digit
        if kind > 0:
            source = (digit + DIGITS // 2) % DIGITS if turned else digit
        else:
            for way in range(COUNT_OF_WAYS):
                if read(memory, at + way) == digit:
                    source = way
        one = around
        for _ in range(DIGITS - 1 - source):
            one //= base
        image = image * base + read(memory, symbols + one % base)
    return int(image * SHAPES + 1 + line if kind > 0 else (2 * image + fresh) * SHAPES)
