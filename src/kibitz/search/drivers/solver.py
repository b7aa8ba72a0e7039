"""The exact solver seen from Python: positions of one game, one after the other, and a table that keeps the proofs.

Proofs hold for good, so the table serves all positions. It begins small, for fresh memory costs time, and is replaced by a
larger one when a position needs it.
"""

import threading
from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.laws import NO_MOVES, broken
from kibitz.core.recurrence import score_of
from kibitz.core.rules import can_be_proved, why_not_proved
from kibitz.core.thought import Value
from kibitz.errors import SearchError
from kibitz.kernel import Machine
from kibitz.search.algorithms import solve
from kibitz.search.parts import memory as m
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.proof_table import NEAR_LOG, SLOTS, proof_words
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import HIGH, INFINITE, LOW
from kibitz.search.parts.team import FIRST_LOG, GROWTH, Team, Worker, empty_table, largest_log

LARGEST_LOG, PLAIN_LOG = 30, 14  # of the table
LEAD, LEAD_TO_VALUE, HELP = 0, 1, 2


class TooDeep(SearchError):
    """A game can last longer than the solver looks ahead."""


@dataclass(frozen=True)
class Settled:
    """The proved limits of a state's value in the units of the scale.

    `best`: the move with the best proof: it is worth at least `kept`; None and -INFINITE without one.
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


class Solver(Team):
    """Proofs about one game. One position at a time; `end` may be called from any other thread."""

    def __init__(self, machine: Machine, scale: Scale, table: int, threads: int = 1, weak: bool = False) -> None:
        """`table`: bytes for it at most; `weak`: only the sign of a margin matters."""
        super().__init__(machine, solve.enter, scale, threads)
        self.weak, self._can = weak, can_be_proved(machine.rules.game)
        machine.ready(solve.enter)
        self._largest = largest_log(table, SLOTS, LARGEST_LOG if machine.has_room else PLAIN_LOG, taken=SLOTS << NEAR_LOG)
        self._guard = threading.Lock()
        self._stopped = False
        self._lay_out(min(FIRST_LOG, self._largest), self.widest)

    @property
    def progress(self) -> Settled:
        """The proofs about the state under way, by all threads."""
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
        most = 1 if self.weak else self.scale.most * self.scale.unit - int(self.scale.distance)
        return Settled(-most, most)

    def settle(self, state: Any, known: Settled, *, guess: int = 0, nodes: int = INFINITE, move: bool = True) -> Settled:
        """Narrow the bounds of a state until it is settled, `nodes` positions are visited, or the search is stopped.

        `move`: a best move is wanted as well as the value. Raises TooDeep, SearchError for a game whose states have no exact
        values, or RulesError for rules that cannot be solved.
        """
        if not self._can:
            game = self.machine.rules.game
            raise SearchError(f"no solver can prove a state of {type(game).__name__}: it is a game {why_not_proved(game)}")
        move = move and not self.machine.rules.is_over(state)
        self.begin_state(known)
        last, helpers = self.nodes + nodes, self._helpers(state)
        try:
            while True:
                # Any move keeps the least there is; again where results are larger than thought.
                if move and known.best is None:
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
                if status == m.RUNNING and self._is_beyond(known):
                    status = m.TOO_LARGE
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

    def _is_beyond(self, known: Settled) -> bool:
        """Whether a value met the largest that was assumed: a knowledge may have proved more, and the table cannot hold it."""
        if self.scale.known or self.weak:
            return False
        return known.low >= self.widest.high or known.high <= self.widest.low

    def begin_state(self, known: Settled) -> None:
        """Turn to another state with this knowledge: `progress` no longer reports the one before."""
        for worker in self.workers:
            _write(known if worker is self.workers[0] else self.widest, worker)

    def worth(self, state: Any) -> Value:
        """The exact value of a state for the side to move, and nothing else: quick for many easy states in a row.

        With rewards: the value of the rest of the game plus the rewards that the state remembers.
        """
        guess = round(self.machine.rules.estimate(state)) if self.scale.most > 1 and not self.weak else 0
        value, score = self.value(self.settle(state, self.widest, guess=guess, move=False)), score_of(state)
        return replace(value, result=value.result + score) if score else value

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

    @property
    def is_ended(self) -> bool:
        """Whether it was ended since it last began."""
        return self._stopped

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
        """Start the threads that help with the leader's questions."""
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
        """Enlarge the memory where it was too small; return the bounds that still hold."""
        if status == m.TOO_DEEP:
            raise TooDeep(f"a game can last longer than {DEEPEST} plies from here: it cannot be solved")
        if status == m.NO_MOVES:
            raise broken(NO_MOVES)
        self._widen(status)
        known = self.widest if status == m.TOO_LARGE else known
        self._lay_out(min(self._log + GROWTH, self._largest) if status == m.STOPPED else self._log, known)
        return known

    def _lay_out(self, log: int, known: Settled) -> None:
        """Give every thread its memory, and all of them one table. `known`: the bounds of the current state."""
        old, self._log = self.workers, log
        workers = self._create_workers(empty_table(self.machine, proof_words(log), log))
        for worker in workers:
            _write(known if worker is workers[0] else self.widest, worker)
        self.workers = workers
        for worker in old:  # one who stopped the old ones meanwhile meant these too: `_begin` asks
            worker.stop()


def _write(known: Settled, worker: Worker) -> None:
    """Give a thread the known bounds of the next state."""
    memory = worker.memory
    memory.root_low, memory.root_high = known.low, known.high
    memory.kept_value = -INFINITE  # a reader takes the value first, then the move
    memory.kept_move = -1 if known.best is None else known.best
    memory.kept_value = known.kept
