"""Traced searches: the same kernels, compiled to write down every node that they visit."""

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from types import ModuleType
from typing import Any

from kibitz.core.rules import Game, says
from kibitz.core.thought import Limit
from kibitz.core.thought import Stopped as Why
from kibitz.errors import RulesError, SearchError
from kibitz.kernel import Machine, machine_of
from kibitz.position import Position
from kibitz.search.descriptor import fitting, search_for, search_of, title_of
from kibitz.search.drivers.handle import Background
from kibitz.search.drivers.request import KnowledgeSource, SearchRequest, Ties
from kibitz.search.drivers.root import IterationResult, search_root
from kibitz.search.drivers.vector_search import VectorSearcher
from kibitz.search.parts import memory as m
from kibitz.search.parts.memory import DEEPEST, OPEN
from kibitz.search.parts.proof_table import proof_words
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import HIGH, INFINITE, LOW
from kibitz.search.parts.team import (
    FIRST_LOG,
    ROOM,
    SearchStopped,
    TooSmall,
    Worker,
    check_status,
    empty_score_table,
    empty_table,
    larger_table,
    too_large,
)
from kibitz.search.parts.trace_format import (
    MOST_NODES,
    QUESTION,
    WIDEST,
    begin_trace,
    close_node,
    open_node,
    record_words,
    settle_node,
)
from kibitz.search.traces.trace import Trace, records_in

NODES = 1_000_000  # written down at most by default: 24 MB


class Tracing(Background[Trace]):
    """A traced search under way in a thread of its own, begun at once. `stop` ends it, with the records so far."""

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, nodes: int = NODES) -> None:
        """The arguments are those of `trace`, which takes of a request the search, depth, knowledge, distance and ties."""
        super().__init__(game, state, request)
        depth = request.limit.depth
        if not 2 <= nodes < MOST_NODES:
            raise SearchError(f"a trace has room for 2 to {MOST_NODES - 1:,} nodes, not for {nodes:,}")
        if depth is not None and depth < 1:
            raise SearchError(f"a search limited to depth {depth} finds nothing: give a depth above 0")
        module = search_for(self.game, request.search or usual(self.game))
        if not hasattr(module, "enter"):
            raise SearchError(f"{title_of(module)} cannot be drawn as a tree: take {usual(self.game)}")
        machine = machine_of(self.game, request.knowledge_for(self.game), traces=True)
        machine.ready(module.enter)
        declared = search_of(module)
        kind = FloatTracer if declared.values != "score" else SolverTracer if declared.solves else ScoreTracer
        try:
            self._tracer: Tracer = kind(machine, module, self, nodes)
        except MemoryError:
            raise SearchError(f"there is no memory for a trace of {nodes:,} nodes: ask for fewer") from None
        self._began = time.perf_counter()
        self._start("kibitz-trace")

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._tracer.nodes

    def stop(self) -> None:
        """End now; takes effect within milliseconds."""
        self._why = self._why or "interrupted"
        self._tracer.stop()

    def _work(self) -> Trace:
        depth = self.request.limit.depth
        return self._deepest() if depth is None else self._of_depth(min(depth, DEEPEST))

    def _of_depth(self, depth: int) -> Trace:
        try:
            self._tracer.search(depth)
        except SearchStopped:
            return self._write_trace(depth, self._why or "nodes")
        found = self._write_trace(depth, "depth")
        return found if found.depth == depth else replace(found, stopped="solved")

    def _deepest(self) -> Trace:
        """The whole tree; where there is no room for it, as many plies of it as there is room for."""
        try:
            self._tracer.search(DEEPEST)
            whole = self._write_trace(None, "solved")
            cut_off = not all(whole.proved(0)) and bool((whole.reasons == m.HORIZON).any())
            return self._write_trace(DEEPEST, "depth") if cut_off else whole
        except SearchStopped:
            last = self._write_trace(None, self._why or "nodes")
        if self._why is not None:
            return last
        for depth in range(1, DEEPEST if self._tracer.has_depths else 1):
            try:
                self._tracer.search(depth)
            except SearchStopped:
                return replace(last, stopped=self._why or "nodes")
            last = self._write_trace(depth, "nodes")
        return last

    def _write_trace(self, depth: int | None, why: Why) -> Trace:
        return self._tracer.trace(depth, time.perf_counter() - self._began, why)


def trace(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str | None = None,
    depth: int | None = None,
    knowledge: KnowledgeSource = "auto",
    distance: bool = False,
    ties: Ties = "first",
    nodes: int = NODES,
) -> Trace:
    """Trace a search at a state, node by node.

    `search`: None for alpha-beta where it fits the game, else for a search that fits. `depth` in plies; None for the whole
    tree, or as many plies as fit, whose number the trace then says. `distance`: whether quicker wins and later losses are
    better; without it values are bare results. `nodes`: the most nodes to write down, 24 bytes each; the trace of a given depth
    with more is not whole, and says so. `knowledge` and `ties` as in `kibitz.think`.

    Raises GameError, SearchError or RulesError, each a sentence. Ctrl-C stops the search and is passed on.
    """
    request = SearchRequest(search, Limit(depth), knowledge, distance=distance, ties=ties)
    tracing = Tracing(game, state, request, nodes)
    try:
        return tracing.result()
    except BaseException:
        tracing.stop()
        raise


def usual(game: Game) -> str:
    """The search that a tree is drawn of when none is named: the textbook's, where it fits."""
    return "alphabeta" if says(game, "result") and not says(game, "chances") else fitting(game)


class Tracer(ABC):
    """One kind of search, ready to be traced at one state: each depth with new memory, without the ones before."""

    has_depths = True  # it can be asked for less than the whole tree
    candidates = False  # moves are numbered among those that the knowledge leaves

    def __init__(self, machine: Machine, module: ModuleType, tracing: Tracing, nodes: int) -> None:
        """`tracing`: its game, state and request; `nodes`: written down at most."""
        self._machine, self._module, self._declared = machine, module, search_of(module)
        self._game, self._state, self._mover, self.request = tracing.game, tracing.state, tracing.turn, tracing.request
        self._most, self._spent, self._ended = nodes, 0, False
        self._searcher = self._create_searcher()

    @abstractmethod
    def _create_searcher(self) -> Any:
        """New memory for a search: its `nodes`, `memory` and `stop`."""

    @abstractmethod
    def _search(self, depth: int) -> None:
        """Search the root to a depth and write the nodes down; raises SearchStopped, or TooSmall."""

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return int(self._spent + self._searcher.nodes)

    def stop(self) -> None:
        """End within microseconds, for good; from any thread."""
        self._ended = True
        self._searcher.stop()

    def search(self, depth: int) -> None:
        """Search `depth` plies deep. Raises SearchStopped when it was stopped, or the trace is full; RulesError."""
        while True:
            self._spent += self._searcher.nodes
            self._searcher = self._create_searcher()
            if self._ended:
                self._searcher.stop()
            try:
                return self._search(depth)
            except TooSmall as small:
                self._make_room(small.status)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """The trace of the last search."""
        return Trace(
            self._game,
            self._state,
            self._mover,
            self._module.__name__.rpartition(".")[2],
            depth,
            self._machine.rules.knowledge,
            records_in(self._searcher.memory, record_words(self._game.players, self._declared.values == "payoffs")),
            self._searcher.nodes,
            seconds,
            why,
            self._declared,
            candidates=self.candidates,
        )

    def _make_room(self, status: int) -> None:
        """Let the next memory be larger where this one was too small."""
        raise AssertionError(f"memory too small: {status}")


# Traced searches whose values are whole numbers: minimax, alpha-beta, deepening.

MOST_ROOM = 1 << 24  # words for the moves of open nodes: 128 MB
LARGEST_LOG, PLAIN_LOG = 22, 15  # of the table


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


class ScoreTracer(Tracer):
    """A search whose values are whole numbers."""

    exact = False  # nothing is ever estimated

    def __init__(self, machine: Machine, module: ModuleType, tracing: Tracing, nodes: int) -> None:
        if not search_of(module).has_trace:
            raise SearchError(f"{module.__name__.rpartition('.')[2]} cannot be drawn as a tree: take deepening or alphabeta")
        self._scale = Scale.of(tracing.game, bool(tracing.request.distance), self.exact)
        self._room, self._reached = ROOM, DEEPEST
        if self._scale.most > self._largest:
            raise self._beyond()
        super().__init__(machine, module, tracing, nodes)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """The trace of the last search; solved, it looks no deeper."""
        found = super().trace(None if depth is None else min(depth, self._reached), seconds, why)
        return replace(found, scale=self._scale)

    def _search(self, depth: int) -> None:
        worker = self._searcher
        if not self._declared.deepens:
            worker.search(self._state, depth)
            return
        before: IterationResult | None = None
        largest = LARGEST_LOG if self._machine.compiled else PLAIN_LOG
        for reached in range(1, depth + 1):
            self._reached = reached
            before = search_root(worker, self._state, reached, before)
            if not before.whole:
                raise SearchStopped
            if before.packed & (LOW | HIGH) == LOW | HIGH:
                return
            worker.table = larger_table(self._machine, worker, largest) or worker.table

    def _create_searcher(self) -> TracedWorker:
        parts = self._machine, self._module.enter, self._scale, self._room, self._table()
        return TracedWorker(*parts, threads=1, trace=self._most, root=self._state)

    def _table(self) -> Any:
        return empty_score_table(self._machine, self._declared.has_table, FIRST_LOG)

    def _make_room(self, status: int) -> None:
        if status == m.TOO_WIDE or self._room > MOST_ROOM:
            raise SearchError(f"a state has more moves than a trace can number, which is {QUESTION}")
        if status == m.NO_ROOM:
            self._room *= 4
            return
        if self._scale.known:
            raise too_large(self._scale)
        if self._scale.most >= self._largest:
            raise self._beyond()
        self._scale = replace(self._scale, most=min(self._scale.wider().most, self._largest))

    @property
    def _largest(self) -> int:
        """The largest result that the window of a record has room for."""
        return WIDEST // self._scale.unit

    def _beyond(self) -> RulesError:
        return RulesError(f"results beyond {self._largest} are too large to trace: use a larger unit")


# The exact solver, traced: one question about the root after the other, each a tree of its own below the root.

PROOF_LOG, PLAIN_PROOF_LOG = 16, 10  # of its table
LEAD = 0  # the role of a thread that asks, and wants a best move


class SolverTracer(ScoreTracer):
    """The exact solver at one state: the trace of all questions that have been asked so far."""

    has_depths = False
    candidates = True
    exact = True

    def _search(self, depth: int) -> None:
        if depth != DEEPEST:
            raise SearchError("solve always searches to the end of the game: leave the depth out, or take another search")
        worker, memory = self._searcher, self._searcher.memory
        most = self._scale.most * self._scale.unit - int(self._scale.distance)
        begin_trace(memory.trace_start, memory.trace_room, memory)
        open_node(0, -INFINITE, INFINITE, 0, memory)
        memory.kept_move, memory.kept_value = -1, -most  # any move keeps the least there is: nothing to ask
        check_status(worker.settle(self._state, -most, most, 0, LEAD))
        memory[OPEN] = 0
        over = self._game.is_over(self._state)
        settle_node(memory.root_low << 2 | LOW | HIGH, LOW | HIGH, m.OVER if over else m.SEARCHED, 0, memory)

    def _table(self) -> Any:
        log = PROOF_LOG if self._machine.compiled else PLAIN_PROOF_LOG
        return empty_table(self._machine, proof_words(log), log)


# Traced searches whose values are floats: max^n, paranoid, expectiminimax.

TABLE = 1 << 22  # bytes


class TracedVectorSearcher(VectorSearcher):
    """A searcher that is called at the root itself, and begins a new trace with every call."""

    ply = 0

    def stop(self) -> None:
        """Stop for good, within microseconds."""
        self.end()

    def _called(self, state: Any, depth: int, mover: int) -> int:
        begin_trace(self.memory.trace_start, self.memory.trace_room, self.memory)
        return super()._called(state, depth, mover)


class FloatTracer(Tracer):
    """A search whose values are floats."""

    def _create_searcher(self) -> TracedVectorSearcher:
        if not self._declared.has_trace:
            raise SearchError(f"{self._module.__name__.rpartition('.')[2]} cannot be drawn as a tree: take paranoid or maxn")
        hero, ties = max(self._mover, 0), self.request.ties
        return TracedVectorSearcher(self._machine, self._module, self._game, hero, ties, TABLE, None, self._most)

    def _search(self, depth: int) -> None:
        self._searcher.weight(self._state, depth, self._mover)
