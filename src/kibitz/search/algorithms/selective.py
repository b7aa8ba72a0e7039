"""The search for play: unpromising moves are searched less deep, or not at all.

Theorem: what is proved of the value that `explore` returns (the bits LOW and HIGH) is true of the game, even though moves were
left out; for the window alpha < beta the number itself is an opinion, an upper limit of it if it is <= alpha, a lower limit if
>= beta. It is not a minimax value: nodes at one depth have seen different trees. Where nothing is left out
(`memory.full_width`), a number beyond all estimates is proved as far as the depth goes: there is no quicker end than it says.

Principal variation search (Marsland and Campbell 1982) on a transposition table, from which deeper entries answer, too; the
table's move before the others are listed, then killers and history. Where the knowledge estimates, late moves are searched less
deep, and again if they turn out better (Levy, Broughton and Taylor 1989): by two plies, for estimates of the two sides to move
are not alike. Multi-ProbCut (Buro 1995 and 1997) leaves a node whose shallow value lies so far outside of the window that the
deep one hardly lies within, where the knowledge says how far the two are apart (`deviation`); and where even a pass is good
enough (null move: Beal 1989), by the knowledge's `passes`. Beyond the horizon noisy moves
are searched on (`noisy`). In wide games only the knowledge's `prospects` are searched; a forced reply costs no depth.
"""

from math import floor
from typing import Any

from kibitz.kernel import Fields, mixed, read, write
from kibitz.patterns.estimate import probe_depth
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import DEEPEST, NO_MOVES, HashTable, Memory, begin_line, extend_line, visit
from kibitz.search.parts.order import find_move, list_move, list_moves, number_of, record_cutoff
from kibitz.search.parts.path import (
    BARRED,
    ONGOING,
    begin_value,
    keep_on_path,
    push_pass,
    push_position,
    score_ending,
    table_hash,
)
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

SEARCH = Search(
    deepens=True,
    has_table=True,
    has_window=True,
    is_selective=True,
    handles_repetition=True,
    adds_rewards=True,
    has_trace=False,
)

# Plies above the horizon from which symmetric positions share an entry, ...
MERGING = 3
# ... a move is put off while another thread searches it, ...
SHARING = 3
# ... the knowledge is asked for the order of moves, ...
ASKING = 2
# ... a shallow value may settle a deep one; where a pass may, so may the estimate itself, ...
PROBING, PROBING_CALM = 3, 1
# ... a pass may settle it, by a search that many plies less deep, ...
PASSING, PASS_LESS = 3, 2
# ... and all moves are looked at, not only prospects: what is left of a game near its end is solved in that way.
WHOLE = 24
# How many standard deviations outside of the window it must lie.
CONFIDENCE = 1.5
# Late moves are reduced: from which depth, from which move in the list on, from which move on by four plies instead of two, and
# from which depth by four; first in any game, then where the knowledge has `passes`, as in chess: only there it was measured.
REDUCED, REDUCED_CALM = (4, 4, 16, 8), (3, 3, 8, 6)
# Plies beyond the horizon after which noisy moves are searched no further.
NOISIEST = 8


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins; `ply` is 0 when the state is the root."""
    memory.is_probe = 0
    return explore(rules, rules.enter(fields), depth, alpha, beta, ply, memory.first_move, memory, table)


def explore(
    rules: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, top: int, memory: Memory, table: HashTable
) -> int:
    """The packed value of the state, about `depth` plies deep, as far as the window asks; `top`: where moves may be listed."""
    if depth <= 0:
        return quiesce(rules, state, depth, alpha, beta, ply, top, memory, table)
    begin_line(ply, memory)
    if visit(memory) != 0:
        return 0
    ending = score_ending(rules, state, ply, memory)
    if ending != ONGOING:
        return ending

    narrow, full = beta - alpha <= 1, memory.full_width != 0
    is_whole = full or depth >= WHOLE or not rules.has_prospects
    hashed, outer = table_hash(rules, state, depth >= MERGING, memory), 0
    if full:
        hashed = mixed(hashed, memory.full_width)  # what was found with moves left out says nothing here
    bucket, signature = bucket_of(hashed, table), signature_of(hashed, memory)
    entry = look_up(table, bucket, signature, memory)
    # At an open window the line is wanted as well as the value: only the table's move is taken.
    if narrow and answers(entry, depth, alpha, beta, memory):
        return value_of(entry, memory) << 2 | entry & 3

    if rules.has_recurrence:
        outer = begin_value(memory)
    wanted = move_of(entry) if entry != 0 and move_of(entry) != NO_MOVE else -1
    shallow, margin, guess = 0, 0, 0
    probing = PROBING_CALM if rules.has_passes else PROBING
    if rules.has_deviation and narrow and ply > 0 and depth >= probing and not full and memory.is_probe == 0:
        shallow = probe_depth(depth)
        margin = floor(CONFIDENCE * rules.deviation(state, depth, shallow) * memory.scale + 0.5)
        guess = value_of(entry, memory) if entry != 0 else score_horizon(rules, state, memory) >> 2
    for side in range(2 if margin > 0 else 0):
        bound = beta + margin if side == 0 else alpha - margin
        if abs(bound) > memory.clamp or (guess < beta if side == 0 else guess > alpha):
            continue
        memory.is_probe = 1  # a probe holds none: one that trusts another would never come to see more
        packed = explore(rules, state, shallow, bound - 1 + side, bound + side, ply, top, memory, table)
        memory.is_probe = 0
        if memory.status != 0:
            return 0
        packed, says = conclude_probe(packed, side, bound, alpha, beta)
        if says != 0:
            move = encode_move_number(wanted)
            keep_on_path(rules, outer, ply, table, bucket, signature, packed, depth, move, says, memory)
            return packed
        begin_line(ply, memory)

    if rules.has_passes and narrow and ply > 0 and depth >= PASSING and not full and memory.is_probe == 0:
        guess = value_of(entry, memory) if entry != 0 else score_horizon(rules, state, memory) >> 2
        if memory.last_pass != ply and guess >= beta and abs(beta) <= memory.clamp:
            packed = explore_pass(rules, state, depth, beta, ply, top, memory, table)
            if memory.status != 0:
                return 0
            if packed >> 2 >= beta:
                packed, move = beta << 2, encode_move_number(wanted)
                keep_on_path(rules, outer, ply, table, bucket, signature, packed, depth, move, AT_LEAST, memory)
                return packed
            begin_line(ply, memory)

    hint = memory.root_hint if ply == 0 else -1
    move, number = -1, -1
    if wanted >= 0 or hint >= 0:
        move, number = find_move(rules, state, wanted, hint, is_whole)
    first, has_list, count = number, False, 0
    if first < 0:
        count = list_moves(rules, state, ply, top, first, depth >= ASKING, is_whole, memory, table)
        has_list = True
    is_forced = rules.has_prospects and not is_whole and ply < DEEPEST // 2 and has_one_prospect(rules, state)
    rest = depth if is_forced else depth - 1  # a forced reply costs no depth
    sharing = depth >= SHARING and memory.threads > 1
    below, best, best_number, lowest, deferred, turn, at, index = top, NONE, NO_MOVE, alpha, False, 0, top, 0
    if has_list:
        below = top + 2 * count
    while memory.status == 0:
        if index > 0 or first < 0:
            if not has_list:
                count = list_moves(rules, state, ply, top, first, depth >= ASKING, is_whole, memory, table)
                below, has_list = top + 2 * count, True
                if memory.status != 0:
                    return 0
            if at >= top + 2 * count:
                if deferred and turn == 0:
                    at, turn = top, 1
                    continue
                if best != NONE or is_whole:
                    break
                # The past forbids all prospects: then every move is one.
                is_whole, rest, has_list, first, at, turn = True, depth - 1, False, -1, top, 0
                continue
            move, number = read(memory, at), number_of(read(memory, at + 1))
            at += 2
            if move < 0:
                continue
        mark = mixed(hashed, move)
        busy = busy_at(mark, table)
        if sharing:
            if turn == 0 and index > 0 and is_claimed(busy, mark, table):
                deferred = True
                continue
            claim(busy, mark, table)
        after, sign, gain = make_move(rules, state, move, ply, memory)
        reduced = 0 if full or not rules.has_evaluate else reduction(depth, index, rules.has_passes)
        # The first move gets the whole window, every other one is asked whether it is better: a late one less deep at first.
        open_beta = beta if best == NONE or narrow else alpha + 1
        while True:
            low, high = window_below(alpha - gain, open_beta - gain, sign, memory.mask)
            packed = explore(rules, after, rest - reduced, low, high, ply + 1, below, memory, table)
            packed = unmake_move(rules, packed, sign, gain, memory)
            if (rules.recurrence_forbids and packed == BARRED) or memory.status != 0 or packed >> 2 <= alpha:
                break
            if reduced > 0 and (packed & LOW == 0 or packed >> 2 < beta):
                reduced = 0
            elif open_beta < beta and packed >> 2 < beta:
                open_beta = beta
            else:
                break
        if sharing:
            release(busy, table)
        if memory.status != 0:
            return 0
        if has_list and at > top:
            write(memory, at - 2, -1)
        index += 1
        if rules.recurrence_forbids and packed == BARRED:
            continue
        if packed >> 2 > best >> 2:
            best_number = number
        surer = best >> 2 > lowest and is_surer(packed, best, INFINITE)
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
    if memory.status != 0:
        return 0
    if best == NONE:
        memory.status = NO_MOVES
        return 0
    best = conclude_all_moves(best, memory.ceiling) if is_whole else conclude_after_cut(best, memory.ceiling)
    says = AT_MOST if best >> 2 <= lowest else AT_LEAST | AT_MOST
    keep_on_path(rules, outer, ply, table, bucket, signature, best, depth, best_number, says, memory)
    return best


def explore_pass(rules: Any, state: Any, depth: int, beta: int, ply: int, top: int, memory: Memory, table: HashTable) -> int:
    """The packed value of the state if its side passed, less deep, as far as it matters whether it is at least `beta`.

    -INFINITE where no pass is to be supposed.
    """
    for after in rules.passes(state):
        earlier = memory.last_pass
        memory.last_pass = ply + 1
        push_pass(ply, memory)
        low, high = window_below(beta - 1, beta, -1, memory.mask)
        rest = depth - 1 - PASS_LESS if depth < 7 else depth - 1 - 2 * PASS_LESS
        packed = explore(rules, after, rest, low, high, ply + 1, top, memory, table)
        memory.last_pass = earlier
        return back_up_score(packed, -1, memory.mask)
    return -INFINITE << 2


def quiesce(
    rules: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, top: int, memory: Memory, table: HashTable
) -> int:
    """The packed value of the state at the horizon or beyond: its estimate, or a noisy move that is better.

    The estimate stands (`best`) where there is a quiet move; else all moves are noisy, and one of them must be made.
    """
    begin_line(ply, memory)
    if visit(memory) != 0:
        return 0
    ending = score_ending(rules, state, ply, memory)
    if ending != ONGOING:
        return ending
    best = score_horizon(rules, state, memory)
    if not rules.has_noisy or memory.full_width != 0 or depth <= -NOISIEST or ply >= DEEPEST:
        return best
    is_quiet = has_quiet(rules, state)
    if is_quiet and best >> 2 >= beta:
        return best
    end = list_noisy(rules, state, is_quiet, ply, top, memory, table)
    if end == top or memory.status != 0:
        return best
    if not is_quiet:
        best = NONE
    alpha, at = max(alpha, best >> 2), top
    while at < end:
        move = read(memory, at)
        at += 2
        after, sign, gain = make_move(rules, state, move, ply, memory)
        low, high = window_below(alpha - gain, beta - gain, sign, memory.mask)
        packed = quiesce(rules, after, depth - 1, low, high, ply + 1, end, memory, table)
        packed = unmake_move(rules, packed, sign, gain, memory)
        if memory.status != 0:
            return 0
        if rules.recurrence_forbids and packed == BARRED:
            continue
        best = better_score(best, packed)
        if best >> 2 > alpha:
            alpha = best >> 2
            extend_line(move, ply, memory)
            if alpha >= beta:
                return conclude_after_cut(best, memory.ceiling)
    return conclude_all_moves(best, memory.ceiling)


def make_move(rules: Any, state: Any, move: int, ply: int, memory: Memory) -> tuple[Any, int, int]:
    """The position after a move, 1 if the same side moves again and -1 if not, and the move's reward for its maker."""
    after, gain = rules.play(state, move), 0
    sign = rules.sign(state, after)
    if rules.has_recurrence:
        push_position(rules, state, move, sign, ply, memory)
    if rules.has_reward:
        gain = take_reward(rules, state, move, sign, ply, memory)
    return after, sign, gain


def unmake_move(rules: Any, packed: int, sign: int, gain: int, memory: Memory) -> int:
    """The move's value for its maker, from the child's value `packed`; BARRED where the rules forbid the move."""
    if rules.recurrence_forbids and packed == BARRED:
        return packed
    packed = back_up_score(packed, sign, memory.mask)
    return add_reward(packed, gain, memory) if rules.has_reward else packed


def conclude_probe(packed: int, side: int, bound: int, alpha: int, beta: int) -> tuple[int, int]:
    """The node's value after a probe of one side of the window, and its bound; no bound where the probe settles nothing."""
    if side == 0 and packed >> 2 >= bound:
        return packed if packed & LOW else beta << 2, AT_LEAST
    if side == 1 and packed >> 2 <= bound:
        return packed if packed & HIGH else alpha << 2, AT_MOST
    return packed, 0


def answers(entry: int, depth: int, alpha: int, beta: int, memory: Memory) -> bool:
    """Whether what the table knows answers a null window: it was found no less deep, or is proved."""
    if entry == 0:
        return False
    value, deep = value_of(entry, memory), depth_of(entry) >= depth
    if value >= beta:
        return entry & LOW != 0 or (deep and entry & AT_LEAST != 0)
    if value <= alpha:
        return entry & HIGH != 0 or (deep and entry & AT_MOST != 0)
    return False


def has_one_prospect(rules: Any, state: Any) -> bool:
    """Whether the knowledge has exactly one prospect."""
    has_one = False
    for _ in rules.prospects(state):
        if has_one:
            return False
        has_one = True
    return has_one


def encode_move_number(number: int) -> int:
    """A move's number as a table entry holds it; NO_MOVE for none."""
    return number if number >= 0 else NO_MOVE


def reduction(depth: int, index: int, is_calm: bool) -> int:
    """The plies by which the move at `index` of the list is searched less deep; `is_calm`: the knowledge has passes."""
    shallowest, first, more, deeper = REDUCED_CALM if is_calm else REDUCED
    if depth < shallowest or index < first:
        return 0
    return 4 if index >= more and depth >= deeper else 2


def has_quiet(rules: Any, state: Any) -> bool:
    """Whether there is a quiet move."""
    for move in rules.moves(state):
        if not rules.noisy(state, move):
            return True
    return False


def list_noisy(rules: Any, state: Any, is_quiet: bool, ply: int, top: int, memory: Memory, table: HashTable) -> int:
    """Write the noisy moves after `top`, best first, and return where the list ends; all moves if none is quiet."""
    end, number = top, 0
    for move in rules.moves(state):
        if not is_quiet or rules.noisy(state, move):
            end = list_move(rules, state, move, number, ply, top, end, -1, True, memory, table)
        number += 1  # noqa: SIM113  # a generator of the rules cannot be enumerated in compiled code
    return end
