"""An exact solution under way: bounds that close in on the value, then the line; or the same for each move."""

import time
from dataclasses import replace
from typing import Any

from kibitz.errors import SearchError
from kibitz.kernel import Machine
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.search import deepening, solve
from kibitz.search._request import Request
from kibitz.search._searching import Searching
from kibitz.search._solver import Settled, Solver, made
from kibitz.search._thinking import Thinking
from kibitz.search._values import INFINITE, low_back, turned
from kibitz.thought import Limit, MoveValue, Thought, Value
from kibitz.thought import Stopped as Why

GUESSED = 300_000  # nodes of a search with estimates that says where a margin may lie ...
EASY = 20_000  # ... for states that are not settled within so many


class Solving(Thinking):
    """A `Thinking` of the exact solver. Its thoughts carry `bounds`; the last one's value is exact, unless it was stopped."""

    _team: Solver
    _guessing: Searching | None = None

    def __init__(self, game: Game | Position | str, state: Any, asked: Request, module: Any = solve) -> None:
        if asked.limit.depth is not None:
            raise SearchError("solve looks to the end of the game: give it a time or a number of nodes, but no depth")
        super().__init__(game, state, asked, module)
        if self._thought.best is None:  # the game is over
            self._thought = replace(self._thought, bounds=(self._thought.value, self._thought.value))

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        self._machine, self._first = machine, int(next(iter(machine.rules.candidates(self.state))))
        self._choices = choices
        self._thought = replace(self._thought, best=self._first, line=(self._first,))
        asked = self._asked
        self.solver = asked.solver or made(self.game, machine, self.limit.table, self._threads, asked.distance, asked.weak)
        self.solver.resume()
        self._team, self._spent, self._root = self.solver, self.solver.nodes, self.solver.widest

    def _search(self) -> Why:
        self._root = self._settled(self.state, self._root, round(self._machine.rules.estimate(self.state)))
        if not self._root.whole:
            return self._why or "nodes"
        best = self._first if self._root.best is None else self._root.best
        value = self.solver.value(self._root)
        self._thought = replace(self._thought, best=best, value=value, line=(best,), bounds=(value, value))
        self._thoughts.put(self._counted(self._thought))
        if self._asked.all_moves:
            found = [self._of(move) for move in self._choices]
            if None in found:
                return self._why or "nodes"
            moves = sorted((one for one in found if one is not None), key=lambda one: one.value.order, reverse=True)
            self._thought = replace(self._thought, best=moves[0].move, line=moves[0].line, moves=tuple(moves))
        else:
            self._thought = replace(self._thought, line=self._line(self.state, self._root))
        return "solved"

    def _settled(self, state: Any, known: Settled, guess: int) -> Settled:
        """Settle a state, first as if it were easy, then with a better guess if it is a margin."""
        known = self.solver.settle(state, known, guess=guess, nodes=min(EASY, self._left))
        if not known.whole and self._left > 0 and self._why is None:
            if self.solver.scale.most > 1 and self._machine.compiled and not self._asked.weak:
                limit = Limit(nodes=min(GUESSED, self._left), time=self.limit.time and self.limit.time / 4)
                asked = Request(limit=limit, knowledge=self._machine.rules.knowledge, distance=False)
                guess = round(self._estimated(state, asked).value.result) * self.solver.scale.unit
            known = self.solver.settle(state, known, guess=guess, nodes=self._left)
        return known

    def _estimated(self, state: Any, asked: Request) -> Thought:
        """What a search with estimates makes of a state; it is stopped when this is."""
        self._guessing = Searching(self.game, state, asked, deepening)
        if self._why is not None:
            self._guessing.stop()
        return self._guessing.result()

    def _end(self, why: Why) -> None:
        super()._end(why)
        if self._guessing is not None:
            self._guessing.stop()

    @property
    def _left(self) -> int:
        """The nodes that are left to spend."""
        if self.limit.nodes is None:
            return INFINITE
        return max(0, self.limit.nodes - (self.solver.nodes - self._spent))

    def _of(self, move: int) -> MoveValue | None:
        """What a move is worth exactly; None when stopped."""
        after = self._machine.rules.play(self.state, move)
        sign = self._machine.rules.sign(self.state, after)
        if self.game.is_over(after):
            result = self.game.result(after) * sign
            if self._asked.weak:
                result = (result > 0) - (result < 0)
            distance = self.solver.scale.distance and result != 0
            return MoveValue(move, Value("exact", result, 1 if distance else None), (move,))
        known = self._child(self._root.low, sign)
        widest = self.solver.widest
        if move != self._thought.best:  # no move is worth more than the best
            known = Settled(known.low, widest.high) if sign < 0 else Settled(widest.low, known.high)
        known = self._settled(after, known, known.low if sign < 0 else known.high)
        if not known.whole:
            return None
        packed = turned(known.low << 2 | 3, sign, self.solver.scale.mask)
        return MoveValue(move, self.solver.scale.value(packed), (move, *self._line(after, known)))

    def _line(self, state: Any, settled: Settled) -> tuple[int, ...]:
        """The best line from a settled state, as far as it is cheap to find."""
        line: list[int] = []
        rules = self._machine.rules
        while settled.best is not None:
            line.append(settled.best)
            after = rules.play(state, settled.best)
            if self.game.is_over(after) or self._why is not None:
                break
            settled = self.solver.settle(
                after, self._child(settled.low, rules.sign(state, after)), nodes=EASY + self._left // 8
            )
            state = after
        return tuple(line)

    def _child(self, value: int, sign: int) -> Settled:
        """What is known of the state that a best move leads to, when the state before is worth `value`."""
        low = low_back(value * sign, self.solver.scale.mask)
        return Settled(low, low)

    def _counted(self, thought: Thought) -> Thought:
        bounds = thought.bounds
        if not self._root.whole:
            low, high = self.solver.limits
            bounds = self.solver.bounds(Settled(low, high))
            unproved = low == self.solver.widest.low and high < self.solver.widest.high
            thought = replace(thought, value=bounds[1] if unproved else bounds[0], bounds=bounds)
        return replace(
            thought,
            nodes=self.solver.nodes - self._spent,
            seconds=time.perf_counter() - self._began,
            hits=self.solver.hits,
            depth=len(thought.line) if thought.value.kind == "exact" else 0,
        )
