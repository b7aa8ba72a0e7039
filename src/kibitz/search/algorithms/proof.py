"""Proof-number search, depth first: is the state worth at least so much? It follows the nearest answer, however deep.

Theorem: `prove` returns the proof and disproof number of "the state is worth at least `bar` to the side to move", as
proof_numbers.py counts them: 0 and NEVER only if that is so, NEVER and 0 only if it is not; else it comes back because one of
them has reached its limit, or the status says why. `bounds`, `candidates`, `key` and `symmetries` of a knowledge are believed
(`bounds` and `candidates` only where no position can recur: `rules.PROOFS`); `priority` orders moves with equal numbers.

Depth-first proof-number search (df-pn: Nagai 2002). A move is followed until another is nearer by a quarter, so that two lines
do not alternate for ever (Pawlewicz and Lew 2007). A node is as far from a no as its farthest move, and one more for each
other: a sum counts shared lines many times over (Ueda et al. 2008). Where positions recur, an answer that rests on the path
enters no table (path.py; Kishimoto and Mueller 2004): only one that recurrences speak against, or whose loops lie below the
node. It does not say how soon a game is won: a value is a bare result.
"""

from collections.abc import Iterator
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.laws import LARGEST_RESULT, broken
from kibitz.core.laws import NO_MOVES as LAW_OF_MOVES
from kibitz.core.thought import Value
from kibitz.kernel import Fields, read, write
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import DEEPEST, NO_MOVES, NO_ROOM, RUNNING, STOPPED, TOO_LARGE, HashTable, Memory, visit
from kibitz.search.parts.path import BARRED, NOWHERE, ONGOING, begin_value, is_repetition, push_position, score_ending
from kibitz.search.parts.proof_numbers import (
    ENTRY,
    FAR,
    NEVER,
    SLOTS,
    disproof_in,
    is_settled,
    keep_numbers,
    look_up_numbers,
    number_words,
    numbers_for_mover,
    pack_numbers,
    proof_in,
)
from kibitz.search.parts.questions import next_margin_question
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.task import Answer, SearchTask
from kibitz.search.parts.team import FIRST_LOG, GROWTH, ROOM, SearchStopped, beyond_all, largest_log, too_large

SEARCH = Search(is_anytime=True, handles_repetition=True, has_trace=False)

MERGING = 12  # plies from the root up to which symmetric positions share an entry
RECORD = 5  # words for each of a node's moves: the move, how early to try it, the child's mark, whose turn it is, its numbers


def answer(rules: Any, fields: Fields, bar: int, memory: Memory, table: HashTable) -> int:
    """The numbers of the root. Where compiled code begins."""
    state = rules.enter(fields)
    memory.root_done = 0
    ply, top, mark = memory.root_done, memory.first_move, rules.merged_mark(state)
    limit = pack_numbers(NEVER, NEVER)
    return prove(rules, state, mark, bar, limit, ply, top, memory, table)


def prove(rules: Any, state: Any, mark: int, bar: int, limit: int, ply: int, top: int, memory: Memory, table: HashTable) -> int:
    """The numbers of a state that is not over; `limit`: those at which to come back."""
    if visit(memory) != 0:
        return 0
    if ply >= DEEPEST:
        return pack_numbers(FAR, FAR)
    began, outer, found = memory.nodes, begin_value(memory), 0
    count = list_moves(rules, state, bar, ply, top, memory, table)
    if memory.status != RUNNING:
        return 0
    below = top + RECORD * count
    while memory.status == RUNNING:
        best, second, rivals, found = weigh_moves(top, count, memory)
        at = top + RECORD * best
        move, child, sign = read(memory, at), read(memory, at + 2), read(memory, at + 3)
        if ply == 0 and count > 0:
            memory.root_move = move
        if proof_in(found) >= proof_in(limit) or disproof_in(found) >= disproof_in(limit):
            break
        after = rules.play(state, move)
        if rules.has_recurrence:
            push_position(rules, state, move, sign, ply, memory)
            is_repetition(rules, after, ply + 1, memory)
        there = child_limit(limit, second, rivals, sign)
        question = bar if sign > 0 else 1 - bar
        numbers = prove(rules, after, child, question, there, ply + 1, below, memory, table)
        if memory.status == RUNNING:
            write(memory, at + 4, numbers_for_mover(numbers, sign))
    if may_keep(rules, bar, found, ply, memory):
        keep_numbers(mark, bar, found, memory.nodes - began, table)
    if rules.has_recurrence:
        memory.rests_on = outer if memory.rests_on >= ply else min(outer, memory.rests_on)
    return found


def list_moves(rules: Any, state: Any, bar: int, ply: int, top: int, memory: Memory, table: HashTable) -> int:
    """List the moves after `top`, those of the highest priority first, without the refuted ones; return their number.

    A proved move is the last.
    """
    count, number = 0, 0
    for move in rules.candidates(state):
        number += 1
        after = rules.play(state, move)
        sign, rank = rules.sign(state, after), rules.priority(state, move)
        merges = ply < MERGING and memory.past_mark == 0  # the past has no symmetry
        child = rules.merged_mark(after) if merges else rules.mark(after)
        numbers = look_at_move(rules, state, move, after, child, sign, bar, ply, memory, table)
        if disproof_in(numbers) != 0:
            at = top + RECORD * count
            if at + 2 * RECORD > memory.room_end:
                memory.status = NO_ROOM
                break
            while at > top and read(memory, at - RECORD + 1) < rank:
                for i in range(RECORD):
                    write(memory, at + i, read(memory, at - RECORD + i))
                at -= RECORD
            write(memory, at, move)
            write(memory, at + 1, rank)
            write(memory, at + 2, child)
            write(memory, at + 3, sign)
            write(memory, at + 4, numbers)
            count += 1
            if proof_in(numbers) == 0:
                break
    if number == 0:
        memory.status = NO_MOVES
    return count


def look_at_move(
    rules: Any, state: Any, move: int, after: Any, child: int, sign: int, bar: int, ply: int, memory: Memory, table: HashTable
) -> int:
    """The numbers of a move without a search: by the rules, by the knowledge, or by the table."""
    if rules.has_recurrence:
        push_position(rules, state, move, sign, ply, memory)
    ending = score_ending(rules, after, ply + 1, memory)
    if ending != ONGOING:
        return settled_numbers(ending != BARRED and (ending >> 2) * sign >= bar)
    low, high = rules.bounds(after)
    if (low if sign > 0 else -high) >= bar:
        return settled_numbers(True)
    if (high if sign > 0 else -low) < bar:
        return settled_numbers(False)
    return numbers_for_mover(look_up_numbers(child, bar if sign > 0 else 1 - bar, memory, table), sign)


def settled_numbers(is_so: bool) -> int:
    """The proof numbers of a position that is already decided."""
    return pack_numbers(0, NEVER) if is_so else pack_numbers(NEVER, 0)


def weigh_moves(top: int, count: int, memory: Memory) -> tuple[int, int, int, int]:
    """The listed move nearest to a yes, how near the next one is, the number of other open moves, and the node's numbers."""
    best, first, second, rivals, hardest = 0, NEVER, NEVER, -1, 0
    for i in range(count):
        numbers = read(memory, top + RECORD * i + 4)
        proof, disproof = proof_in(numbers), disproof_in(numbers)
        if proof < first:
            best, first, second = i, proof, first
        else:
            second = min(second, proof)
        if disproof > 0:
            rivals += 1
            hardest = max(hardest, disproof)
    if first == 0:
        return best, second, rivals, pack_numbers(0, NEVER)
    if rivals < 0:
        return best, second, rivals, pack_numbers(NEVER, 0)
    return best, second, rivals, pack_numbers(min(first, NEVER - 1), min(hardest + rivals, NEVER - 1))


def child_limit(limit: int, second: int, rivals: int, sign: int) -> int:
    """The numbers at which a child comes back: another move is nearer by a quarter, or the node's own limit is reached."""
    proof, disproof = proof_in(limit), disproof_in(limit)
    near = min(proof, second + (second >> 2) + 1)
    far = disproof if disproof == NEVER else disproof - rivals
    return numbers_for_mover(pack_numbers(near, far), sign)


def may_keep(rules: Any, bar: int, numbers: int, ply: int, memory: Memory) -> bool:
    """Whether the numbers hold on every path: none is settled, no recurrence above was met, or recurrences speak against it."""
    if not rules.has_recurrence or not is_settled(numbers):
        return True
    return rules.first_return_draws and (memory.rests_on >= ply or (proof_in(numbers) == 0) == (bar > 0))


# The questions, asked from Python. Where a call ends is decided by nodes, never by time, so that a search repeats.

KERNELS = (answer,)  # compiled before the clock runs
CALL = 1 << 20  # nodes at most
LARGEST_LOG, PLAIN_LOG = 26, 12  # of the table


def answers(task: SearchTask) -> Iterator[Answer]:
    """The limits of the value closing in, question by question; at each the move nearest to a yes, then one that is proved."""
    most = best_result(task.game)
    widest = LARGEST_RESULT + 1 if most is None else max(1, most)
    low, high, turn = -widest, widest, 0
    guess = round(task.rules.estimate(task.state)) if widest > 1 else 1
    best = task.first_move
    questions = Questions(task, Scale(widest, known=most is not None, distance=False, exact=True))
    yield Answer(best, _value(task, low, high, widest), (best,))
    while low < high:
        bar = next_margin_question(low, high, guess, turn)
        turn += 1
        for numbers, move in questions.ask(bar):
            if is_settled(numbers):
                low, high = (bar, high) if proof_in(numbers) == 0 else (low, bar - 1)
            if proof_in(numbers) == 0 or low == -widest:
                best = move
            if most is None and (low == widest or high == -widest):
                raise beyond_all()
            yield Answer(best, _value(task, low, high, widest), (best,))


def _value(task: SearchTask, low: int, high: int, widest: int) -> Value:
    """The proved value of the position: its limits, or the nearer of them; else an estimate."""
    if low == high:
        return Value("exact", low)
    if low > -widest:
        return Value("at_least", low)
    return Value("at_most", high) if high < widest else Value("estimate", round(task.rules.estimate(task.state), 4))


class Questions:
    """The memory of the search, which all questions share."""

    def __init__(self, task: SearchTask, scale: Scale) -> None:
        self._task, self._scale = task, scale
        self._room = ROOM
        self._ask, self._fields = task.compile(answer), task.fields(task.state)
        self._largest = largest_log(task.table_bytes, SLOTS * ENTRY, LARGEST_LOG if task.is_compiled else PLAIN_LOG)
        self._lay_out(min(FIRST_LOG, self._largest))

    def _lay_out(self, log: int) -> None:
        """Begin with an empty table of 2**log buckets: fresh memory costs time, so a large one comes only when needed."""
        self._spent, self._log = 0, log
        self._table = self._task.words(number_words(log))
        self._table.log = log
        self._memory = self._task.create_memory(answer, self._scale, self._room, self._table)

    def ask(self, bar: int) -> Iterator[tuple[int, int]]:
        """The numbers of "the position is worth at least `bar`", as they change, up to the answer; and the move to make."""
        status = STOPPED
        while status != RUNNING:
            memory, nodes = self._memory, min(self._nodes_to_growth, self._task.nodes_left)
            memory.status, memory.nodes, memory.node_limit, memory.rests_on = RUNNING, 0, nodes, NOWHERE
            memory.root_move = -1
            numbers, status = self._ask(self._fields, bar, memory, self._table), memory.status
            move = self._task.first_move if memory.root_move < 0 else int(memory.root_move)
            self._spent += memory.nodes
            is_stopped = self._is_stopped_after(min(nodes, memory.nodes))
            yield numbers if status == RUNNING else pack_numbers(1, 1), move
            if is_stopped:
                raise SearchStopped
            self._go_on(status)

    def _is_stopped_after(self, nodes: int) -> bool:
        """Count nodes; returns whether to stop, after reporting what it found."""
        try:
            self._task.count(nodes)
        except SearchStopped:
            return True
        return False

    @property
    def _nodes_to_growth(self) -> int:
        """The nodes of the next call: up to where the table is half full, if it may grow."""
        return CALL if self._log >= self._largest else max(1, (SLOTS << self._log - 1) - self._spent)

    def _go_on(self, status: int) -> None:
        """Do away with what has ended a call."""
        if status == NO_MOVES:
            raise broken(LAW_OF_MOVES)
        if status == TOO_LARGE:
            if self._scale.known:
                raise too_large(self._scale)
            raise beyond_all()
        if status == NO_ROOM:
            self._room *= 4
        if status == NO_ROOM or (self._spent >= SLOTS << self._log - 1 and self._log < self._largest):
            self._lay_out(min(self._log + GROWTH, self._largest))
