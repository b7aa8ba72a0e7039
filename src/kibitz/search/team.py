"""The threads of one search: their memories, the table they share, and one iteration after the other, whoever is first."""

import threading
from types import ModuleType
from typing import Any

from kibitz.errors import RulesError
from kibitz.kernel import Machine, copy_tail
from kibitz.search import memory as m
from kibitz.search.descriptor import search_of
from kibitz.search.layout import HISTORY_SIZE, MOVES
from kibitz.search.root import IterationResult, search_all_moves, search_best_move, search_root
from kibitz.search.scale import LARGEST, Scale
from kibitz.search.transposition_table import table_words
from kibitz.search.worker import SearchStopped, TooSmall, Worker
from kibitz.thought import Limit

ROOM = 1 << 14  # words for the moves of open nodes, to begin with
PLAIN_LOG = 15  # a list of Python ints takes five times the memory of a table
FIRST_LOG = 12  # a search begins with a small table and takes a larger one as it goes: fresh memory costs time
GROWTH = 5  # binary orders of magnitude at a time: early and seldom, for the order of moves learnt so far is lost


class Team:
    """A leader, who asks for one depth after the other, and helpers who search the same depth into the same table."""

    before: IterationResult | None

    def __init__(
        self,
        machine: Machine,
        search: ModuleType,
        scale: Scale,
        state: Any,
        legal: list[int],
        limit: Limit,
        threads: int,
        each: bool,
        first: int | None = None,
    ) -> None:
        """`legal`: the root's moves; `each`: value all of them, not just the best; `first`: the one to begin with."""
        self.scale = scale
        self._machine, self._enter, self._search = machine, search.enter, search_of(search)
        self._state, self._legal = state, legal
        self._limit, self._threads, self._each, self._first = limit, threads, each, first
        self._guard = threading.Condition()
        self._ended = self._out = False
        self._depth, self._open = 0, False
        self._found: IterationResult | None = None
        self._spent = self._old_probes = self._old_hits = 0
        self.workers: list[Worker] = []
        self._lay_out(ROOM)
        self._helpers = [
            threading.Thread(target=self._help, args=(number,), name=f"kibitz-{number}", daemon=True)
            for number in range(1, threads)
        ]

    def iterate(self, depth: int) -> IterationResult:
        """What the first thread to finish this depth found. Raises SearchStopped when there is nothing to tell."""
        for helper in self._helpers:
            if helper.ident is None:
                helper.start()
        while True:
            with self._guard:
                self._depth, self._open, self._found = depth, True, None
                self.workers[0].begin()
                self._guard.notify_all()
            answer: IterationResult | None = None
            try:
                answer = self._run(self.workers[0], depth)
            except SearchStopped:
                if self._found is None and (self._ended or self._out_of_nodes()):
                    raise
            except TooSmall as small:
                self._make_room(small.status)
                continue
            with self._guard:
                self._open = False
                found: IterationResult | None = self._found
                for worker in self.workers[1:]:
                    worker.stop(for_good=False)
            if answer is None or not answer.whole:
                answer = found or answer
            if answer is not None:
                break
        if answer.whole:
            self.before = answer
            self._grow()
        return answer

    def end(self) -> None:
        """Stop all threads for good, within microseconds."""
        self._ended = True
        for worker in self.workers:
            worker.stop()
        with self._guard:
            self._guard.notify_all()

    def give_up_iteration(self) -> None:
        """Stop the iteration under way; another may follow."""
        self._out = True
        self.workers[0].stop(for_good=False)

    def join(self) -> None:
        """Wait until the helpers have ended."""
        for helper in self._helpers:
            if helper.ident is not None:
                helper.join()

    def limit_nodes(self, share: int = 1) -> None:
        """Divide the nodes that are left among the threads; `share`: spend only one part in so many for now."""
        self._out = False
        if self._limit.nodes is not None:
            for worker in self.workers:
                worker.limit_nodes(max(1, (self._limit.nodes - self._spent) // (share * self._threads)))

    @property
    def nodes(self) -> int:
        """Positions visited by all threads together."""
        return self._spent + sum(worker.nodes for worker in self.workers)

    @property
    def hits(self) -> float | None:
        """The share of look-ups that found the position; None without a table."""
        probes = self._old_probes + sum(worker.memory.probes for worker in self.workers)
        hits = self._old_hits + sum(worker.memory.hits for worker in self.workers)
        return int(hits) / int(probes) if probes else None

    @property
    def laid_out(self) -> tuple[int, int]:
        """Words: of all threads, and of the table."""
        return sum(len(worker.memory) for worker in self.workers), len(self.workers[0].table)

    def _run(self, worker: Worker, depth: int) -> IterationResult:
        """One iteration by one thread."""
        if self._each or not self._search.has_window:
            order, guesses = self._legal, {}
            if self.before is not None and self._search.has_table:
                order, guesses = [one.move for one in self.before.moves], {one.move: one.packed for one in self.before.moves}
            if worker is not self.workers[0]:
                order = order[:1] + order[:0:-1]  # from the other end, to meet the leader
            return search_all_moves(worker, self._state, depth, order, guesses)
        if not self._search.has_table:
            return search_best_move(worker, self._state, depth, self._legal)
        return search_root(worker, self._state, depth, self.before, self._first)

    def _help(self, number: int) -> None:
        """The work of a helper until the end: take part in each depth that the leader opens, once."""
        last = 0
        while True:
            with self._guard:
                self._guard.wait_for(lambda: self._ended or (self._open and self._depth > last))  # noqa: B023  # called here only
                if self._ended:
                    return
                last, worker = self._depth, self.workers[number]
                worker.begin()
            try:
                answer = self._run(worker, last)
            except Exception:  # stopped; or the leader meets the same mistake, and tells it or makes room
                continue
            with self._guard:
                if answer.whole and self._open and self._depth == last and self._found is None:
                    self._found = answer
                    self.workers[0].stop(for_good=False)

    def _out_of_nodes(self) -> bool:
        worker = self.workers[0]
        return self._out or worker.nodes > worker.memory.node_limit

    def _make_room(self, status: int) -> None:
        """Lay the memory out anew, larger where it was too small."""
        if status == m.TOO_LARGE and self.scale.known:
            raise RulesError(f"result() gave more than best_result(), which is {self.scale.most}; `kibitz check` shows where")
        if status == m.TOO_LARGE and self.scale.most > LARGEST:
            raise RulesError(f"results beyond {LARGEST} are too large to search: use a larger unit")
        room = self.workers[0].memory.room_end - MOVES
        self.scale = self.scale.wider() if status == m.TOO_LARGE else self.scale
        self._lay_out(room * 4 if status == m.NO_ROOM else room)

    def _lay_out(self, room: int) -> None:
        """Give every thread its memory, and all of them one table."""
        old, table = self.workers, self._table(min(FIRST_LOG, self._largest_log))
        self._spent += sum(worker.nodes for worker in old)
        self._old_probes += sum(worker.memory.probes for worker in old)
        self._old_hits += sum(worker.memory.hits for worker in old)
        self.before = None
        self.workers = [
            Worker(self._machine, self._enter, self.scale, room, table, self._threads) for _ in range(self._threads)
        ]
        self.limit_nodes()
        for worker in old if not self._ended else old + self.workers:
            worker.stop()

    @property
    def _largest_log(self) -> int:
        log = max(3, (max(self._limit.table, 256) // 16).bit_length() - 1)
        return min(log, 28 if self._machine.compiled else PLAIN_LOG)

    def _table(self, log: int) -> Any:
        """An empty table of 2**log buckets (next to nothing for a search without one)."""
        table = self._machine.words(table_words(log) if self._search.has_table else 2)
        table.log = log
        return table

    def _grow(self) -> None:
        """Take a larger table when this one is full."""
        if self._search.has_table and is_crowded(self.workers[0], self._largest_log):
            table = self._table(min(self.workers[0].table.log + GROWTH, self._largest_log))
            copy_tail(table, self.workers[0].table, 2 * HISTORY_SIZE)
            for worker in self.workers:
                worker.table = table


def is_crowded(worker: Worker, largest: int) -> bool:
    """Whether a table is too small for what was searched; `largest`: the binary logarithm of the buckets that it may have."""
    log = worker.table.log
    return bool(log < largest and worker.nodes > 1 << log)
