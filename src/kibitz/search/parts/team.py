"""The threads of one search: of each its memory, and the calls that search one state; and the table between them."""

import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kibitz.core.laws import LARGEST_RESULT, NO_MOVES, broken
from kibitz.core.recurrence import past_of, score_of
from kibitz.errors import RulesError
from kibitz.kernel import Machine, copy_tail, read, write
from kibitz.search.parts import memory as m
from kibitz.search.parts.memory import HISTORY_SIZE, MOVES, SCORES, SIGNS, SINCE, HashTable, Memory
from kibitz.search.parts.path import NOWHERE, note_past
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import INFINITE, add_reward, back_up_score, take_reward
from kibitz.search.parts.trace_format import RECORD, begin_trace
from kibitz.search.parts.transposition_table import table_words

ROOM = 1 << 14  # words for the moves of open nodes, to begin with
FIRST_LOG = 12  # a search begins with a small table and takes a larger one as it goes: fresh memory costs time
WORD = 8  # bytes
SAMPLE = 1 << 8  # words of a table that are looked at to say how full it is
GROWTH = 5  # binary orders of magnitude at a time: early and seldom, for the order of moves learnt so far is lost


class SearchStopped(Exception):
    """The search was asked to end, or has spent its nodes."""


class TooSmall(Exception):
    """Raised if the memory is too small for this game; the caller enlarges it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def check_status(status: int) -> None:
    """Raises SearchStopped, TooSmall, or RulesError for impossible rules, unless a call has ended well."""
    if status == m.STOPPED:
        raise SearchStopped
    if status == m.NO_MOVES:
        raise broken(NO_MOVES)
    if status != m.RUNNING:
        raise TooSmall(status)


class Worker:
    """A thread's memory. `stop` may be called from any other thread; all else belongs to the thread itself."""

    def __init__(
        self,
        machine: Machine,
        enter: Any,
        scale: Scale,
        room: int,
        table: HashTable,
        threads: int,
        trace: int = 0,
        root: Any = None,
    ) -> None:
        """`room`: words for the moves of open nodes; `trace`: how many nodes are written down at most (trace_format.py);
        `root`: the state that is searched, where what was before it matters.
        """
        self.rules, self.scale = machine.rules, scale
        self._call = machine.ready(enter)
        self._arguments = machine.arguments
        end, past = MOVES + room + RECORD * trace, past_of(root)
        self.memory: Memory = machine.words(end + len(past))
        begin_trace(MOVES + room, trace, self.memory)
        self._root = root
        if past:
            self.memory.past_start = end
            self._remember(machine, past)
        self.table = table
        self.memory.scale, self.memory.mask, self.memory.value_bits = scale.unit, scale.mask, scale.bits
        self.memory.most, self.memory.ceiling, self.memory.clamp = scale.most, scale.ceiling, scale.clamp
        self.memory.threads, self.memory.first_move, self.memory.node_limit = threads, MOVES, INFINITE
        write(self.memory, SCORES, score_of(root) * scale.unit)
        self._ended = False
        self._guard = threading.Lock()

    def _remember(self, machine: Machine, past: tuple[Any, ...]) -> None:
        """Note the positions up to the root."""
        note, seen = machine.ready(note_past), Counter[Any]()
        for position in past:
            seen[position] += 1
            note(self._arguments(position), seen[position], self.memory)

    def stop(self, for_good: bool = True) -> None:
        """End the call under way within microseconds; `for_good`: all later ones too."""
        with self._guard:
            self._ended = self._ended or for_good
            self.memory.stop = 1

    def begin(self) -> None:
        """Forget a stop that was not for good."""
        with self._guard:
            if not self._ended:
                self.memory.stop = 0
        self.memory.status = m.RUNNING

    def limit_nodes(self, nodes: int | None) -> None:
        """End at this count of nodes, those so far included."""
        self.memory.node_limit = INFINITE if nodes is None else nodes

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return int(self.memory.nodes)

    def count_root(self) -> None:
        """The root is a node too, where Python walks through its moves."""
        self.memory.nodes += 1

    def search(self, state: Any, depth: int, alpha: int = -INFINITE, beta: int = INFINITE, ply: int = 1) -> int:
        """The packed value of `state` to its own side to move. SearchStopped, TooSmall; RulesError for impossible rules."""
        self.memory.root_move, self.memory.root_done, self.memory.status = -1, 0, m.RUNNING
        self.memory.rests_on = NOWHERE
        if ply == 1 and self.rules.has_recurrence:
            write(self.memory, SINCE + 1, read(self.memory, SINCE))
            write(self.memory, SIGNS + 1, self.rules.sign(self._root, state))
        packed = self._call(self._arguments(state), depth, alpha, beta, ply, self.memory, self.table)
        check_status(self.memory.status)
        return packed

    def after(self, state: Any, move: int, depth: int, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """The value of `move` for its maker in `state`, packed; windows as the child counts them."""
        child = self.rules.play(state, move)
        sign = self.rules.sign(state, child)
        packed = back_up_score(self.search(child, depth - 1, alpha, beta), sign, self.scale.mask)
        if self.rules.has_reward:
            packed = add_reward(packed, take_reward(self.rules, state, move, sign, 0, self.memory), self.memory)
            check_status(self.memory.status)
        return packed

    def line(self, ply: int) -> tuple[int, ...]:
        """The best line of the last search from `ply`."""
        return m.line_at(ply, self.memory)

    def settle(self, state: Any, low: int, high: int, guess: int, role: int) -> int:
        """Narrow the proved limits of a state's value (`solve.enter`); they are in ROOT_LOW and ROOT_HIGH then. The status."""
        self.memory.status = m.RUNNING
        self._call(self._arguments(state), low, high, guess, role, self.memory, self.table)
        return int(self.memory.status)


class Searcher(ABC):
    """A search in one thread or more that any other thread can end."""

    _helper_threads: Sequence[threading.Thread] = ()  # those that last as long as the search

    @abstractmethod
    def end(self) -> None:
        """Ask the search to stop, within microseconds; from any thread."""

    def join(self) -> None:
        """Wait until its threads have ended."""
        for helper in self._helper_threads:
            if helper.ident is not None:
                helper.join()

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Positions visited, or playouts made, by all threads together."""

    @property
    def hits(self) -> float | None:
        """The share of look-ups that found the position; None without a table."""
        return None

    @property
    def table_used(self) -> int | None:
        """The bytes of the table in use; None without a table."""
        return None

    @property
    @abstractmethod
    def laid_out(self) -> tuple[int, int]:
        """Words: of all threads, and of the table, or of its replacement."""


class TableSearcher(Searcher):
    """A searcher whose threads have a memory each, and a table between them."""

    _spent = _old_probes = _old_hits = 0  # what was counted in memories that have been given up

    @abstractmethod
    def _memories(self) -> tuple[list[Memory], HashTable]:
        """The memory of each thread, and the table between them."""

    @property
    def nodes(self) -> int:
        """Positions visited by all threads together."""
        return self._spent + sum(int(memory.nodes) for memory in self._memories()[0])

    @property
    def hits(self) -> float | None:
        """The share of look-ups that found the position; None where there were none."""
        memories, _ = self._memories()
        probes = self._old_probes + sum(memory.probes for memory in memories)
        hits = self._old_hits + sum(memory.hits for memory in memories)
        return int(hits) / int(probes) if probes else None

    @property
    def table_used(self) -> int | None:
        """The bytes of the table in use, from a sample at its beginning; None without a table."""
        _, table = self._memories()
        size = min(2 << int(table.log), len(table) - m.BUCKETS) if len(table) > m.BUCKETS else 0
        sample = [read(table, m.BUCKETS + place) for place in range(min(SAMPLE, size))]
        return WORD * size * sum(map(bool, sample)) // len(sample) if sample else None

    @property
    def laid_out(self) -> tuple[int, int]:
        """Words: of all threads, and of the table."""
        memories, table = self._memories()
        return sum(map(len, memories)), len(table)


class Team(TableSearcher):
    """The threads of one search and their shared table, enlarged when too small."""

    _root: Any = None  # the state that is searched, where all threads search one

    def __init__(self, machine: Machine, enter: Any, scale: Scale, threads: int) -> None:
        self.machine, self.scale = machine, scale
        self._enter, self._threads, self._room = enter, threads, ROOM
        self.workers: list[Worker] = []

    def _memories(self) -> tuple[list[Memory], HashTable]:
        return [worker.memory for worker in self.workers], self.workers[0].table

    def _create_workers(self, table: HashTable) -> list[Worker]:
        """New memory for every thread, around this table; what the old ones have counted is added up."""
        for worker in self.workers:
            self._spent += worker.nodes
            self._old_probes += int(worker.memory.probes)
            self._old_hits += int(worker.memory.hits)
        parts = self.machine, self._enter, self.scale, self._room, table, self._threads
        return [Worker(*parts, root=self._root) for _ in range(self._threads)]

    def _widen(self, status: int) -> None:
        """Enlarge what was too small for the next layout: room or numbers. RulesError if no number suffices."""
        if status == m.NO_ROOM:
            self._room *= 4
        elif status == m.TOO_LARGE:
            if self.scale.known:
                raise too_large(self.scale)
            if self.scale.most > LARGEST_RESULT:
                raise beyond_all()
            self.scale = self.scale.wider()


def beyond_all() -> RulesError:
    """The error for results beyond the largest that any game may have."""
    return broken(f"`result` gave more than {LARGEST_RESULT}, which no search can hold: count in larger units")


def too_large(scale: Scale) -> RulesError:
    """The error for results beyond the largest that the game speaks of."""
    return RulesError(f"result() gave more than best_result(), which is {scale.most}; `kibitz check` shows where")


def largest_log(size: int, bucket: int, most: int, taken: int = 0) -> int:
    """The binary logarithm of the buckets that a table of `size` bytes has, `most` at most.

    `bucket`: the words of one; `taken`: words for something else.
    """
    words = max(0, max(size, 256) // 8 - taken)
    return min(most, max(3, (words // bucket).bit_length() - 1))


def empty_table(machine: Machine, words: int, log: int) -> Any:
    """A table of 2**log buckets in `words` words."""
    table = machine.words(words)
    table.log = log
    return table


def empty_score_table(machine: Machine, has_table: bool, log: int) -> Any:
    """A transposition table of 2**log buckets; next to nothing for a search without one."""
    return empty_table(machine, table_words(log) if has_table else 2, log)


def larger_table(machine: Machine, worker: Worker, largest: int) -> Any | None:
    """A larger transposition table with the history of the old one, if that has become too small; else None."""
    log = worker.table.log
    if log >= largest or worker.nodes <= 1 << log:
        return None
    table = empty_score_table(machine, True, min(log + GROWTH, largest))
    copy_tail(table, worker.table, 2 * HISTORY_SIZE)
    return table
