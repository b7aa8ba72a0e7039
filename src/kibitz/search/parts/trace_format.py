"""A search's trace: a record for each node, in the order in which nodes are entered.

    parent (32 bits), number of the move (16), ..., why it was left, what the value says, what of it is proved | window | value

Three words, 24 bytes. Values are in the search's units, for the side to move at the node, plus the rewards
before the node: so a tree adds up. Window and value are 32 and 64 bits wide where they are whole numbers, floats of
these widths where they are not. Where every player has a number they follow the window, 32 bits each, and the window is
the number at which the mover can stop.

Searches call `open_node` before they look at a move's position, and `close_node` with their result, each under
`if TRACES`. That is False in the modules, and True in the copies of their functions that a tracing machine makes: code
compiled without a trace holds nothing of this.
"""

from typing import Any, Final, Literal

from kibitz.kernel import low_bits, read, read_number, write, write_half, write_number
from kibitz.search.parts.memory import (
    CHILDREN,
    CUT,
    HORIZON,
    OPEN,
    OVER,
    PROBED,
    SCORES,
    SEARCHED,
    STOPPED,
    TABLE,
    TOO_WIDE,
    TRACES,
    Memory,
)
from kibitz.search.parts.path import BARRED
from kibitz.search.parts.scores import HIGH, LOW

Reason = Literal["unfinished", "over", "horizon", "table", "cut", "searched", "probed", "settled", "recurrence", "played"]
# "played" is what a node of a search by playouts is, where the game is not over.
REASONS: Final[tuple[Reason, ...]] = (
    "unfinished",
    "over",
    "horizon",
    "table",
    "cut",
    "searched",
    "probed",
    "settled",
    "recurrence",
    "played",
)
RECORD = 3  # words
PARENT_AT, NUMBER_AT, WHY_AT, SAYS_AT = 31, 15, 4, 2  # bits of the first word
WHY_MASK = (1 << NUMBER_AT - WHY_AT) - 1
MOST_NODES = 1 << 31
QUESTION = (1 << 16) - 1  # the number of a move that is none: another question about the same state
NEXT = -1  # the number of the move is that of moves looked at so far
WIDEST = (1 << 31) - 1  # beyond any value: the window is open on that side


def record_words(players: int, vectors: bool) -> int:
    """How many words a record takes: more than three only with a number for each of four players or more."""
    return max(RECORD, 1 + (2 + players) // 2) if vectors else RECORD


def begin_trace(at: int, nodes: int, memory: Memory) -> None:
    """Begin an empty trace; for Python. It follows the space for moves, and has space for `nodes`."""
    memory.room_end = memory.trace_start = at
    memory.trace_count, memory.trace_room = 0, nodes


def is_full(rules: Any, memory: Memory) -> bool:
    """Whether there is a trace, and no room in it for another node."""
    return TRACES and memory.trace_count >= memory.trace_room


def record_of(number: int, ply: int, size: int, memory: Memory) -> int:
    """Where the record of a node begins that is entered now; 0, and the search ends, where there is no room for it."""
    node = memory.trace_count
    if node >= memory.trace_room or memory.status != 0:
        if memory.status == 0:
            memory.status = STOPPED
        return 0
    parent = 0
    if ply == 0:
        number = max(0, number)
    else:
        parent = read(memory, OPEN + ply - 1)
        if number < 0:
            number = read(memory, CHILDREN + ply - 1)
        if number >= QUESTION:
            memory.status = TOO_WIDE
            return 0
        write(memory, CHILDREN + ply - 1, read(memory, CHILDREN + ply - 1) + 1)
    at = memory.trace_start + node * size
    write(memory, at, parent << PARENT_AT | number << NUMBER_AT)
    write(memory, OPEN + ply, node)
    write(memory, CHILDREN + ply, 0)
    memory.trace_count = node + 1
    memory.why = TABLE
    return at


def open_node(number: int, low: int, high: int, ply: int, memory: Memory) -> None:
    """A search is about to look at what the move of this number leads to, within a window as the mover there sees it."""
    at, score = record_of(number, ply, RECORD, memory), read(memory, SCORES + ply)
    if at > 0:
        low, high = low + score, high + score
        low, high = max(-WIDEST, min(WIDEST, low)), max(-WIDEST, min(WIDEST, high))
        write(memory, at + 1, (low << 32) + low_bits(high, 32))


def close_node(rules: Any, state: Any, packed: int, ply: int, memory: Memory) -> None:
    """The search has left the node that is open at this ply, whose state this is, with this value.

    Where the rules forbid the move that led there, because a position would come back, nothing of it stays but its number.
    """
    if rules.recurrence_forbids and packed == BARRED:
        memory.trace_count -= 1
        return
    cut = left_with(packed, ply, memory)
    if cut > 0 and not more_moves(rules, state, ply, memory):
        write(memory, cut, read(memory, cut) + (SEARCHED - CUT << WHY_AT))


def close_candidate(rules: Any, state: Any, packed: int, ply: int, memory: Memory) -> None:
    """Complete a node's record as `close_node` does, for a search that looks at candidates alone."""
    cut, left = left_with(packed, ply, memory), read(memory, CHILDREN + ply)
    if cut > 0:
        for _ in rules.candidates(state):
            left -= 1
        if left >= 0:
            write(memory, cut, read(memory, cut) + (SEARCHED - CUT << WHY_AT))


def more_moves(rules: Any, state: Any, ply: int, memory: Memory) -> bool:
    """Whether the node that is open at this ply has moves, or outcomes, that were not looked at."""
    left = read(memory, CHILDREN + ply)
    if rules.is_chance(state):
        for _ in rules.chances(state):
            left -= 1
    else:
        for _ in rules.moves(state):
            left -= 1
    return left < 0


def look_again(ply: int, memory: Memory) -> None:
    """The move looked at last is looked at again, or was not looked at to the end: it does not count twice."""
    write(memory, CHILDREN + ply, read(memory, CHILDREN + ply) - 1)


def left_with(packed: int, ply: int, memory: Memory) -> int:
    """Write down the value of the node that is open; where its record is, if it is beyond the window, else 0."""
    if memory.status != 0:
        return 0
    node = read(memory, OPEN + ply)
    at = memory.trace_start + node * RECORD
    window, value = read(memory, at + 1), (packed >> 2) + read(memory, SCORES + ply)
    low, high = window >> 32, low_bits(window, 32)
    if high > WIDEST:
        high -= 1 << 32
    write(memory, at + 2, value)
    why, says = SEARCHED, LOW | HIGH
    if node == memory.trace_count - 1:
        why = memory.why
    elif value >= high:
        why = CUT
    if why in (TABLE, CUT, SEARCHED):
        says = LOW if value >= high else HIGH if value <= low else LOW | HIGH
    write(memory, at, read(memory, at) | why << WHY_AT | says << SAYS_AT | packed & (LOW | HIGH))
    return at if why == CUT else 0


def settle_node(packed: int, says: int, why: int, ply: int, memory: Memory) -> None:
    """The node that is open at this ply was settled without being entered: what its value says, and why, is known."""
    if memory.status != 0:
        return
    at = memory.trace_start + read(memory, OPEN + ply) * RECORD
    write(memory, at, read(memory, at) | why << WHY_AT | says << SAYS_AT | packed & (LOW | HIGH))
    write(memory, at + 2, (packed >> 2) + read(memory, SCORES + ply))


def open_weighed(number: int, low: float, high: float, ply: int, memory: Memory) -> None:
    """Begin a node's record as `open_node` does, for a search whose values are floats, and the hero's."""
    at = record_of(number, ply, RECORD, memory)
    if at > 0:
        write_half(memory, 2 * at + 2, low)
        write_half(memory, 2 * at + 3, high)


def close_weighed(
    rules: Any, state: Any, value: float, low: float, high: float, held: int, turn: int, ply: int, memory: Memory
) -> None:
    """Complete such a record. `held`: 1 if the value is proved; `turn`: 1 of the hero, -1 of another player, else 0."""
    if memory.status != 0:
        return
    node = read(memory, OPEN + ply)
    at = memory.trace_start + node * RECORD
    inner = node < memory.trace_count - 1
    why = memory.why
    if inner:
        why = SEARCHED
        if ((value >= high and turn >= 0) or (value <= low and turn <= 0)) and more_moves(rules, state, ply, memory):
            why = CUT
    says = LOW if value >= high else HIGH if value <= low else LOW | HIGH
    if why in (OVER, HORIZON):
        says = LOW | HIGH
    write(memory, at, read(memory, at) | why << WHY_AT | says << SAYS_AT | says * held)
    write_number(memory, at + 2, value)


def limit_weighed(value: float, low: bool, held: int, ply: int, memory: Memory) -> None:
    """Leave a node after one move, for a limit of its value: from below, or from above."""
    if memory.status != 0:
        return
    at, says = memory.trace_start + read(memory, OPEN + ply) * RECORD, LOW if low else HIGH
    write(memory, at, read(memory, at) | PROBED << WHY_AT | says << SAYS_AT | says * held)
    write_number(memory, at + 2, value)


def open_shared(number: int, enough: float, players: int, ply: int, memory: Memory) -> None:
    """Begin a record where every player has a number: what the mover gets beyond `enough` does not matter."""
    at = record_of(number, ply, record_words(players, True), memory)
    if at > 0:
        write_half(memory, 2 * at + 2, enough)


def close_shared(
    rules: Any, state: Any, numbers: int, mover: int, enough: float, most: float, held: int, ply: int, memory: Memory
) -> None:
    """Complete such a record; the node's numbers are at `numbers`, and no player can get more than `most`."""
    if memory.status != 0:
        return
    node = read(memory, OPEN + ply)
    at = memory.trace_start + node * record_words(rules.players, True)
    for player in range(rules.players):
        write_half(memory, 2 * at + 3 + player, read_number(memory, numbers + player))
    why, says = memory.why, LOW | HIGH
    if node < memory.trace_count - 1:
        why = SEARCHED
        if mover >= 0:
            mine = read_number(memory, numbers + mover)
            if mine >= enough:
                says = LOW
            if (mine >= enough or mine >= most) and more_moves(rules, state, ply, memory):
                why = CUT
    write(memory, at, read(memory, at) | why << WHY_AT | says << SAYS_AT | says * held)
