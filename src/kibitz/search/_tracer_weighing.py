"""Traced searches whose values are floats: max^n, paranoid, expectiminimax."""

from types import ModuleType
from typing import Any

from kibitz.errors import SearchError
from kibitz.kernel import Machine
from kibitz.rules import Game
from kibitz.search import _memory as m
from kibitz.search._trace import begin_trace, record_words
from kibitz.search._traced import Trace, records_in
from kibitz.search._weigher import Weigher
from kibitz.thought import Stopped as Why

TABLE = 1 << 22  # bytes


class TracedWeigher(Weigher):
    """A weigher that is called at the root itself, and begins a new trace with every call."""

    ply = 0

    @property
    def memory(self) -> Any:
        """Where the trace is."""
        return self._memory

    def _called(self, state: Any, depth: int, mover: int) -> int:
        begin_trace(self._memory[m.TRACE], self._memory[m.TRACE_ROOM], self._memory)
        return super()._called(state, depth, mover)


class Weighed:
    """One of these searches at one state. Each depth is searched at once, without the ones before."""

    has_depths = True

    def __init__(self, machine: Machine, module: ModuleType, game: Game, state: Any, mover: int, ties: str, nodes: int) -> None:
        """`nodes`: written down at most."""
        if not getattr(module, "HAS_TRACE", False):
            raise SearchError(f"{module.__name__.rpartition('.')[2]} cannot be drawn as a tree: take paranoid or maxn")
        self._machine, self._module, self._game, self._state, self._mover = machine, module, game, state, mover
        self._ties, self._most = ties, nodes
        self._spent, self._ended = 0, False
        self._weigher = self._made()

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self._spent + self._weigher.nodes

    def stop(self) -> None:
        """End within microseconds, for good."""
        self._ended = True
        self._weigher.end()

    def search(self, depth: int) -> None:
        """Search so many plies deep. Raises Stopped when it was stopped, or the trace is full; RulesError."""
        self._spent += self._weigher.nodes
        self._weigher = self._made()
        if self._ended:
            self._weigher.end()
        self._weigher.weight(self._state, depth, self._mover)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """What the last search has written down."""
        vectors = self._weigher.vectors
        return Trace(
            self._game,
            self._state,
            self._mover,
            self._module.__name__.rpartition(".")[2],
            depth,
            self._machine.rules.knowledge,
            records_in(self._weigher.memory, record_words(self._game.players, vectors)),
            self._weigher.nodes,
            seconds,
            why,
            vectors=vectors,
        )

    def _made(self) -> TracedWeigher:
        hero = max(self._mover, 0)
        return TracedWeigher(self._machine, self._module, self._game, hero, self._ties, TABLE, None, self._most)
