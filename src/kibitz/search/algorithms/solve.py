"""The exact solver: is the state worth at least so much, yes or no, and so on until only one value is left.

Theorem: `prove` returns a proved limit of the state's value, from below if it is at least `beta`, else from above. Nothing is
estimated and nothing has a horizon, so a table's entries hold for every later question; `bounds`, `plies`, `candidates`,
`finish`, `key` and `symmetries` of a knowledge are believed.

Null windows between proved limits (Pearl's Scout, 1980; Plaat's MT, 1996), and before any child is searched all of them are
asked whether they are settled: by what the knowledge proves at a glance, then by the table (enhanced transposition cut-offs,
Schaeffer and Plaat 1996). Threads share the table, put off what another one is searching (Kerrigan's simplified ABDADA), and
the first to answer a question answers it for all.
"""

from typing import Any

from kibitz.kernel import Fields, read, write
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import (
    DEEPEST,
    NO_MOVES,
    NO_ROOM,
    OVER,
    RUNNING,
    SETTLED,
    STOPPED,
    TABLE,
    TOO_DEEP,
    TOO_LARGE,
    TRACES,
    Memory,
    ProofTable,
    visit,
)
from kibitz.search.parts.order import LAST, NUMBER_BITS, number_of
from kibitz.search.parts.proof_table import announce, busy_at, keep_proof, proof_of, proved_value
from kibitz.search.parts.questions import is_answer_to, next_question, pack_answer, unpack_answer
from kibitz.search.parts.scores import (
    HIGH,
    INFINITE,
    LOW,
    age_score,
    alpha_to_child,
    beta_to_child,
    note_lead,
    take_reward,
    unage_score,
)
from kibitz.search.parts.trace_format import QUESTION, close_candidate, is_full, open_node, settle_node
from kibitz.search.parts.transposition_table import claim, is_claimed, release

SEARCH = Search(has_table=True, has_window=True, solves=True, handles_repetition=True, adds_rewards=True)

# Plies from the root up to which symmetric positions share an entry: further on, to find them costs more than it saves.
MERGING = 12
# With at most so many plies to the end a position is kept in the small table.
NEAR = 16
# Words for each of a node's moves: the move, how early to try it, the child's mark, whose turn it is then (1: of the same side,
# else -1; where moves bring rewards that and four times the reward).
RECORD = 4


def enter(rules: Any, fields: Fields, low: int, high: int, guess: int, role: int, memory: Memory, table: ProofTable) -> int:
    """Compiled code begins here: narrow the limits of the state's value down to one.

    `low` and `high` are proved limits and come back in ROOT_LOW and ROOT_HIGH; the first question lies near `guess`, if games
    have margins. `role`: 0 to lead, with a best move wanted at the end; 1 to lead, for the value alone; 2 to help with the
    leader's questions, until stopped. Each thread leaves in KEPT_MOVE its move with the best proved value, and that value in
    KEPT_VALUE: a limit that a helper has found is kept by the helper's move, not by the leader's.
    """
    state = rules.enter(fields)
    if rules.is_over(state):
        result = rules.result(state) * memory.scale
        low = result if memory.mask != 0 else max(low, min(high, result))
        memory.root_low = low
        memory.root_high = low
        return 0
    memory.root_done = 0
    ply, top, mark = memory.root_done, memory.first_move, rules.merged_mark(state)
    if role == 2:
        return help_leader(rules, state, mark, ply, top, memory, table)
    least, greatest = root_limits(rules, state, low, high, memory)
    low, high = max(low, min(high, least)), min(high, max(low, greatest))
    memory.root_low = low
    memory.root_high = high
    turn = 0
    while low < high:
        beta = next_question(low, high, guess, turn, memory.scale, memory.mask)
        turn += 1
        value = ask_root(rules, state, mark, beta, ply, top, memory, table)
        if memory.status != 0:
            return 0
        if value >= beta:
            low = min(high, value)
        else:
            high = max(low, value)
        memory.root_low = low
        memory.root_high = high
    if role == 0 and memory.kept_value < low:
        ask_root(rules, state, mark, low, ply, top, memory, table)
    return 0


def help_leader(rules: Any, state: Any, mark: int, ply: int, top: int, memory: Memory, table: ProofTable) -> int:
    """Answer the leader's questions, until stopped."""
    while memory.stop == 0:
        beta = table.team_beta
        if beta == INFINITE:
            continue
        memory.question = beta
        memory.status = RUNNING
        value = prove(rules, state, mark, beta, ply, top, memory, table)
        if memory.status == RUNNING:
            keep_move(value, beta, memory)
            table.team_answer = pack_answer(value, beta)
            if table.team_beta == beta:
                table.team_beta = INFINITE
        elif memory.status != STOPPED:
            break
    return 0


def keep_move(value: int, beta: int, memory: Memory) -> None:
    """Keep the thread's ROOT_MOVE if its last answer proves at least `value` and that is the most so far.

    The move is written first: a reader who reads the value before the move never gets one proved to be worth less.
    """
    if value >= beta and value > memory.kept_value:
        memory.kept_move = memory.root_move
        memory.kept_value = value


def ask_root(rules: Any, state: Any, mark: int, beta: int, ply: int, top: int, memory: Memory, table: ProofTable) -> int:
    """One question at the root, answered by whichever thread is first."""
    memory.question = beta
    while True:
        table.team_answer = 0
        table.team_beta = beta
        if TRACES:
            open_node(QUESTION, beta - 1, beta, ply, memory)
        value = prove(rules, state, mark, beta, ply, top, memory, table)
        if TRACES:
            close_candidate(rules, state, value << 2 | (LOW if value >= beta else HIGH), ply, memory)
        found = table.team_answer
        table.team_beta = INFINITE
        ended = memory.stop != 0 or memory.nodes > memory.node_limit or is_full(rules, memory)
        if memory.status == RUNNING:
            keep_move(value, beta, memory)
        if memory.status != STOPPED or ended:
            return value
        memory.status = RUNNING  # a helper was first, or answered a question of before
        if found != 0 and is_answer_to(found, beta):
            return unpack_answer(found)


def prove(rules: Any, state: Any, mark: int, beta: int, ply: int, top: int, memory: Memory, table: ProofTable) -> int:
    """A proved limit of the state's value: from below if it is at least `beta`, else from above.

    Three passes over the moves: results seen at a glance, the table's entries, and a search of the rest.
    """
    if visit(memory) != 0:
        return 0
    began, mask, threads = memory.nodes, memory.mask, memory.threads
    if ply > DEEPEST or (threads > 1 and table.team_beta != memory.question):
        memory.status = TOO_DEEP if ply > DEEPEST else STOPPED
        return 0
    fewest, left = rules.plies(state)
    near = left - 1 <= NEAR
    best, count = list_unsettled(rules, state, beta, ply, top, fewest, near, memory, table)
    if best >= beta or memory.status != 0:
        return best
    best, count = ask_table(rules, best, beta, ply, top, count, near, memory, table)
    if best >= beta:
        return best
    below, deferred, sharing = top + RECORD * count, 0, threads > 1 and not near
    for turn in range(2):
        for i in range(count):
            at = top + RECORD * i
            move, child, turn_word = read(memory, at), read(memory, at + 2), read(memory, at + 3)
            sign, gain = turn_sign(rules, turn_word), turn_gain(rules, turn_word)
            if move < 0:
                continue
            busy = busy_at(child, table)
            if sharing:
                if turn == 0 and i > 0 and is_claimed(busy, child, table):
                    deferred = 1
                    continue
                claim(busy, child, table)
            bound = child_beta(beta - gain, sign, mask)
            value = INFINITE
            if sharing and (i > 0 or turn > 0):
                value = answer_of_others(child, bound, near, memory, table)
            if value == INFINITE:
                if TRACES:
                    note_lead(gain, sign, ply, memory)
                    open_node(number_of(read(memory, at + 1)), bound - 1, bound, ply + 1, memory)
                after = rules.play(state, move)
                value = prove(rules, after, child, bound, ply + 1, below, memory, table)
                if TRACES:
                    close_candidate(rules, after, value << 2 | (LOW if value >= bound else HIGH), ply + 1, memory)
            if sharing:
                release(busy, table)
            if memory.status != 0:
                return 0
            write(memory, at, -1)
            best = max(best, age_score(value, mask) * sign + gain)
            if rules.has_reward and abs(best) > memory.most * memory.scale:
                memory.status = TOO_LARGE
                return 0
            if best >= beta:
                if ply == 0:
                    memory.root_move = move
                keep_proof(mark, best, LOW, memory.nodes - began, left <= NEAR, memory, table)
                return best
        if deferred == 0:
            break
    keep_proof(mark, best, HIGH, memory.nodes - began, left <= NEAR, memory, table)
    return best


def list_unsettled(
    rules: Any, state: Any, beta: int, ply: int, top: int, fewest: int, near: bool, memory: Memory, table: ProofTable
) -> tuple[int, int]:
    """List after `top` the moves that a glance does not settle; return the most that the others are worth, and how many are
    listed.

    The first move that reaches `beta` at a glance settles the node.
    """
    best, count, number, mask, gain = -INFINITE, 0, 0, memory.mask, 0
    for move in rules.candidates(state):
        after = rules.play(state, move)
        sign = rules.sign(state, after)
        if rules.has_reward:
            gain = take_reward(rules, state, move, sign, ply, memory)
        low, high = child_limits(rules, after, beta - gain, sign, fewest, mask, memory)
        low, high = low + gain, high + gain
        if TRACES and (low >= beta or high < beta):
            limit = low if low >= beta else high
            says = needed_proof(low >= beta, sign) if low < high else LOW | HIGH
            trace_settled(
                rules, number, limit - gain, beta - gain, sign, says, OVER if rules.is_over(after) else SETTLED, ply, memory
            )
        if low >= beta:
            if ply == 0:
                memory.root_move = move
            return low, count
        if high < beta:
            best = max(best, high)
        else:
            at = top + RECORD * count
            if at + 2 * RECORD > memory.room_end:
                memory.status = NO_ROOM
                return 0, count
            child = rules.merged_mark(after) if ply < MERGING else rules.mark(after)
            announce(child, near, table)
            rank = rules.priority(state, move) << NUMBER_BITS | LAST - number
            write_record(at, move, rank, child, pack_turn(rules, sign, gain), memory)
            count += 1
        number += 1  # a generator of the rules cannot be enumerated in compiled code
    if number == 0:
        memory.status = NO_MOVES
    return best, count


def ask_table(
    rules: Any, best: int, beta: int, ply: int, top: int, count: int, near: bool, memory: Memory, table: ProofTable
) -> tuple[int, int]:
    """Strike out the listed moves that the table settles, and order the rest: the most that is known, and how many are left.

    The first move that reaches `beta` by the table settles the node.
    """
    kept, mask = 0, memory.mask
    for i in range(count):
        at = top + RECORD * i
        move, rank, child, turn_word = read(memory, at), read(memory, at + 1), read(memory, at + 2), read(memory, at + 3)
        sign, gain = turn_sign(rules, turn_word), turn_gain(rules, turn_word)
        entry = proof_of(child, near, memory, table)
        if entry != 0:
            value = age_score(proved_value(entry, memory), mask) * sign + gain
            if TRACES and entry & needed_proof(value >= beta, sign) != 0:
                note_lead(gain, sign, ply, memory)
                trace_settled(rules, number_of(rank), value - gain, beta - gain, sign, entry & (LOW | HIGH), TABLE, ply, memory)
            if value >= beta and entry & (LOW if sign > 0 else HIGH) != 0:
                if ply == 0:
                    memory.root_move = move
                return value, kept
            if value < beta and entry & (HIGH if sign > 0 else LOW) != 0:
                best = max(best, value)
                continue
        at = top + RECORD * kept
        while at > top and read(memory, at - RECORD + 1) < rank:
            for j in range(RECORD):
                write(memory, at + j, read(memory, at - RECORD + j))
            at -= RECORD
        write_record(at, move, rank, child, turn_word, memory)
        kept += 1
    return best, kept


def answer_of_others(child: int, bound: int, near: bool, memory: Memory, table: ProofTable) -> int:
    """Another thread's proof about a child, if it answers the question; else INFINITE."""
    entry = proof_of(child, near, memory, table)
    if entry != 0:
        value = proved_value(entry, memory)
        if entry & (LOW if value >= bound else HIGH) != 0:
            return value
    return INFINITE


def write_record(at: int, move: int, rank: int, child: int, turn_word: int, memory: Memory) -> None:
    """Write the record of a listed move: see RECORD."""
    write(memory, at, move)
    write(memory, at + 1, rank)
    write(memory, at + 2, child)
    write(memory, at + 3, turn_word)


def pack_turn(rules: Any, sign: int, gain: int) -> int:
    """The turn after a move and its reward, in one word."""
    return 4 * gain + sign if rules.has_reward else sign


def turn_sign(rules: Any, turn_word: int) -> int:
    """The turn after a move, from its word."""
    return 2 - (turn_word & 3) if rules.has_reward else turn_word


def turn_gain(rules: Any, turn_word: int) -> int:
    """The reward of a move, from its word."""
    return turn_word + 1 >> 2 if rules.has_reward else 0


def child_beta(beta: int, sign: int, mask: int) -> int:
    """The beta for a child whose search decides whether the move is worth `beta`."""
    return beta_to_child(beta, mask) if sign > 0 else alpha_to_child(-beta, mask) + 1


def child_limits(rules: Any, after: Any, beta: int, sign: int, fewest: int, mask: int, memory: Memory) -> tuple[int, int]:
    """Bounds on a move's value for its mover that need no search of the position after it."""
    if rules.has_finish and mask == 0:
        bound = beta if sign > 0 else 1 - beta
        nodes, result = rules.finish(after, bound - 1, bound)
        if nodes > 0:
            memory.nodes += nodes
            return (result * sign, INFINITE) if result * sign >= beta else (-INFINITE, result * sign)
    if fewest <= 1 and rules.is_over(after):
        result = rules.result(after)
        if abs(result) > memory.most:
            memory.status = TOO_LARGE
        low = result * memory.scale
        high = low
    else:
        low, high = limits(rules, after, mask, memory)
    if sign > 0:
        return age_score(low, mask), age_score(high, mask)
    return -age_score(high, mask), -age_score(low, mask)


def needed_proof(reaches: bool, sign: int) -> int:
    """The proof needed about a child, in its terms, for its move to reach the question, or to fail to."""
    return LOW if reaches == (sign > 0) else HIGH


def trace_settled(
    rules: Any, number: int, value: int, beta: int, sign: int, says: int, why: int, ply: int, memory: Memory
) -> None:
    """Write down a move that was settled without a search of what comes after it; `value` and `beta` are its mover's."""
    mask = memory.mask
    bound = child_beta(beta, sign, mask)
    open_node(number, bound - 1, bound, ply + 1, memory)
    settle_node(unage_score(value, mask) * sign << 2 | says, says, why, ply + 1, memory)


def root_limits(rules: Any, state: Any, low: int, high: int, memory: Memory) -> tuple[int, int]:
    """The limits of the root's value before any search."""
    if rules.has_bounds:
        return limits(rules, state, memory.mask, memory)
    return low, high


def limits(rules: Any, state: Any, mask: int, memory: Memory) -> tuple[int, int]:
    """The knowledge's proved limits of a state that is not over: at least, at most."""
    unit, low, high = memory.scale, -memory.most, memory.most
    if rules.has_bounds:
        low, high = rules.bounds(state)
    if mask == 0:
        return low * unit, high * unit
    first, last = rules.plies(state)
    last = min(last, mask)
    least = low * unit - last if low > 0 else low * unit + first if low < 0 else 0
    greatest = high * unit - first if high > 0 else high * unit + last if high < 0 else 0
    return least, greatest
