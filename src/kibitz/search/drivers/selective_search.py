"""A selective search under way: what it proves beside its numbers, the end of the game, and what it leaves to the next move."""

import threading
import time
from dataclasses import replace
from typing import Any

from kibitz.core.recurrence import score_of
from kibitz.core.thought import Stopped as Why
from kibitz.core.thought import Thought
from kibitz.kernel import Machine
from kibitz.kernel.ahead import Kernel
from kibitz.search.drivers.continuation import Continuation
from kibitz.search.drivers.proof_search import create_solver
from kibitz.search.drivers.root import IterationResult, MoveResult, answer_of
from kibitz.search.drivers.score_search import ScoreSearch, ScoreTeam
from kibitz.search.drivers.solver import Solver, TooDeep
from kibitz.search.kernels import kernels_of
from kibitz.search.parts.scores import HIGH, INFINITE, LOW, back_up_score, unage_score
from kibitz.search.parts.team import SearchStopped, TooSmall

SPEED, PLAIN_SPEED = 6e6, 2e4  # nodes a second of a proof, about
GUESSING, PROVING = 0.1, 0.4  # of the time: for a guess, before the end is tried for; and for that


class SelectiveTeam(ScoreTeam):
    """A team whose numbers prove nothing by their depth: a win or a loss is looked at again, with nothing left out."""

    def __init__(self, continuation: Continuation, *parts: Any) -> None:
        """`continuation`: where the table comes from; `parts`: what a `ScoreTeam` is made of."""
        self._continuation = continuation
        super().__init__(*parts)

    def iterate(self, depth: int) -> IterationResult:
        """Return the thread's result, proved as far as possible."""
        answer = super().iterate(depth)
        rules = self.machine.rules
        same_everywhere = rules.first_return_draws or not rules.has_recurrence  # else its table may hide an end (path.py)
        if answer.whole and same_everywhere and self.scale.keeps_proofs:
            worker = self.workers[0]
            worker.begin()  # a helper that was quicker has stopped it
            worker.memory.full_width = 1
            try:
                answer = self.before = self._proved(answer)
            except (SearchStopped, TooSmall):
                pass  # the next iteration meets it too
            finally:
                worker.memory.full_width = 0
        return answer

    def _first_table(self, log: int) -> Any:
        kept = self._continuation.table_for(self.machine, self.scale, self._largest_log)
        return super()._first_table(log) if kept is None else kept

    def _proved(self, answer: IterationResult) -> IterationResult:
        """An answer with the proofs that its wins and losses lack."""
        worker = self.workers[0]
        if answer.moves:
            answer = answer_of(worker, [self._proved_move(one) for one in answer.moves], answer.depth)
        while self.scale.is_end(number := answer.packed >> 2) and answer.packed & 3 == (LOW if number > 0 else HIGH):
            if number < 0:
                best = self._proved_move(answer.best)
                return replace(answer, best=best, packed=answer.packed | best.packed & LOW)
            _, plies = self.scale.result(number)
            if plies is None:
                return _closed(answer)
            quicker = worker.search(self._state, plies - 1, number, INFINITE, ply=0)
            if quicker >> 2 <= number:
                return _closed(answer)
            if answer.moves:
                break
            best = MoveResult(worker.memory.root_move, quicker, worker.line(0))
            answer = replace(answer, best=best, packed=quicker)
        return answer

    def _proved_move(self, one: MoveResult) -> MoveResult:
        """A move that wins or loses, proved from both sides where neither player has a quicker way."""
        number, both = one.packed >> 2, LOW | HIGH
        if not self.scale.is_end(number) or one.packed & both != (LOW if number > 0 else HIGH):
            return one
        _, plies = self.scale.result(number)
        if plies is None:
            return replace(one, packed=one.packed | both, line=one.line[:1])
        child = self.machine.rules.play(self._state, one.move)
        sign = self.machine.rules.sign(self._state, child)
        value = unage_score(number, self.scale.mask) * sign
        low = value if value > 0 else value - 1
        packed = self.workers[0].search(child, plies - 2, low, low + 1)
        holds = packed >> 2 <= low if value > 0 else packed >> 2 > low
        return replace(one, packed=back_up_score(value << 2 | both, sign, self.scale.mask), line=one.line[:1]) if holds else one


def _closed(answer: IterationResult) -> IterationResult:
    """A win that nothing tops. Its line ends with its first move: the answer in it may lose sooner than is claimed."""
    return replace(answer, best=replace(answer.best, line=answer.best.line[:1]), packed=answer.packed | HIGH)


class SelectiveSearch(ScoreSearch):
    """A `Thinking` of the selective search. Within a time it tries to prove the value, too, when the end may be in reach."""

    _team: SelectiveTeam
    _solver: Solver | None = None  # while it works
    _proof_nodes = 0

    def _kernels(self) -> list[Kernel]:
        return kernels_of(self._module, self.game, self._wanted, self._may_solve)

    @property
    def _may_solve(self) -> bool:
        """Whether it tries to prove the value, too."""
        return self.limit.time is not None and not self.request.all_moves and not self.game.recurrence

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        self._machine, self._continuation = machine, self.request.continuation or Continuation()
        self._tries = self._may_solve
        super()._begin(machine, choices)

    def _create_team(self, *parts: Any) -> SelectiveTeam:
        return SelectiveTeam(self._continuation, *parts)

    def _search(self) -> Why:
        try:
            return super()._search()
        finally:
            self._continuation.keep_table(self._machine, self._team.scale, self._team.workers[0].table)

    def _search_depth(self, depth: int) -> Why | None:
        return super()._search_depth(depth) or (self._try_to_solve() if self._tries else None)

    def _try_to_solve(self) -> Why | None:
        """Prove the value with a share of the time, once, when the end may be in reach."""
        assert self.limit.time is not None
        spent = time.perf_counter() - self._began
        if spent < GUESSING * self.limit.time:
            return None
        self._tries = False
        seconds = min(PROVING * self.limit.time, 0.8 * (self.limit.time - spent))
        speed = SPEED * self._threads if self._machine.compiled else PLAIN_SPEED
        if seconds <= 0 or not self._continuation.is_end_near(self._machine, self.state, seconds * speed):
            return None
        solver = self._continuation.solver_for(self._machine, self._create_solver)
        before, self._solver = solver.nodes, solver
        solver.resume()
        if self._why is not None:
            return self._why
        alarm = threading.Timer(seconds, solver.end)
        alarm.daemon = True
        alarm.start()
        try:
            settled = solver.settle(self.state, solver.widest, guess=self._to_come * solver.scale.unit)
        except TooDeep:
            self._continuation.failed = 0
            return None
        finally:
            alarm.cancel()
            self._solver, self._proof_nodes = None, solver.nodes - before
        if settled.best is None or not (settled.whole and settled.is_named):
            self._continuation.failed = self._continuation.left
            return self._why
        self._tell(best=settled.best, value=self._in_total(solver.value(settled)), line=(settled.best,))
        return "solved"

    @property
    def _to_come(self) -> int:
        """The result that is still to come, as it is thought so far."""
        return round(self._found.value.result) - score_of(self.state)

    def _create_solver(self) -> Solver:
        return create_solver(self._machine, replace(self.request, limit=replace(self.limit, table=self.limit.table // 2)))

    def _interrupt(self) -> None:
        super()._interrupt()
        solver = self._solver
        if solver is not None:
            solver.end()

    def _counted(self, thought: Thought) -> Thought:
        thought = super()._counted(thought)
        return replace(thought, nodes=thought.nodes + self._proof_nodes)
