"""The path from the root to the open node, and what was on the board before: where a position comes back, in games that mind.

A search ends a line at a recurrence. Where it means a draw, the first that comes back on the path itself counts, however
often the rules want it: whoever can win can do so without coming back, so the value is the same, and so is its distance (cut
the loops out of a shortest win). Else, and with the root and what was on the board before it, the rules' own count holds: a
move that leads back to the root is worth what it is worth there, too.

What rests on a path. The value of a node at ply p may rest on a recurrence with a position at ply r of the path. If r < p it
holds on this path only (the graph-history interaction problem: Palay 1983, Campbell 1985; Kishimoto and Mueller 2004), and
enters no table. If r >= p the loop lies below the node, and its value is its own. A value of its own may be used on another
path where recurrences are draws: a position that is won without regard to the path is won, for the winner can leave out the
loop. Where they are losses or forbidden, more may hang on the path than was met: no proof enters a table. And a table is used
only by searches after whose roots the same positions would end the game if they came back: their mark is part of every hash.
"""

from typing import Any

from kibitz.kernel import Fields, mixed, read, write
from kibitz.search.memory import PATH, RECURRENCE, SIGNS, SINCE, TOO_LARGE, TRACES, HashTable, Memory
from kibitz.search.scores import HIGH, INFINITE, LOW
from kibitz.search.transposition_table import keep

NOWHERE = 1 << 20  # `rests_on` of what rests on nothing: beyond any ply
BARRED = (INFINITE + 1) << 2  # in place of a value: the move that led here is forbidden


def comes_back(rules: Any, state: Any, ply: int, memory: Memory) -> bool:
    """Note the position at `ply`, and whether its coming back ends the game there, or is forbidden. The root's never does."""
    if ply == 0:
        return False
    mark = rules.recurrence_mark(state)
    write(memory, PATH + ply, mark)
    since, times, at = read(memory, SINCE + ply), 1, ply - 1
    wanted = 2 if rules.recurrence_draws else rules.recurrence_count
    while at > 0 and at >= since:
        if read(memory, PATH + at) == mark:
            times += 1
            if times == wanted:
                memory.rests_on = min(memory.rests_on, at)
                return True
        at -= 1
    if rules.recurrence_draws:
        wanted = rules.recurrence_count
    at = memory.past_start + memory.past_count - 1
    for _ in range(-since):
        if read(memory, at) == mark:
            times += 1
            if times == wanted:
                memory.rests_on = -1
                return True
        at -= 1
    return False


def score_recurrence(rules: Any, state: Any, ply: int, memory: Memory) -> int:
    """The packed value of a position that has come back at `ply`; BARRED where the move that led here is forbidden."""
    if rules.recurrence_forbids:
        return BARRED
    if TRACES:
        memory.why = RECURRENCE
    result: int = rules.recurrence_worth(state, read(memory, SIGNS + ply))
    if result > memory.most or -result > memory.most:
        memory.status = TOO_LARGE
    return result * memory.scale << 2 | LOW | HIGH


def go_on(rules: Any, state: Any, move: int, sign: int, ply: int, memory: Memory) -> None:
    """A move is made at `ply`: note what the positions after it can come back to."""
    write(memory, SINCE + ply + 1, ply + 1 if rules.irreversible(state, move) else read(memory, SINCE + ply))
    write(memory, SIGNS + ply + 1, sign)


def hash_on_path(hashed: int, memory: Memory) -> int:
    """The hash by which a table knows a position: beside what would end the game if it came back."""
    return mixed(hashed, memory.past_mark) if memory.past_mark != 0 else hashed


def begin_value(memory: Memory) -> int:
    """A node is entered of which a value is to be kept: on what the value of the one above rests so far."""
    outer: int = memory.rests_on
    memory.rests_on = NOWHERE
    return outer


def keep_on_path(
    rules: Any,
    outer: int,
    ply: int,
    table: HashTable,
    bucket: int,
    signature: int,
    packed: int,
    depth: int,
    move: int,
    says: int,
    memory: Memory,
) -> None:
    """Enter a position's value, if it is its own, and else its best move only. `outer` is what `begin_value` gave."""
    if rules.has_recurrence:
        if memory.rests_on < ply:
            memory.rests_on = min(outer, memory.rests_on)
            packed, says = packed & ~3, 0
        else:
            memory.rests_on = outer
            if not rules.recurrence_draws:
                packed &= ~3
    keep(table, bucket, signature, packed, depth, move, says, memory)


def note_past(rules: Any, fields: Fields, times: int, memory: Memory) -> int:
    """Note a position that was on the board, the oldest first, the root last; `times`: how often by then. Where code begins."""
    state = rules.enter(fields)
    mark = rules.recurrence_mark(state)
    write(memory, memory.past_start + memory.past_count, mark)
    memory.past_count += 1
    write(memory, SINCE, -memory.past_count)
    if times >= rules.recurrence_count - 1:
        memory.past_mark = mixed(memory.past_mark, mark)
    return 0
