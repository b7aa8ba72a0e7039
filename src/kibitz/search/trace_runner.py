"""Traced searches whose values are whole numbers: minimax, alpha-beta, deepening."""

from dataclasses import replace
from types import ModuleType
from typing import Any, NoReturn

from kibitz.errors import RulesError, SearchError
from kibitz.kernel import Machine, copy_tail
from kibitz.rules import Game
from kibitz.search import memory as m
from kibitz.search.layout import DEEPEST, HISTORY_SIZE
from kibitz.search.root import IterationResult, search_root
from kibitz.search.scale import Scale
from kibitz.search.scores import HIGH, INFINITE, LOW
from kibitz.search.team import FIRST_LOG, GROWTH, PLAIN_LOG, is_crowded
from kibitz.search.trace import Trace, records_in
from kibitz.search.trace_format import QUESTION, RECORD, WIDEST, begin_trace, close_node, open_node
from kibitz.search.transposition_table import table_words
from kibitz.search.worker import SearchStopped, TooSmall, Worker
from kibitz.thought import Stopped as Why

ROOM = 1 << 14  # words for the moves of open nodes, to begin with ...
MOST_ROOM = 1 << 24  # ... and at most: 128 MB
LARGEST_LOG = 22  # of the buckets of a table: as of a search that nobody traces


class TracedWorker(Worker):
    """A worker that begins a new trace with every call, the root its first node."""

    def search(self, state: Any, depth: int, alpha: int = -INFINITE, beta: int = INFINITE, ply: int = 0) -> int:
        """The value of one state, as `Worker.search` gives it; the trace before it is gone."""
        memory = self.memory
        memory.status = m.RUNNING
        begin_trace(memory.trace_start, memory.trace_room, memory)
        open_node(0, alpha, beta, ply, memory)
        packed = super().search(state, depth, alpha, beta, ply)
        close_node(self.rules, state, packed, ply, memory)
        return packed


class IntTracer:
    """A traced search at one state, whose values are whole numbers."""

    has_depths = True

    def __init__(
        self, machine: Machine, module: ModuleType, game: Game, state: Any, mover: int, distance: bool, nodes: int
    ) -> None:
        """`nodes`: written down at most."""
        self._machine, self._module, self._game, self._state, self._mover = machine, module, game, state, mover
        self._scale, self._room, self._most = self._scaled(distance), ROOM, nodes
        self._spent, self._ended, self._reached = 0, False, DEEPEST
        if self._scale.most > self._largest:
            self._refuse()
        self._worker = self._create_worker()

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self._spent + self._worker.nodes

    def stop(self) -> None:
        """End within microseconds, for good."""
        self._ended = True
        self._worker.stop()

    def search(self, depth: int) -> None:
        """Search so many plies deep. Raises SearchStopped when it was stopped, or the trace is full; RulesError."""
        while True:
            self._spent += self._worker.nodes
            self._worker = self._create_worker()
            if self._ended:
                self._worker.stop()
            try:
                return self._searched(depth)
            except TooSmall as small:
                self._make_room(small.status)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """What the last search has written down."""
        return self._trace(depth, seconds, why)

    def _trace(self, depth: int | None, seconds: float, why: Why, candidates: bool = False) -> Trace:
        return Trace(
            self._game,
            self._state,
            self._mover,
            self._module.__name__.rpartition(".")[2],
            None if depth is None else min(depth, self._reached),
            self._machine.rules.knowledge,
            records_in(self._worker.memory, RECORD),
            self._worker.nodes,
            seconds,
            why,
            self._module.SEARCH,
            scale=self._scale,
            candidates=candidates,
        )

    def _scaled(self, distance: bool) -> Scale:
        """How results become values."""
        return Scale.of(self._game, distance)

    def _searched(self, depth: int) -> None:
        if not self._module.SEARCH.deepens:
            self._worker.search(self._state, depth)
            return
        before: IterationResult | None = None
        largest = LARGEST_LOG if self._machine.compiled else PLAIN_LOG
        for reached in range(1, depth + 1):
            self._reached = reached  # solved, it looks no deeper
            before = search_root(self._worker, self._state, reached, before)
            if not before.whole:
                raise SearchStopped
            if before.packed & (LOW | HIGH) == LOW | HIGH:
                return
            if is_crowded(self._worker, largest):
                table = self._table(min(self._worker.table.log + GROWTH, largest))
                copy_tail(table, self._worker.table, 2 * HISTORY_SIZE)
                self._worker.table = table

    def _create_worker(self) -> TracedWorker:
        table = self._table(FIRST_LOG)
        return TracedWorker(self._machine, self._module.enter, self._scale, self._room, table, 1, self._most)

    def _table(self, log: int) -> Any:
        """An empty table of 2**log buckets; next to nothing for a search without one."""
        table = self._machine.words(table_words(log) if self._module.SEARCH.has_table else 2)
        table.log = log
        return table

    def _make_room(self, status: int) -> None:
        """Lay the memory out larger where it was too small."""
        if status == m.TOO_WIDE or self._room > MOST_ROOM:
            raise SearchError(f"a state has more moves than a trace can number, which is {QUESTION}")
        if status == m.NO_ROOM:
            self._room *= 4
            return
        if self._scale.known:
            raise RulesError(f"result() gave more than best_result(), which is {self._scale.most}; `kibitz check` shows where")
        if self._scale.most >= self._largest:
            self._refuse()
        self._scale = replace(self._scale, most=min(self._scale.wider().most, self._largest))

    @property
    def _largest(self) -> int:
        """The largest result that the window of a record has room for."""
        return WIDEST // self._scale.unit

    def _refuse(self) -> NoReturn:
        raise RulesError(f"results beyond {self._largest} are too large to trace: use a larger unit")
