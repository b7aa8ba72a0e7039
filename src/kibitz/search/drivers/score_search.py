"""A search with whole numbers and proofs as values, under way: depth by depth, by a team of threads, whichever is first."""

import threading
from types import ModuleType
from typing import Any

from kibitz.core.rules import first_return_draws
from kibitz.core.thought import MoveValue
from kibitz.core.thought import Stopped as Why
from kibitz.kernel import Machine
from kibitz.search.descriptor import search_of
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.drivers.root import IterationResult, search_all_moves, search_best_move, search_root
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.team import (
    FIRST_LOG,
    SearchStopped,
    Team,
    TooSmall,
    Worker,
    empty_score_table,
    larger_table,
    largest_log,
)

LARGEST_LOG, PLAIN_LOG = 28, 15  # of the table; a list of Python ints takes five times the memory


class ScoreTeam(Team):
    """A leader, who asks for one depth after the other, and helpers who search the same depth into the same table."""

    before: IterationResult | None

    def __init__(
        self,
        machine: Machine,
        search: ModuleType,
        scale: Scale,
        state: Any,
        legal: list[int],
        request: SearchRequest,
        threads: int,
    ) -> None:
        """`legal`: the root's moves, in the order in which they are looked at first."""
        super().__init__(machine, search.enter, scale, threads)
        self._root = state
        self._search, self._state, self._legal = search_of(search), state, legal
        self._nodes, self._each, self._first = request.limit.nodes, request.all_moves, request.first
        self._largest_log = largest_log(request.limit.table, 2, LARGEST_LOG if machine.has_room else PLAIN_LOG)
        self._guard = threading.Condition()
        self._ended = self._out = False
        self._depth, self._open = 0, False
        self._found: IterationResult | None = None
        self._lay_out()
        self._helper_threads = [
            threading.Thread(target=self._help, args=(number,), name=f"kibitz-{number}", daemon=True)
            for number in range(1, threads)
        ]

    def iterate(self, depth: int) -> IterationResult:
        """Return the result of the first thread to finish this depth. Raises SearchStopped if no depth was completed."""
        for helper in self._helper_threads:
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
                self._widen(small.status)
                self._lay_out()
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

    def limit_nodes(self, share: int = 1) -> None:
        """Divide the nodes that are left among the threads; `share`: spend only one part in `share` for now."""
        self._out = False
        if self._nodes is not None:
            for worker in self.workers:
                worker.limit_nodes(max(1, (self._nodes - self._spent) // (share * self._threads)))

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

    def _lay_out(self) -> None:
        """Give every thread its memory, and all of them one table."""
        old, log = self.workers, min(FIRST_LOG, self._largest_log)
        self.before = None
        self.workers = self._create_workers(self._first_table(log))
        self.limit_nodes()
        for worker in old if not self._ended else old + self.workers:
            worker.stop()

    def _first_table(self, log: int) -> Any:
        """The table to begin with, of 2**log buckets."""
        return empty_score_table(self.machine, self._search.has_table, log)

    def _grow(self) -> None:
        """Take a larger table when this one is full."""
        table = larger_table(self.machine, self.workers[0], self._largest_log) if self._search.has_table else None
        if table is not None:
            for worker in self.workers:
                worker.table = table


class ScoreSearch(Thinking):
    """A `Thinking` of minimax, alpha-beta or deepening."""

    _team: ScoreTeam

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        scale, first = Scale.of(self.game, self.request.distance is not False), self.request.first
        choices = sorted(choices, key=lambda move: move != first)
        self._team = self._create_team(machine, self._module, scale, self.state, choices, self.request, self._threads)

    def _create_team(self, *parts: Any) -> ScoreTeam:
        return ScoreTeam(*parts)

    def _search(self) -> Why:
        """Go through the depths until something ends it; says what."""
        deepest = min(self.limit.depth or DEEPEST, DEEPEST)
        if not self._module.SEARCH.deepens and self._straight(deepest):
            return self._why or ("solved" if self._is_solved() else "depth")
        return self._deepen(self._search_depth)

    def _search_depth(self, depth: int) -> Why | None:
        answer = self._team.iterate(depth)
        self._tell_answer(answer)
        if not answer.whole:
            return self._why or "nodes"
        return "solved" if self._is_solved() else None

    def _straight(self, depth: int) -> bool:
        """A textbook search goes straight to the depth wanted; within limits it spends a quarter on that, then deepens."""
        alarm = threading.Timer((self.limit.time or 0) / 4, self._team.give_up_iteration)
        alarm.daemon = True
        if self.limit.time is not None:
            alarm.start()
        self._team.limit_nodes(share=4)
        try:
            answer = self._team.iterate(depth)
        except SearchStopped:
            answer = None
        alarm.cancel()
        self._team.limit_nodes()
        if answer is not None and (answer.whole or self._why is not None):
            self._tell_answer(answer)
        return self._why is not None or (answer is not None and answer.whole)

    @property
    def _sees_all(self) -> bool:
        """Whether an end within the depth cannot have been missed.

        A table may hide one where it holds numbers of other paths (path.py), or, under short signatures, of other positions.
        """
        search = self._module.SEARCH
        if not search.has_table or search.is_selective:
            return not search.is_selective
        same_everywhere = first_return_draws(self.game) or not self.game.recurrence
        return same_everywhere and self._team.scale.keeps_proofs

    def _is_solved(self) -> bool:
        values = [one.value for one in self._found.moves] if self.request.all_moves else [self._found.value]
        return all(value.kind == "exact" for value in values)

    def _tell_answer(self, answer: IterationResult) -> None:
        depth = answer.depth if answer.whole and self._sees_all else None
        scale, total = self._team.scale, self._in_total
        moves = tuple(MoveValue(one.move, total(scale.value(one.packed, depth)), one.line) for one in answer.moves)
        self._tell(
            best=answer.best.move,
            value=total(scale.value(answer.packed, depth)),
            line=answer.best.line,
            moves=moves or self._found.moves,
            depth=_depth_of(answer) if answer.whole else self._found.depth,
        )


def _depth_of(answer: IterationResult) -> int:
    """The depth searched to the end; of a tree without a horizon, the length of its best line."""
    return len(answer.best.line) if answer.depth == DEEPEST else answer.depth
