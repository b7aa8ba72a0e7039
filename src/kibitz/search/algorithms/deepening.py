"""The strong search: one ply deeper each time, each depth searched by alpha-beta with all that past depths have taught.

Theorem: for the window alpha < beta, `principal` returns what `alphabeta` may return at the same depth: an upper limit of the
minimax value if it is <= alpha, a lower limit if >= beta, else the value itself. Entries of the table are taken only where they
say the same of the same depth, or are proved within fewer plies, so tables, orders, threads and the depths before change the
time but never the value. (Where positions may come back that holds of what is proved; a number of the same depth may have been
found on another path: path.py.) `symmetries` of a knowledge are believed; what it proves (`bounds`, `candidates`) is left to
`solve`.

Principal variation search with null windows (Marsland and Campbell 1982; Reinefeld 1983), a transposition table (Greenblatt
1967), killers (Akl and Newborn 1977), history (Schaeffer 1983), and for several threads on one table the simplified ABDADA of
Kerrigan: a move that another thread is searching is put off to the end.
"""

from typing import Any

from kibitz.kernel import Fields, mixed, read, write
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, TRACES, HashTable, Memory, begin_line, extend_line, visit
from kibitz.search.parts.order import number_of, order_moves, record_cutoff
from kibitz.search.parts.path import BARRED, ONGOING, begin_value, keep_on_path, push_position, score_ending, table_hash
from kibitz.search.parts.scores import (
    HIGH,
    INFINITE,
    LOW,
    NONE,
    add_reward,
    back_up_score,
    better_score,
    conclude_after_cut,
    conclude_all_moves,
    is_surer,
    score_horizon,
    take_reward,
    window_below,
)
from kibitz.search.parts.trace_format import close_node, look_again, open_node
from kibitz.search.parts.transposition_table import (
    AT_LEAST,
    AT_MOST,
    NO_MOVE,
    bucket_of,
    busy_at,
    claim,
    depth_of,
    is_claimed,
    look_up,
    move_of,
    release,
    signature_of,
    value_of,
)

SEARCH = Search(deepens=True, has_table=True, has_window=True, handles_repetition=True, adds_rewards=True)

# Plies above the horizon from which symmetric positions share an entry: below, to find them costs more than it saves ...
MERGING = 3
# ... and from which a move is put off while another thread searches it.
SHARING = 3


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins; `ply` is 0 when the state is the root."""
    return principal(rules, rules.enter(fields), depth, alpha, beta, ply, memory.first_move, memory, table)


def principal(
    rules: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, top: int, memory: Memory, table: HashTable
) -> int:
    """The packed value of the state, `depth` plies deep, as far as the window asks; `top`: where its moves may be listed."""
    begin_line(ply, memory)
    if visit(memory) != 0:
        return 0
    ending = score_ending(rules, state, ply, memory)
    if ending != ONGOING:
        return ending
    if depth == 0:
        return score_horizon(rules, state, memory)

    mask, narrow = memory.mask, beta - alpha <= 1
    hashed, outer = table_hash(rules, state, depth >= MERGING, memory), 0
    bucket, signature = bucket_of(hashed, table), signature_of(hashed, memory)
    entry = look_up(table, bucket, signature, memory)
    # At an open window the line is wanted as well as the value: only the table's move is taken.
    if narrow and settles(entry, depth, alpha, beta, memory):
        return value_of(entry, memory) << 2 | entry & 3

    if rules.has_recurrence:
        outer = begin_value(memory)
    count = order_moves(rules, state, ply, top, first_to_try(entry), memory, table)
    if memory.status != 0:
        return 0
    below, best, best_number, lowest, deferred, gain = top + 2 * count, NONE, NO_MOVE, alpha, 0, 0
    sharing = depth >= SHARING and memory.threads > 1
    for turn in range(2):
        for i in range(count):
            at = top + 2 * i
            move = read(memory, at)
            if move < 0:
                continue
            mark = mixed(hashed, move)
            busy = busy_at(mark, table)
            if sharing:
                if turn == 0 and i > 0 and is_claimed(busy, mark, table):
                    deferred = 1
                    continue
                claim(busy, mark, table)
            after = rules.play(state, move)
            sign = rules.sign(state, after)
            if rules.has_recurrence:
                push_position(rules, state, move, sign, ply, memory)
            if rules.has_reward:
                gain = take_reward(rules, state, move, sign, ply, memory)
            # The first move gets the whole window, every other one is asked whether it is better.
            open_beta = beta if best == NONE or narrow else alpha + 1
            low, high = window_below(alpha - gain, open_beta - gain, sign, mask)
            if TRACES:
                open_node(number_of(read(memory, at + 1)), low, high, ply + 1, memory)
            packed = principal(rules, after, depth - 1, low, high, ply + 1, below, memory, table)
            if TRACES:
                close_node(rules, after, packed, ply + 1, memory)
            if rules.recurrence_forbids and packed == BARRED:
                if sharing:
                    release(busy, table)
                write(memory, at, -1)
                continue
            packed = back_up_score(packed, sign, mask)
            if rules.has_reward:
                packed = add_reward(packed, gain, memory)
            if open_beta < beta and alpha < packed >> 2 < beta and memory.status == 0:
                # It is: now how much it is worth.
                low, high = window_below(alpha - gain, beta - gain, sign, mask)
                if TRACES:
                    look_again(ply, memory)
                    open_node(number_of(read(memory, at + 1)), low, high, ply + 1, memory)
                packed = principal(rules, after, depth - 1, low, high, ply + 1, below, memory, table)
                if TRACES:
                    close_node(rules, after, packed, ply + 1, memory)
                packed = back_up_score(packed, sign, mask)
                if rules.has_reward:
                    packed = add_reward(packed, gain, memory)
            if sharing:
                release(busy, table)
            if memory.status != 0:
                return 0
            write(memory, at, -1)
            if packed >> 2 > best >> 2:
                best_number = number_of(read(memory, at + 1))
            same_everywhere = rules.first_return_draws or not rules.has_recurrence  # else numbers may be of other paths
            clamp = memory.clamp if same_everywhere else INFINITE
            surer = best >> 2 > lowest and is_surer(packed, best, clamp)
            best = better_score(best, packed)
            if best >> 2 > alpha or surer:
                alpha = best >> 2
                extend_line(move, ply, memory)
                if ply == 0:
                    memory.root_move = move
                    memory.root_value = best
            if ply == 0:
                memory.root_done += 1
            if alpha >= beta:
                record_cutoff(move, ply, depth, memory, table)
                best = conclude_after_cut(best, memory.ceiling)
                keep_on_path(rules, outer, ply, table, bucket, signature, best, depth, best_number, AT_LEAST, memory)
                return best
        if deferred == 0:
            break
    if best == NONE:
        memory.status = NO_MOVES
        return 0
    best = conclude_all_moves(best, memory.ceiling)
    says = AT_MOST if best >> 2 <= lowest else AT_LEAST | AT_MOST
    keep_on_path(rules, outer, ply, table, bucket, signature, best, depth, best_number, says, memory)
    return best


def settles(entry: int, depth: int, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether what the table knows answers a null window: it says so of this very depth, or proved it within fewer plies."""
    if entry == 0:
        return False
    value, same, less = value_of(entry, memory), depth_of(entry) == depth, depth_of(entry) < depth
    if value >= beta:
        return (same and entry & AT_LEAST != 0) or (less and entry & LOW != 0)
    if value <= alpha:
        return (same and entry & AT_MOST != 0) or (less and entry & HIGH != 0)
    return False


def first_to_try(entry: int) -> int:
    """The number of the table's move; -1 where it has none."""
    return move_of(entry) if entry != 0 and move_of(entry) != NO_MOVE else -1
