"""The door to traced searches: the same kernels, compiled to write down every node that they visit."""

import threading
import time
from dataclasses import replace
from types import ModuleType
from typing import Any, Literal, Protocol

from kibitz.errors import SearchError, blamed
from kibitz.kernel import Machine, machine_of
from kibitz.laws import NO_MOVES, broken
from kibitz.position import Position
from kibitz.registry import knowledge_of
from kibitz.rules import Game, Knowledge, can_be_proved, mover_of
from kibitz.search import memory as m
from kibitz.search.descriptor import search_of
from kibitz.search.fit import fitting, search_for
from kibitz.search.handle import LISTEN, game_of
from kibitz.search.layout import DEEPEST, OPEN
from kibitz.search.proof_table import proof_words
from kibitz.search.request import SearchRequest, Ties
from kibitz.search.scale import Scale
from kibitz.search.scores import HIGH, INFINITE, LOW
from kibitz.search.trace import Trace, records_in
from kibitz.search.trace_format import MOST_NODES, begin_trace, open_node, record_words, settle_node
from kibitz.search.trace_runner import IntTracer, TracedWorker
from kibitz.search.vector_searcher import VectorSearcher
from kibitz.search.worker import SearchStopped, TooSmall
from kibitz.thought import Limit
from kibitz.thought import Stopped as Why

NODES = 1_000_000  # written down at most, when nothing is said: 24 MB


class Tracer(Protocol):
    """One kind of search, ready to be traced. `has_depths`: it can be asked for less than the whole tree."""

    @property
    def has_depths(self) -> bool:
        """Whether it searches to a depth, and not to the end."""
        ...

    @property
    def nodes(self) -> int:
        """Positions visited."""
        ...

    def search(self, depth: int) -> None:
        """Search the root to a depth and write the nodes down; raises SearchStopped."""
        ...

    def stop(self) -> None:
        """Ask the search to stop; from any thread."""
        ...

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """What the last search has written down."""
        ...


class Tracing:
    """A traced search under way in a thread of its own, begun at once. `stop` ends it, with what is written down so far."""

    def __init__(
        self,
        game: Game | Position | str,
        state: Any,
        request: SearchRequest,
        nodes: int = NODES,
    ) -> None:
        """The arguments are those of `trace`, which takes of a request the search, depth, knowledge, distance and ties."""
        depth = request.limit.depth
        self.game = game_of(game)
        if isinstance(game, Position):
            self._state, self._mover = game.state, game.to_move
        else:
            self._state = self.game.start() if state is None else state
            self._mover = mover_of(self.game, self._state, 0)
        if not 2 <= nodes < MOST_NODES:
            raise SearchError(f"a trace has room for 2 to {MOST_NODES - 1:,} nodes, not for {nodes:,}")
        if depth is not None and depth < 1:
            raise SearchError(f"a search limited to depth {depth} finds nothing: give a depth above 0")
        name = request.search or usual(self.game)
        module = search_for(self.game, name)
        wise = knowledge_of(self.game) if request.knowledge == "auto" else request.knowledge
        machine = machine_of(self.game, wise, traces=True)
        machine.ready(module.enter)
        try:
            self._tracer = _tracer(machine, module, self.game, self._state, self._mover, request, nodes)
        except MemoryError:
            raise SearchError(f"there is no memory for a trace of {nodes:,} nodes: ask for fewer") from None
        self._depth, self._began = depth, time.perf_counter()
        self._why: Why | None = None
        self._error: BaseException | None = None
        self._trace: Trace | None = None
        self._done = threading.Event()
        threading.Thread(target=self._lead, name="kibitz-trace", daemon=True).start()

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._tracer.nodes

    def stop(self) -> None:
        """End now; takes effect within milliseconds."""
        self._why = self._why or "interrupted"
        self._tracer.stop()

    def result(self) -> Trace:
        """The trace, once the search has ended. Raises RulesError for rules that cannot be searched."""
        while not self._done.wait(LISTEN):
            pass
        if self._error is not None:
            raise self._error
        assert self._trace is not None
        return self._trace

    def _lead(self) -> None:
        """The thread of the search."""
        try:
            self._trace = self._deepest() if self._depth is None else self._of_depth(self._depth)
        except Exception as wrong:
            self._error = blamed(wrong)
        finally:
            self._done.set()

    def _of_depth(self, depth: int) -> Trace:
        depth = min(depth, DEEPEST)
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
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    distance: bool = False,
    ties: Ties = "first",
    nodes: int = NODES,
) -> Trace:
    """What a search did at a state, node by node.

    `search`: None for alpha-beta where it fits the game, else for what fits. `depth` in plies; None for the whole tree, or as
    many plies as there is room for, whose number the trace then says. `distance`: whether quicker wins and later losses are
    better; without it values are bare results. `nodes`: how many are written down at most, 24 bytes each; the trace of a given
    depth that has more is not whole, and says so. `knowledge` and `ties` as in `kibitz.think`.

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
    return "alphabeta" if can_be_proved(game) else fitting(game)


def _tracer(
    machine: Machine, module: ModuleType, game: Game, state: Any, mover: int, request: SearchRequest, nodes: int
) -> Tracer:
    """The tracer for the kind of values that this search has."""
    if search_of(module).values != "score":
        return FloatTracer(machine, module, game, state, mover, request.ties, nodes)
    kind = SolverTracer if search_of(module).solves else IntTracer
    return kind(machine, module, game, state, mover, bool(request.distance), nodes)


# The exact solver, traced: one question about the root after the other, each a tree of its own below the root.

TABLE_LOG, PLAIN_LOG = 16, 10  # buckets of the table
LEAD = 0  # the role of a thread that asks, and wants a best move


class SolverTracer(IntTracer):
    """The exact solver at one state."""

    has_depths = False

    def _scaled(self, distance: bool) -> Scale:
        return Scale.of(self._game, distance, exact=True)

    def _searched(self, depth: int) -> None:
        if depth != DEEPEST:
            raise SearchError("solve always searches to the end of the game: leave the depth out, or take another search")
        worker, memory = self._worker, self._worker.memory
        most = self._scale.most * self._scale.unit - int(self._scale.distance)
        begin_trace(memory.trace_start, memory.trace_room, memory)
        open_node(0, -INFINITE, INFINITE, 0, memory)
        memory.kept_move, memory.kept_value = -1, -most  # any move keeps the least there is: that is no question
        status = worker.settle(self._state, -most, most, 0, LEAD)
        if status == m.STOPPED:
            raise SearchStopped
        if status == m.NO_MOVES:
            raise broken(NO_MOVES)
        if status != m.RUNNING:
            raise TooSmall(status)
        memory[OPEN] = 0
        over = self._game.is_over(self._state)
        settle_node(memory.root_low << 2 | LOW | HIGH, LOW | HIGH, m.OVER if over else m.SEARCHED, 0, memory)

    def _create_worker(self) -> TracedWorker:
        log = TABLE_LOG if self._machine.compiled else PLAIN_LOG
        table = self._machine.words(proof_words(log))
        table.log = log
        return TracedWorker(self._machine, self._module.enter, self._scale, self._room, table, 1, self._most)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """The trace of all questions that have been asked so far."""
        return self._trace(depth, seconds, why, candidates=True)


# Traced searches whose values are floats: max^n, paranoid, expectiminimax.

TABLE = 1 << 22  # bytes


class TracedVectorSearcher(VectorSearcher):
    """A weigher that is called at the root itself, and begins a new trace with every call."""

    ply = 0

    @property
    def memory(self) -> Any:
        """The words of the search; the trace lies in them."""
        return self._memory

    def _called(self, state: Any, depth: int, mover: int) -> int:
        begin_trace(self._memory.trace_start, self._memory.trace_room, self._memory)
        return super()._called(state, depth, mover)


class FloatTracer:
    """A traced search at one state, whose values are floats. Each depth is searched at once, without the ones before."""

    has_depths = True

    def __init__(self, machine: Machine, module: ModuleType, game: Game, state: Any, mover: int, ties: str, nodes: int) -> None:
        """`nodes`: written down at most."""
        if not search_of(module).has_trace:
            raise SearchError(f"{module.__name__.rpartition('.')[2]} cannot be drawn as a tree: take paranoid or maxn")
        self._machine, self._module, self._game, self._state, self._mover = machine, module, game, state, mover
        self._ties, self._most = ties, nodes
        self._spent, self._ended = 0, False
        self._weigher = self._create_worker()

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self._spent + self._weigher.nodes

    def stop(self) -> None:
        """End within microseconds, for good."""
        self._ended = True
        self._weigher.end()

    def search(self, depth: int) -> None:
        """Search so many plies deep. Raises SearchStopped when it was stopped, or the trace is full; RulesError."""
        self._spent += self._weigher.nodes
        self._weigher = self._create_worker()
        if self._ended:
            self._weigher.end()
        self._weigher.weight(self._state, depth, self._mover)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """What the last search has written down."""
        return Trace(
            self._game,
            self._state,
            self._mover,
            self._module.__name__.rpartition(".")[2],
            depth,
            self._machine.rules.knowledge,
            records_in(self._weigher.memory, record_words(self._game.players, self._weigher.vectors)),
            self._weigher.nodes,
            seconds,
            why,
            self._module.SEARCH,
        )

    def _create_worker(self) -> TracedVectorSearcher:
        hero = max(self._mover, 0)
        return TracedVectorSearcher(self._machine, self._module, self._game, hero, self._ties, TABLE, None, self._most)
