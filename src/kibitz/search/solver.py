"""The exact solver as Python holds it: positions of one game, one after the other, and a table that keeps what is proved.

Proofs hold for good, so the table serves all positions. It begins small, for fresh memory costs time, and is replaced by a
larger one when a position needs it.
"""

import threading
from dataclasses import dataclass, replace
from typing import Any

from kibitz.errors import RulesError, SearchError
from kibitz.kernel import Machine
from kibitz.laws import NO_MOVES, broken
from kibitz.search import memory as m
from kibitz.search.algorithms import solve
from kibitz.search.layout import DEEPEST, MOVES
from kibitz.search.proof_table import NEAR_LOG, SLOTS, proof_words
from kibitz.search.scale import LARGEST, Scale
from kibitz.search.scores import HIGH, INFINITE, LOW
from kibitz.search.worker import Worker
from kibitz.thought import Value

ROOM = 1 << 14  # words for the moves of open nodes, to begin with
FIRST_LOG, GROWTH = 12, 5  # binary orders of magnitude: the table at first, and by how much it grows
LARGEST_LOG, PLAIN_LOG = 30, 14
LEAD, LEAD_TO_VALUE, HELP = 0, 1, 2


class TooDeep(SearchError):
    """A game can last longer than the solver looks ahead."""


@dataclass(frozen=True)
class Settled:
    """The proved limits of a state's value in the units of the scale.

    `best`: the move of which most is proved: that it is worth at least `kept`; None and -INFINITE where nothing is of any.
    """

    low: int
    high: int
    best: int | None = None
    kept: int = -INFINITE

    @property
    def whole(self) -> bool:
        """Whether nothing is left open of the value."""
        return self.low == self.high

    @property
    def is_named(self) -> bool:
        """Whether the best move is proved to keep the lower limit."""
        return self.kept >= self.low


class Solver:
    """What is proved of one game. One position at a time; `end` may be called from any other thread."""

    def __init__(self, machine: Machine, scale: Scale, table: int, threads: int = 1, weak: bool = False) -> None:
        """`table`: bytes for it at most; `weak`: of a margin only its sign is wanted."""
        self.machine, self.scale, self._weak, self._threads = machine, scale, weak, threads
        machine.ready(solve.enter)
        words = max(table, 256) // 8 - (SLOTS << NEAR_LOG)
        largest = LARGEST_LOG if machine.compiled else PLAIN_LOG
        self._largest = min(largest, max(3, (max(words, 0) // SLOTS).bit_length() - 1))
        self._guard = threading.Lock()
        self._stopped = False
        self._spent = self._probes = self._hits = 0
        self.workers: list[Worker] = []
        self._lay_out(min(FIRST_LOG, self._largest), ROOM, self.widest)

    @property
    def nodes(self) -> int:
        """Positions visited since the solver was made."""
        return self._spent + sum(worker.nodes for worker in self.workers)

    @property
    def hits(self) -> float | None:
        """The share of look-ups that found the position."""
        probes = self._probes + sum(worker.memory.probes for worker in self.workers)
        hits = self._hits + sum(worker.memory.hits for worker in self.workers)
        return int(hits) / int(probes) if probes else None

    @property
    def laid_out(self) -> tuple[int, int]:
        """Words: of all threads, and of the table."""
        return sum(len(worker.memory) for worker in self.workers), len(self.workers[0].table)

    @property
    def progress(self) -> Settled:
        """What is proved of the state under way, by all threads."""
        memory = self.workers[0].memory
        low, high = int(memory.root_low), int(memory.root_high)
        best, kept = None, -INFINITE
        for worker in self.workers:
            value = int(worker.memory.kept_value)  # before the move: see `keep_move`
            if value > kept:
                best, kept = int(worker.memory.kept_move), value
        return Settled(low, high, best, min(kept, self.widest.high))  # weak: a win is met with its margin

    @property
    def widest(self) -> Settled:
        """The limits of a state that is not over before anything is proved of it: the widest there are."""
        most = 1 if self._weak else self.scale.most * self.scale.unit - int(self.scale.distance)
        return Settled(-most, most)

    def settle(self, state: Any, known: Settled, *, guess: int = 0, nodes: int = INFINITE, move: bool = True) -> Settled:
        """Narrow what is known of a state, until it is settled, `nodes` positions are visited, or stopped.

        `move`: a best move is wanted as well as the value. Raises TooDeep, or RulesError for rules that cannot be solved.
        """
        move = move and not self.machine.rules.is_over(state)
        self.begin_state(known)
        last, helpers = self.nodes + nodes, self._helpers(state)
        try:
            while True:
                if (
                    move and known.best is None
                ):  # any move keeps the least there is; again where results are larger than thought
                    known = replace(known, best=self._first_of(state), kept=self.widest.low)
                leader = self.workers[0]
                size = INFINITE if self._log >= self._largest else SLOTS << self._log
                if not self._begin(leader, min(size, max(1, last - self.nodes)) + leader.nodes):
                    return known
                _write(known, leader)
                # Of several threads any may know the move: it is asked for only where none does.
                names = move and (self._threads == 1 or known.whole)
                status = leader.settle(state, known.low, known.high, guess, LEAD if names else LEAD_TO_VALUE)
                known = self.progress
                if status == m.RUNNING and (known.is_named or names or not move):
                    return known
                if status == m.RUNNING:
                    continue
                if status == m.STOPPED and (self._stopped or self.nodes >= last):
                    return known
                self._dismiss(helpers)
                known = self._make_room(status, known)
                helpers = self._helpers(state)
        finally:
            self._dismiss(helpers)

    def begin_state(self, known: Settled) -> None:
        """Turn to another state, of which this is known: `progress` says no more of the one before."""
        for worker in self.workers:
            _write(known if worker is self.workers[0] else self.widest, worker)

    def worth(self, state: Any) -> Value:
        """The exact value of a state for the side to move, and nothing else: quick for many easy states in a row."""
        guess = round(self.machine.rules.estimate(state)) if self.scale.most > 1 and not self._weak else 0
        return self.value(self.settle(state, self.widest, guess=guess, move=False))

    def resume(self) -> None:
        """Forget that it was ended."""
        with self._guard:
            self._stopped = False

    def end(self) -> None:
        """Stop within microseconds, and do nothing more until `resume`."""
        with self._guard:
            self._stopped = True
            for worker in self.workers:
                worker.stop(for_good=False)

    def join(self) -> None:
        """Nothing to wait for: helpers end with the question they were called for."""

    def value(self, settled: Settled) -> Value:
        """The exact value of a state that is settled."""
        return self.scale.value(settled.low << 2 | LOW | HIGH)

    def bounds(self, settled: Settled) -> tuple[Value, Value]:
        """The proved limits as values: at least, at most."""
        return self.scale.value(settled.low << 2 | LOW), self.scale.value(settled.high << 2 | HIGH)

    def _first_of(self, state: Any) -> int:
        for move in self.machine.rules.candidates(state):
            return int(move)
        raise broken(NO_MOVES)

    def _begin(self, worker: Worker, nodes: int) -> bool:
        with self._guard:
            if self._stopped:
                return False
            worker.begin()
            worker.memory.node_limit = nodes
            return True

    def _helpers(self, state: Any) -> list[threading.Thread]:
        """Threads that help with whatever the leader asks, begun."""
        started = []
        for worker in self.workers[1:]:
            if self._begin(worker, INFINITE):
                arguments = (state, 0, 0, 0, HELP)
                thread = threading.Thread(target=worker.settle, args=arguments, name="kibitz-helper", daemon=True)
                thread.start()
                started.append(thread)
        return started

    def _dismiss(self, helpers: list[threading.Thread]) -> None:
        for worker in self.workers[1:]:
            worker.stop(for_good=False)
        for thread in helpers:
            thread.join()

    def _make_room(self, status: int, known: Settled) -> Settled:
        """Lay the memory out anew, larger where it was too small; what is still known of the state."""
        room = self.workers[0].memory.room_end - MOVES
        if status == m.TOO_DEEP:
            raise TooDeep(f"a game can last longer than {DEEPEST} plies from here: it cannot be solved")
        if status == m.NO_MOVES:
            raise broken(NO_MOVES)
        if status == m.TOO_LARGE:
            if self.scale.known:
                raise RulesError(
                    f"result() gave more than best_result(), which is {self.scale.most}; `kibitz check` shows where"
                )
            if self.scale.most > LARGEST:
                raise RulesError(f"results beyond {LARGEST} are too large to search: use a larger unit")
            self.scale = self.scale.wider()
            known = self.widest
            self._lay_out(self._log, room, known)
        elif status == m.NO_ROOM:
            self._lay_out(self._log, room * 4, known)
        else:
            self._lay_out(min(self._log + GROWTH, self._largest), room, known)
        return known

    def _lay_out(self, log: int, room: int, known: Settled) -> None:
        """Give every thread its memory, and all of them one table; `known` is what is known of the state under way."""
        old, self._log = self.workers, log
        table = self.machine.words(proof_words(log))
        table.log = log
        for worker in old:
            self._spent += worker.nodes
            self._probes += int(worker.memory.probes)
            self._hits += int(worker.memory.hits)
        workers = [Worker(self.machine, solve.enter, self.scale, room, table, self._threads) for _ in range(self._threads)]
        for worker in workers:
            _write(known if worker is workers[0] else self.widest, worker)
        self.workers = workers
        for worker in old:  # one who stopped the old ones meanwhile meant these too: `_begin` asks
            worker.stop()


def _write(known: Settled, worker: Worker) -> None:
    """Tell a thread what is known of the state that is searched next."""
    memory = worker.memory
    memory.root_low, memory.root_high = known.low, known.high
    memory.kept_value = -INFINITE  # a reader takes the value first, then the move
    memory.kept_move = -1 if known.best is None else known.best
    memory.kept_value = known.kept
