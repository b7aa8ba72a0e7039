"""The path from the root to the open node, and what was on the board before, in games where a position can come back.

A search ends a line at a recurrence. It follows the rules' own count, except for one theorem.

*The first return may count as the last.* Where a recurrence is a draw, a line may end as a draw at the first return on the
path, however often the rules want it: a player who can win after coming back could have won at once, so the value is the same,
and so is the distance (cut the loops out of a shortest win). Premise: the recurring position is the same game again, or one in
which no one can win more. That is so where positions are whole states; where `recurrence_key` leaves something out it is so
only if that is a clock that can do nothing but draw, which the rules promise by `clock_only_draws`
(`kibitz.core.rules.first_return_draws`).

*A proof holds on another path.* The value of a node at ply p may rest on a recurrence with a position at ply r of the path. If
r < p it holds on this path only (the graph-history interaction problem: Palay 1983, Campbell 1985; Kishimoto and Mueller 2004),
and enters no table. If r >= p the loop lies below the node, and the value is the node's own. Under the same premise a value of
its own may be used on another path: a position that is won without regard to the path is won, for the winner can leave out the
loop. Without it more may depend on the path than the search has met, and no proof enters a table.

A table serves only searches whose roots have the same past: the positions that would end the game if they came back once more
are part of every hash. Symmetric positions share an entry only where there are none: the past has no symmetry.
"""

from typing import Any

from kibitz.kernel import Fields, mixed, read, write
from kibitz.search.parts.memory import PATH, RECURRENCE, SIGNS, SINCE, TOO_LARGE, TRACES, HashTable, Memory
from kibitz.search.parts.scores import HIGH, INFINITE, LOW, score_end
from kibitz.search.parts.transposition_table import keep

NOWHERE = 1 << 20  # `rests_on` of what rests on nothing: beyond any ply
BARRED = (INFINITE + 1) << 2  # in place of a value: the move that led here is forbidden, ...
ONGOING = (INFINITE + 2) << 2  # ... or the game goes on


def score_ending(rules: Any, state: Any, ply: int, memory: Memory) -> int:
    """The packed value of a state in which the game has ended; ONGOING while the game continues, BARRED where no legal move
    leads here.

    In the order of `kibitz.core.rules`: a forbidden move is not legal, even if it ends the game; the rules' own end counts
    next, and a recurrence last.
    """
    if rules.recurrence_forbids:
        if is_repetition(rules, state, ply, memory):
            return BARRED
        return score_end(rules, state, memory) if rules.is_over(state) else ONGOING
    if rules.is_over(state):
        return score_end(rules, state, memory)
    if rules.has_recurrence and is_repetition(rules, state, ply, memory):
        return score_recurrence(rules, state, ply, memory)
    return ONGOING


def is_repetition(rules: Any, state: Any, ply: int, memory: Memory) -> bool:
    """Note the position at `ply`, and whether its coming back ends the game there, or is forbidden. The root's never does."""
    if ply == 0:
        return False
    mark = rules.recurrence_mark(state)
    write(memory, PATH + ply, mark)
    since, times, at = read(memory, SINCE + ply), 1, ply - 1
    wanted = 2 if rules.first_return_draws else rules.recurrence_count
    while at > 0 and at >= since:
        if read(memory, PATH + at) == mark:
            times += 1
            if times == wanted:
                memory.rests_on = min(memory.rests_on, at)
                return True
        at -= 1
    if rules.first_return_draws:
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
    """The packed value of a position that has come back at `ply`, and so ends the game."""
    if TRACES:
        memory.why = RECURRENCE
    result: int = rules.recurrence_worth(state, read(memory, SIGNS + ply))
    if result > memory.most or -result > memory.most:
        memory.status = TOO_LARGE
    return result * memory.scale << 2 | LOW | HIGH


def push_position(rules: Any, state: Any, move: int, sign: int, ply: int, memory: Memory) -> None:
    """Make a move at `ply`: note which positions a later one can repeat."""
    write(memory, SINCE + ply + 1, ply + 1 if rules.irreversible(state, move) else read(memory, SINCE + ply))
    write(memory, SIGNS + ply + 1, sign)


def push_pass(ply: int, memory: Memory) -> None:
    """Suppose a pass at `ply`: nothing from before can come back."""
    write(memory, SINCE + ply + 1, ply + 1)
    write(memory, SIGNS + ply + 1, -1)


def table_hash(rules: Any, state: Any, merges: bool, memory: Memory) -> int:
    """The hash by which a table knows a position, beside what would end the game if it came back.

    `merges`: symmetric positions share it, where nothing would.
    """
    if rules.has_recurrence and memory.past_mark != 0:
        return mixed(rules.hash(state), memory.past_mark)
    hashed: int = rules.canonical(state) if merges else rules.hash(state)
    return hashed


def begin_value(memory: Memory) -> int:
    """Enter a node whose value is to be kept: note what the value of the node above rests on so far."""
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
            if not rules.first_return_draws:
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
