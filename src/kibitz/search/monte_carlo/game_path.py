"""The past of a playout: repetitions, in games where they count, and the rewards of moves.

The rules' own count holds. Marks of all positions, the oldest first, stand after a filter (Bloom 1970) of one bit for each,
which shows most to be new.
"""

from typing import Any

from kibitz.core.recurrence import past_of, score_of
from kibitz.kernel import Fields, Machine, high_bits, read, read_number, store_fields, write, write_number
from kibitz.search.monte_carlo.memory import PlayoutMemory

FILTER_BITS = 6
FILTER = 1 << FILTER_BITS  # words
MARKS = 10_240  # positions: in longer games those that come later are not compared
PATH_WORDS = FILTER + MARKS


def remember_played(machine: Machine, state: Any, mover: int, memory: Any) -> None:
    """Note what was before the state in which games begin, with `mover` to move, in a memory that knows where its path lies."""
    memory.lead_before = score_of(state) if mover == 0 else -score_of(state)
    memory.played_count = memory.path_count = memory.path_since = 0
    for position in past_of(state)[-MARKS:]:
        machine.ready(note_played)(machine.arguments(position), memory)


def note_played(rules: Any, fields: Fields, memory: PlayoutMemory) -> int:
    """Note a position that was on the board before the games begin, the oldest first. Where compiled code begins."""
    write(memory, memory.path_at + FILTER + memory.played_count, rules.recurrence_mark(rules.enter(fields)))
    memory.played_count += 1
    return 0


def note_last(rules: Any, fields: Fields, mover: int, at: int, memory: PlayoutMemory) -> int:
    """Note the state before the one where games begin, and who moved there, at a word of the memory. Likewise."""
    memory.last_at, memory.last_mover = at, mover
    return int(store_fields(memory, at, rules.enter(fields)))


def begin_path(memory: PlayoutMemory) -> None:
    """A game begins again where all begin."""
    for place in range(FILTER):
        write(memory, memory.path_at + place, 0)
    memory.path_count, memory.path_since = memory.played_count, 0
    for number in range(memory.played_count):
        add_to_filter(read(memory, memory.path_at + FILTER + number), memory)


def add_to_filter(mark: int, memory: PlayoutMemory) -> None:
    """Let the filter know a mark."""
    at = memory.path_at + high_bits(mark, FILTER_BITS)
    write(memory, at, read(memory, at) | 1 << bit_of(mark))


def bit_of(mark: int) -> int:
    """The bit that stands for a mark in its word of the filter."""
    return high_bits(mark, 2 * FILTER_BITS) & FILTER - 2


def has_come_back(rules: Any, mark: int, memory: PlayoutMemory) -> bool:
    """Whether a position with this mark has been on the board as often as the rules mind, once more included."""
    if read(memory, memory.path_at + high_bits(mark, FILTER_BITS)) >> bit_of(mark) & 1 == 0:
        return False
    first, times = memory.path_at + FILTER, 1
    at = first + memory.path_count - 1
    while at >= first + memory.path_since:
        if read(memory, at) == mark:
            times += 1
            if times == rules.recurrence_count:
                return True
        at -= 1
    return False


def is_barred(rules: Any, state: Any, memory: PlayoutMemory) -> bool:
    """Whether the rules forbid to come to this position now."""
    return rules.recurrence_forbids and has_come_back(rules, rules.recurrence_mark(state), memory)


def go_to(rules: Any, before: Any, move: int, state: Any, memory: PlayoutMemory) -> bool:
    """A move has led to `state`: note it; whether the game is over by that it came back."""
    if rules.irreversible(before, move):
        memory.path_since = memory.path_count
    mark = rules.recurrence_mark(state)
    over = not rules.recurrence_forbids and has_come_back(rules, mark, memory)
    if memory.path_count < MARKS:
        write(memory, memory.path_at + FILTER + memory.path_count, mark)
        memory.path_count += 1
        add_to_filter(mark, memory)
    return over


def take_lead(rules: Any, state: Any, move: int, mover: int, memory: PlayoutMemory) -> None:
    """A move of `mover` is made: add what it brings at once."""
    reward = rules.reward(state, move)
    memory.lead += reward if mover == 0 else -reward


def add_lead(lead: int, memory: PlayoutMemory, at: int) -> None:
    """Add what moves have brought to what each player gets, in the words from `at` on."""
    write_number(memory, at, read_number(memory, at) + lead)
    write_number(memory, at + 1, read_number(memory, at + 1) - lead)


def pay_recurrence(rules: Any, before: Any, state: Any, mover: int, memory: PlayoutMemory, at: int) -> None:
    """Write what each player gets from a game that is over by a recurrence into the words from `at` on."""
    worth = float(rules.recurrence_worth(state, rules.sign(before, state)))
    write_number(memory, at + mover, worth)
    write_number(memory, at + 1 - mover, 0.0 - worth)
    if rules.has_reward:
        add_lead(memory.lead, memory, at)
