"""A search under way in threads of its own: limits, the clock, the stop flag, and better and better thoughts."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from kibitz.errors import KibitzError, RulesError, SearchError
from kibitz.kernel import Machine, machine_of
from kibitz.position import Position
from kibitz.registry import knowledge_of, load, member
from kibitz.rules import Game, Knowledge, says
from kibitz.search import _memory as m
from kibitz.search._root import Answer
from kibitz.search._scale import Scale
from kibitz.search._team import Team
from kibitz.search._worker import Stopped
from kibitz.thought import Limit, MoveValue, Thought, Value
from kibitz.thought import Stopped as Why

TICK = 0.25  # seconds between thoughts when nothing new was found


class Thinking:
    """A search under way in threads of its own, begun at once by `begin`; the arguments are those of `think`.

    Iterate over it for better and better thoughts, the last of them final; `result` waits for that one; `stop` asks for it now.
    """

    def __init__(
        self,
        game: Game | Position | str,
        state: Any = None,
        *,
        search: str = "deepening",
        limit: Limit = Limit(),
        knowledge: Knowledge | Literal["auto"] | None = "auto",
        all_moves: bool = False,
        threads: int = 1,
        distance: bool = True,
    ) -> None:
        if isinstance(game, Position):
            state = game.state
        self.game = load(game) if isinstance(game, str) else game.game if isinstance(game, Position) else game
        self.state = self.game.start() if state is None else state
        self.limit = limit
        self._module = member("search", search, SearchError, "search")
        if type(self) is Thinking and getattr(self._module, "SOLVES", False):
            raise SearchError(f"{search} is begun by `kibitz.begin`, or waited for by `kibitz.think`")
        _check(self.game, limit, threads)
        wise = knowledge_of(self.game) if knowledge == "auto" else knowledge
        machine = machine_of(self.game, wise)
        machine.ready(self._module.enter)
        self._all, self._threads, self._distance = all_moves, threads if self._module.HAS_TABLE else 1, distance
        legal = [] if self.game.is_over(self.state) else [int(move) for move in self.game.moves(self.state)]
        self._why: Why | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._thoughts: queue.SimpleQueue[Thought] = queue.SimpleQueue()
        self._began = time.perf_counter()
        self._thought = self._first_thought(machine, legal)
        if not legal:
            self._done.set()
            return
        self._begin(machine, legal)
        if limit.time is not None:
            threading.Thread(target=self._ring, args=(limit.time,), name="kibitz-clock", daemon=True).start()
        threading.Thread(target=self._lead, name="kibitz", daemon=True).start()

    def _begin(self, machine: Machine, legal: list[int]) -> None:
        """Make ready what searches."""
        scale = Scale.of(self.game, self._distance)
        self._team = Team(machine, self._module, scale, self.state, legal, self.limit, self._threads, self._all)

    def __iter__(self) -> Iterator[Thought]:
        last = time.perf_counter()
        while True:
            try:
                yield self._thoughts.get(timeout=TICK / 4)
                last = time.perf_counter()
            except queue.Empty:
                if self._done.is_set() and self._thoughts.empty():
                    break
                if time.perf_counter() - last > TICK:
                    yield self._counted(self._thought)
                    last = time.perf_counter()
        yield self.result()

    def stop(self) -> None:
        """End now, with the best so far; takes effect within milliseconds."""
        self._end("interrupted")

    def result(self) -> Thought:
        """The final thought, once there is one."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._thought

    # What follows runs in the search's own threads.

    def _lead(self) -> None:
        """The thread that walks through the depths, and tells what it finds."""
        try:
            why = self._search()
            self._thought = replace(self._thought, stopped=why)
        except KibitzError as wrong:
            self._error = wrong
        except Exception as wrong:
            self._error = RulesError(f"the rules raised {type(wrong).__name__}: {wrong}; `kibitz check` shows where")
            self._error.__cause__ = wrong
        finally:
            self._team.end()
            self._team.join()
            self._thought = self._counted(self._thought)
            self._done.set()

    def _search(self) -> Why:
        """Go through the depths until something ends it; says what."""
        deepest = min(self.limit.depth or m.DEEPEST, m.DEEPEST)
        if not self._module.DEEPENS and self._straight(deepest):
            return self._why or ("solved" if self._is_solved() else "depth")
        for depth in range(1, deepest + 1):
            try:
                answer = self._team.iterate(depth)
            except Stopped:
                return self._why or "nodes"
            self._tell(answer)
            if not answer.whole:
                return self._why or "nodes"
            if self._is_solved():
                return "solved"
        return "depth"

    def _straight(self, depth: int) -> bool:
        """A textbook search goes straight to the depth wanted; within limits it spends a quarter on that, then deepens."""
        alarm = threading.Timer((self.limit.time or 0) / 4, self._team.give_up_iteration)
        alarm.daemon = True
        if self.limit.time is not None:
            alarm.start()
        self._team.limit_nodes(share=4)
        try:
            answer = self._team.iterate(depth)
        except Stopped:
            answer = None
        alarm.cancel()
        self._team.limit_nodes()
        if answer is not None and (answer.whole or self._why is not None):
            self._tell(answer)
        return self._why is not None or (answer is not None and answer.whole)

    def _ring(self, seconds: float) -> None:
        """The clock's thread."""
        if not self._done.wait(max(0.0, self._began + seconds - time.perf_counter())):
            self._end("time")

    def _end(self, why: Why) -> None:
        self._why = self._why or why
        if not self._done.is_set():
            self._team.end()

    # From answers to thoughts.

    def _is_solved(self) -> bool:
        values = [one.value for one in self._thought.moves] if self._all else [self._thought.value]
        return all(value.kind == "exact" for value in values)

    def _tell(self, answer: Answer) -> None:
        depth = answer.depth if answer.whole else None
        moves = tuple(MoveValue(one.move, self._team.scale.value(one.packed, depth), one.line) for one in answer.moves)
        self._thought = self._counted(
            replace(
                self._thought,
                best=answer.best.move,
                value=self._team.scale.value(answer.packed, depth),
                line=answer.best.line,
                moves=moves or self._thought.moves,
                depth=_depth_of(answer) if answer.whole else self._thought.depth,
            )
        )
        self._thoughts.put(self._thought)

    def _first_thought(self, machine: Machine, legal: list[int]) -> Thought:
        """Before any search: the first legal move, and what the knowledge thinks at a glance; of an ended game, all."""
        if not legal:
            result = self.game.result(self.state)
            return Thought(None, Value("exact", result, 0 if result else None), threads=self._threads, stopped="solved")
        value = Value("estimate", round(machine.rules.estimate(self.state), 4))
        moves = tuple(MoveValue(move, value, (move,)) for move in legal) if self._all else ()
        return Thought(legal[0], value, (legal[0],), moves, threads=self._threads, stopped="interrupted")

    def _counted(self, thought: Thought) -> Thought:
        seconds = time.perf_counter() - self._began
        return replace(thought, nodes=self._team.nodes, seconds=seconds, hits=self._team.hits)


def _depth_of(answer: Answer) -> int:
    """The depth searched to the end; of a tree without a horizon, the length of its best line."""
    return len(answer.best.line) if answer.depth == m.DEEPEST else answer.depth


def _check(game: Game, limit: Limit, threads: int) -> None:
    if not says(game, "result"):
        raise SearchError(f"{type(game).__name__} gives payoffs, not a result for two: no search of this version plays it")
    for name in ("depth", "time", "nodes"):
        amount = getattr(limit, name)
        if amount is not None and amount <= 0:
            raise SearchError(f"a search limited to {name} {amount} finds nothing: give a {name} above 0")
    if threads < 1:
        raise SearchError(f"{threads} threads cannot search: give 1 or more")
