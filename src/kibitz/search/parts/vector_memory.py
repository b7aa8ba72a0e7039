"""The memory of searches with a number for each player: numbers and limits for each player and ply.

Such a value is a float in the units of the game's payoffs. Each ply has a word that says whether its value is proved (nothing
in it was estimated), and then a number for each player.
"""

from math import inf, isfinite
from typing import Any

from kibitz.core.rules import CHANCE
from kibitz.kernel import low_bits, mixed, read, read_number, write, write_number
from kibitz.search.parts.memory import (
    BAD_CHANCE,
    BAD_GUESS,
    BAD_MOVER,
    BAD_PAYOFF,
    BUCKETS,
    DEEPEST,
    HISTORY_SIZE,
    HORIZON,
    LINES,
    MOVES,
    NO_ROOM,
    OVER,
    STRIDE,
    TRACES,
    HashTable,
    Memory,
    begin_line,
    visit,
)

HUGE = 1e300  # beyond any number of points
TIE_RULES = ("first", "last", "hostile", "kind")
FIRST, LAST, HOSTILE, KIND = range(4)
RECORD = 4  # words for what dice may bring: the outcome, its probability, and the limits of what it is worth


def place(ply: int, players: int) -> int:
    """The word of a ply that says whether its value is proved; the players' numbers follow it."""
    return MOVES + ply * (players + 1)


def room_for(players: int) -> int:
    """How many words the plies of a search take."""
    return (DEEPEST + 3) * (players + 1)


def key_of(rules: Any, state: Any, mover: int, wanted: bool) -> int:
    """A number above 0 that stands for a state in which `mover` is to move, in 63 bits; 0 if it is not `wanted`."""
    if wanted:
        return low_bits(mixed(rules.hash(state), mover), 63) | 1
    return 0


def leaf(rules: Any, state: Any, depth: int, mover: int, ply: int, memory: Memory) -> bool:
    """Whether nothing is searched below a state: it is over, or at the horizon, or the search must unwind. Counts the node.

    If so its numbers are left in its place, one for each player.
    """
    begin_line(ply, memory)
    return visit(memory) != 0 or valued(rules, state, depth, mover, ply, memory)


def valued(rules: Any, state: Any, depth: int, mover: int, ply: int, memory: Memory) -> bool:
    """Whether a state is over or at the horizon, or has no mover; its numbers are left in its place."""
    at = place(ply, rules.players) + 1
    over = rules.is_over(state)
    if mover < 0 or mover >= rules.players:
        dice = mover == CHANCE and rules.has_chances
        if not (rules.has_payoffs if over else dice):
            memory.status = BAD_MOVER
            return True
    if over:
        if TRACES:
            memory.why = OVER
        end = rules.pay(state, mover, memory, at)
        write(memory, at - 1, 1)
        lowest, highest = memory.lowest, memory.highest
        for player in range(rules.players if rules.has_payoffs else 1):
            if not lowest <= read_number(memory, at + player) <= highest:
                memory.status = BAD_PAYOFF
        if end != at + rules.players:
            memory.status = BAD_PAYOFF
        return True
    if depth == 0:
        if TRACES:
            memory.why = HORIZON
        end = rules.guess(state, mover, memory, at)
        write(memory, at - 1, 0)
        if rules.has_evaluate or rules.has_estimates:  # else each gets 0, which is always possible
            lowest, highest = memory.lowest, memory.highest
            for player in range(rules.players):
                amount = read_number(memory, at + player)
                if not abs(amount) < HUGE:
                    memory.status = BAD_GUESS
                write_number(memory, at + player, max(lowest, min(highest, amount)))
            if end != at + rules.players:
                memory.status = BAD_GUESS
        return True
    return False


def total_weight(rules: Any, state: Any, memory: Memory) -> float:
    """The sum of the weights of all outcomes; 0, and the search unwinds, if they are invalid."""
    total = 0.0
    for _, weight in rules.chances(state):
        if not weight > 0:
            total = inf
        total += weight
    if total > 0 and isfinite(total):
        return total
    memory.status = BAD_CHANCE
    return 0.0


def write_outcomes(rules: Any, state: Any, top: int, memory: Memory) -> int:
    """Write a record of each outcome of dice after `top`; return their number."""
    room, count = memory.room_end - RECORD, 0
    total = total_weight(rules, state, memory)
    if total == 0:
        return 0
    lowest, highest = memory.lowest, memory.highest
    for outcome, weight in rules.chances(state):
        at = top + RECORD * count
        if at >= room:
            memory.status = NO_ROOM
            return 0
        share = weight / total
        if share == 0:
            memory.status = BAD_CHANCE
        write(memory, at, outcome)
        write_number(memory, at + 1, share)
        write_number(memory, at + 2, lowest)
        write_number(memory, at + 3, highest)
        count += 1
    return count if memory.status == 0 else 0


def pays(memory: Memory) -> bool:
    """Whether to look at one move after each outcome first: if it paid in one of three nodes lately; else now and then."""
    probed = memory.star_probes
    if probed >= 1 << 12:
        memory.star_probes = probed >> 1
        memory.star_cuts = memory.star_cuts >> 1
    return 3 * memory.star_cuts + 32 >= probed or memory.nodes & 63 == 0


def average(top: int, count: int, memory: Memory) -> float:
    """The average of the records, once each has the value of its limits."""
    total = 0.0
    for i in range(count):
        total += read_number(memory, top + RECORD * i + 1) * read_number(memory, top + RECORD * i + 2)
    return total


# The table of such searches: positions met before, each in the one place that its key names.
#
#     key | depth, number of the move, what the value says | move | a number, or one for each player
#
# A key has 63 bits and is held whole: two positions are confused with a chance of 2**-62 per look-up. One thread
# writes it. What is stored depends on the position and the depth alone, so it changes the time of a search but never its value.

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
    """The use of an entry for the value at `depth`: bits of EXACT and PROVED; 0 for an unproved one of another depth."""
    found = entry >> SAYS_BITS + NUMBER_BITS
    if found == depth or (found < depth and entry & PROVED):
        return entry & (EXACT | PROVED)
    return 0


def number_in(entry: int) -> int:
    """The number of the best move, in the order of the rules; NO_NUMBER if none is known."""
    return entry >> SAYS_BITS & NO_NUMBER


def enter_head(key: int, slot: int, depth: int, number: int, meaning: int, move: int, table: HashTable) -> None:
    """Enter a position, replacing any other; the caller writes the numbers after `HEAD`."""
    write(table, slot, key)
    write(table, slot + 1, (depth << NUMBER_BITS | min(number, NO_NUMBER)) << SAYS_BITS | meaning)
    write(table, slot + 2, move)


def remembered(key: int, table: HashTable) -> int:
    """The best move of a position, of any depth; -1 where none is known."""
    slot = slot_of(key, 1, table)
    return read(table, slot + 2) if key != 0 and read(table, slot) == key else -1


def recall_line(slot: int, ply: int, table: HashTable, memory: Memory) -> None:
    """The best line from a position with a value in the table: its move, as far as known."""
    move = read(table, slot + 2)
    if move >= 0:
        write(memory, LINES + ply * STRIDE, 1)
        write(memory, LINES + ply * STRIDE + 1, move)
