"""The exact solver, traced: one question about the root after the other, each a tree of its own below the root."""

from kibitz.errors import SearchError
from kibitz.laws import NO_MOVES, broken
from kibitz.search import _memory as m
from kibitz.search._proofs import proof_words
from kibitz.search._scale import Scale
from kibitz.search._table import LOG
from kibitz.search._trace import begin_trace, open_node, settle_node
from kibitz.search._traced import Trace
from kibitz.search._tracer import Numbered, TracedWorker
from kibitz.search._values import HIGH, INFINITE, LOW
from kibitz.search._worker import Stopped, TooSmall
from kibitz.thought import Stopped as Why

TABLE_LOG, PLAIN_LOG = 16, 10  # buckets of the table
LEAD = 0  # the role of a thread that asks, and wants a best move


class Solved(Numbered):
    """The exact solver at one state."""

    has_depths = False

    def _scaled(self, distance: bool) -> Scale:
        return Scale.of(self._game, distance, exact=True)

    def _searched(self, depth: int) -> None:
        if depth != m.DEEPEST:
            raise SearchError("solve always searches to the end of the game: leave the depth out, or take another search")
        worker, memory = self._worker, self._worker.memory
        most = self._scale.most * self._scale.unit - int(self._scale.distance)
        begin_trace(memory[m.TRACE], memory[m.TRACE_ROOM], memory)
        open_node(0, -INFINITE, INFINITE, 0, memory)
        memory[m.KEPT_MOVE], memory[m.KEPT_VALUE] = -1, -most  # any move keeps the least there is: that is no question
        status = worker.settle(self._state, -most, most, 0, LEAD)
        if status == m.STOPPED:
            raise Stopped
        if status == m.NO_MOVES:
            raise broken(NO_MOVES)
        if status != m.RUNNING:
            raise TooSmall(status)
        memory[m.OPEN] = 0
        over = self._game.is_over(self._state)
        settle_node(memory[m.ROOT_LOW] << 2 | LOW | HIGH, LOW | HIGH, m.OVER if over else m.SEARCHED, 0, memory)

    def _made(self) -> TracedWorker:
        log = TABLE_LOG if self._machine.compiled else PLAIN_LOG
        table = self._machine.words(proof_words(log))
        table[LOG] = log
        return TracedWorker(self._machine, self._module.enter, self._scale, self._room, table, 1, self._most)

    def trace(self, depth: int | None, seconds: float, why: Why) -> Trace:
        """What has been written down."""
        return self._trace(depth, seconds, why, candidates=True)
