"""One thread of a search: its memory, and the calls that search one state to one depth."""

import threading
from typing import Any

from kibitz.kernel import Machine
from kibitz.laws import NO_MOVES, broken
from kibitz.search import memory as m
from kibitz.search.layout import MOVES, HashTable, Memory
from kibitz.search.scale import Scale
from kibitz.search.scores import INFINITE, back_up_score
from kibitz.search.trace_format import RECORD, begin_trace


class SearchStopped(Exception):
    """The search was asked to end, or has spent its nodes."""


class TooSmall(Exception):
    """The memory was laid out too small for this game; the caller lays it out anew."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Worker:
    """A thread's memory. `stop` may be called from any other thread; all else belongs to the thread itself."""

    def __init__(
        self, machine: Machine, enter: Any, scale: Scale, room: int, table: HashTable, threads: int, trace: int = 0
    ) -> None:
        """`room`: words for the moves of open nodes; `trace`: how many nodes are written down at most (trace_format.py)."""
        self.rules, self.scale = machine.rules, scale
        self._call = machine.ready(enter)
        self._arguments = machine.arguments
        self.memory: Memory = machine.words(MOVES + room + RECORD * trace)
        begin_trace(MOVES + room, trace, self.memory)
        self.table = table
        self.memory.scale, self.memory.mask, self.memory.value_bits = scale.unit, scale.mask, scale.bits
        self.memory.most, self.memory.ceiling, self.memory.clamp = scale.most, scale.ceiling, scale.clamp
        self.memory.threads, self.memory.first_move, self.memory.node_limit = threads, MOVES, INFINITE
        self._ended = False
        self._guard = threading.Lock()

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
        packed = self._call(self._arguments(state), depth, alpha, beta, ply, self.memory, self.table)
        status = self.memory.status
        if status == m.STOPPED:
            raise SearchStopped
        if status == m.NO_MOVES:
            raise broken(NO_MOVES)
        if status != m.RUNNING:
            raise TooSmall(status)
        return packed

    def after(self, state: Any, move: int, depth: int, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """What `move` is worth to the one who makes it in `state`, packed; windows as the child counts them."""
        child = self.rules.play(state, move)
        return back_up_score(self.search(child, depth - 1, alpha, beta), self.rules.sign(state, child), self.scale.mask)

    def line(self, ply: int) -> tuple[int, ...]:
        """The best line of the last search from `ply`."""
        return m.line_at(ply, self.memory)

    def settle(self, state: Any, low: int, high: int, guess: int, role: int) -> int:
        """Narrow the proved limits of a state's value (`solve.enter`); they are in ROOT_LOW and ROOT_HIGH then. The status."""
        self.memory.status = m.RUNNING
        self._call(self._arguments(state), low, high, guess, role, self.memory, self.table)
        return int(self.memory.status)
