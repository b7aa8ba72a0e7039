"""An exact solution under way: bounds that close in on the value, then the line; or the same for each move."""

import contextlib
import time
from dataclasses import replace
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.recurrence import score_of
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, MoveValue, Thought, Value
from kibitz.core.thought import Stopped as Why
from kibitz.errors import SearchError
from kibitz.kernel import Machine
from kibitz.kernel.ahead import Kernel
from kibitz.position import Position
from kibitz.search.algorithms import deepening, solve
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.drivers.score_search import ScoreSearch
from kibitz.search.drivers.solver import Settled, Solver, TooDeep
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import INFINITE, alpha_to_child, back_up_score

GUESSED = 300_000  # nodes of a search with estimates that says where a margin may lie ...
EASY = 20_000  # ... for states that are not settled within so many


class ProofSearch(Thinking):
    """A `Thinking` of the exact solver. Its thoughts carry `bounds`; the last one's value is exact, unless it was stopped.

    The lower bound is what the best move is proved to keep. Where games can last longer than the solver looks ahead, or it
    matters that positions come back, a search that deepens takes its place, and the bounds are what that has proved.
    """

    _team: Solver
    _beside: ScoreSearch | None = None  # a search with estimates: for a guess, or in place of the solver

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: Any = solve) -> None:
        if request.limit.depth is not None:
            raise SearchError("solve looks to the end of the game: give it a time or a number of nodes, but no depth")
        super().__init__(game, state, request, module)
        if self._found.best is None:  # the game is over
            self._found = replace(self._found, bounds=(self._found.value, self._found.value))

    def _kernels(self) -> list[Kernel]:
        if self.request.solver is not None and not self.request.solver.machine.stands_in:  # it has the code
            return []
        return super()._kernels()

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        self._machine, self._choices = machine, choices
        # Where a position can come back, the past may forbid the first move of the rules.
        named = choices if self.game.recurrence else machine.rules.candidates(self.state)
        self._first = int(next(iter(named)))
        self._found = replace(self._found, best=self._first, line=(self._first,))
        request = self.request
        known = request.solver
        serves = known is not None and (known.machine is machine or not known.machine.stands_in)
        self.solver = known if known is not None and serves else create_solver(machine, request)
        self.solver.resume()
        self._team, self._spent, self._root = self.solver, self.solver.nodes, self.solver.widest
        self.solver.begin_state(self._root)
        self._glanced, self._counts = self._found.value, True

    def _search(self) -> Why:
        if self.game.recurrence:
            return self._deepened()
        try:
            self._root = self._settled(self.state, self._root, round(self._machine.rules.estimate(self.state)))
        except TooDeep:
            return self._deepened()
        if not (self._root.whole and self._root.is_named):
            return self._why or "nodes"
        best, value = self._root.best, self._as_requested(self.solver.value(self._root))
        assert best is not None
        self._found = replace(self._found, best=best, value=value, line=(best,), bounds=(value, value))
        self._thoughts.put(self._counted(self._found))
        if not self.request.all_moves:
            self._found = replace(self._found, line=self._line(self.state, self._root))
            return "nodes" if self._has_given_way else "solved"
        moves = [self._of(move) for move in self._choices]
        moves.sort(key=lambda one: (one.value.order, one.value.kind == "exact"), reverse=True)
        self._found = replace(self._found, best=moves[0].move, line=moves[0].line, moves=tuple(moves))
        if self._has_given_way:
            return "nodes"
        is_whole = all(one.value.kind == "exact" for one in moves)
        return "solved" if is_whole else self._why or ("depth" if self._left > 0 else "nodes")

    @property
    def _has_given_way(self) -> bool:
        """Whether machine code has come and ended the plain search, whose lines and other moves may be cut short."""
        return self._why is None and self.solver.is_ended

    def _settled(self, state: Any, known: Settled, guess: int) -> Settled:
        """Settle a state, first as if it were easy, then with a better guess if it is a margin."""
        known = self.solver.settle(state, known, guess=guess, nodes=min(EASY, self._left))
        if not (known.whole and known.is_named) and self._left > 0 and self._why is None:
            if not known.whole and self.solver.scale.most > 1 and self._wanted.compiled and not self.request.weak:
                limit = Limit(nodes=min(GUESSED, self._left), time=self.limit.time and self.limit.time / 4)
                request = SearchRequest(limit=limit, knowledge=self._machine.rules.knowledge, distance=False)
                found = self._search_beside(state, request).result().value.result
                guess = round(found - score_of(state)) * self.solver.scale.unit
            known = self.solver.settle(state, known, guess=guess, nodes=self._left)
        return known

    def _search_beside(self, state: Any, request: SearchRequest) -> ScoreSearch:
        """Begin another search, which is stopped when this is."""
        self._beside = ScoreSearch(self.game, state, request, deepening)
        if self._why is not None:
            self._beside.stop()
        return self._beside

    def _deepened(self) -> Why:
        """The proof of a deepening search, in the solver's place; within the same limits, and ended together with it."""
        left = None if self.limit.nodes is None else max(1, self._left)
        request = replace(
            self.request,
            search=None,
            limit=replace(self.limit, nodes=left, time=None),
            knowledge=self._machine.rules.knowledge,
            distance=self.solver.scale.distance,
            weak=False,
            solver=None,
        )
        beside = self._search_beside(self.state, request)
        self._counts, spent = False, self.solver.nodes - self._spent
        for thought in beside:
            self._found = self._bounded(replace(thought, nodes=spent + thought.nodes))
            self._thoughts.put(self._found)
        return self._why or self._found.stopped

    def _bounded(self, thought: Thought) -> Thought:
        """A thought of another search, with the limits that it has proved."""
        value, (low, high) = self._signed(thought.value), self._limits(self.solver.widest)
        low = value if value.kind in ("exact", "at_least") else low
        high = value if value.kind in ("exact", "at_most") else high
        if value.kind == "estimate":
            value = low or self._glanced
        moves = tuple(replace(one, value=self._signed(one.value)) for one in thought.moves)
        return replace(thought, value=value, bounds=(low, high), moves=moves)

    def _as_requested(self, value: Value) -> Value:
        """A value of the rest of the game, as the solver counts it, in the form requested."""
        return self._signed(self._in_total(value))

    def _signed(self, value: Value) -> Value:
        """A value in the form requested: without the distance, if only the result is wanted."""
        if not self.request.weak or value.kind == "estimate":
            return value
        return replace(value, result=(value.result > 0) - (value.result < 0))

    def _interrupt(self) -> None:
        super()._interrupt()
        if self._beside is not None:
            self._beside.stop()

    @property
    def _left(self) -> int:
        """The nodes that are left to spend."""
        if self.limit.nodes is None:
            return INFINITE
        return max(0, self.limit.nodes - (self.solver.nodes - self._spent))

    def _of(self, move: int) -> MoveValue:
        """The exact value of a move; if stopped, or where games can last too long, only the best move's."""
        after = self._machine.rules.play(self.state, move)
        sign = self._machine.rules.sign(self.state, after)
        gain = self._machine.rules.reward(self.state, move)
        if self.game.is_over(after):
            result = self.game.result(after) * sign + gain
            distance = self.solver.scale.distance and result != 0
            return MoveValue(move, self._as_requested(Value("exact", result, 1 if distance else None)), (move,))
        gain *= self.solver.scale.unit
        known = self._child(self._root.low - gain, sign)
        widest = self.solver.widest
        if move != self._found.best:  # no move is worth more than the best
            known = Settled(known.low, widest.high) if sign < 0 else Settled(widest.low, known.high)
        with contextlib.suppress(TooDeep):
            known = self._settled(after, known, known.low if sign < 0 else known.high)
        if not known.whole:
            return MoveValue(move, replace(self._found.value, kind="at_most"), (move,))
        packed = back_up_score(known.low << 2 | 3, sign, self.solver.scale.mask) + (gain << 2)
        value = self._as_requested(self.solver.scale.value(packed))
        return MoveValue(move, value, (move, *self._line(after, known)))

    def _line(self, state: Any, settled: Settled) -> tuple[int, ...]:
        """The best line from a settled state, as far as it is cheap to find: each of its moves is proved to be the best."""
        line: list[int] = []
        rules = self._machine.rules
        while settled.best is not None and settled.is_named:
            line.append(settled.best)
            after = rules.play(state, settled.best)
            if self.game.is_over(after) or self._why is not None:
                break
            gain = rules.reward(state, settled.best) * self.solver.scale.unit
            known = self._child(settled.low - gain, rules.sign(state, after))
            try:
                settled = self.solver.settle(after, known, nodes=EASY + self._left // 8)
            except TooDeep:
                break
            state = after
        return tuple(line)

    def _child(self, value: int, sign: int) -> Settled:
        """The knowledge of the state after a best move, when the state before is worth `value`."""
        low = alpha_to_child(value * sign, self.solver.scale.mask)
        return Settled(low, low)

    def _counted(self, thought: Thought) -> Thought:
        seconds = time.perf_counter() - self._began
        if not self._counts:  # the search in its place has counted
            return replace(thought, seconds=seconds)
        if not (self._root.whole and self._root.is_named):
            thought = self._unsettled(thought)
        return replace(
            thought,
            nodes=self.solver.nodes - self._spent,
            seconds=seconds,
            hits=self.solver.hits,
            depth=len(thought.line) if thought.value.kind == "exact" else 0,
        )

    def _unsettled(self, thought: Thought) -> Thought:
        """With the limits proved so far: the lower one is the best move's, which may be less than the state's own."""
        known, widest = self.solver.progress, self.solver.widest
        kept, best = (widest.low, self._first) if known.best is None else (known.kept, known.best)
        low, high = self._limits(Settled(kept, known.high))
        value = high if kept <= widest.low and known.high < widest.high else low
        return replace(thought, best=best, line=(best,), value=value or self._glanced, bounds=(low, high))

    def _limits(self, known: Settled) -> tuple[Value | None, Value | None]:
        """Proved limits as values; None where nothing is proved, and the rules do not say how large results get."""
        low, high = map(self._as_requested, self.solver.bounds(known))
        if self.solver.scale.known or self.solver.weak:
            return low, high
        widest = self.solver.widest
        return None if known.low <= widest.low else low, None if known.high >= widest.high else high


def create_solver(machine: Machine, request: SearchRequest) -> Solver:
    """A solver of a game; unless the request says so, plies count only where games are won, lost or drawn."""
    game = machine.rules.game
    counts = best_result(game) == 1 if request.distance is None else request.distance
    scale = Scale.of(game, counts and not request.weak, exact=True)
    weak = request.weak and not machine.rules.has_reward  # who wins depends on what was won before: it is asked at the end
    return Solver(machine, scale, request.limit.table, request.threads, weak)
