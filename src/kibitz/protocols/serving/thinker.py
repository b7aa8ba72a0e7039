"""Thinking beside the conversation: one task after the other, in a thread of its own; each can be ended at any time."""

import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought, Value
from kibitz.players.engine import Engine
from kibitz.players.game_clock import GameClock
from kibitz.players.time_control import USUAL_TURNS, TimeAccount, plan_move
from kibitz.position import Position
from kibitz.protocols.serving.conversation import complain
from kibitz.protocols.serving.move_limits import Clock, MoveLimits
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.runtime.orders import GivenUp, order_to_end, ordered
from kibitz.search.drivers.request import SearchRequest

HANDED = 0.02  # seconds that an answer may need on its way to the clock
LEAST = 0.001  # seconds for a move, at least
GLANCE, GLANCE_SECONDS = 1000, 0.01  # positions, and seconds, for a search that is stopped before it has begun
TICK = 0.02  # seconds between two looks at the clock
LATE = 0.5  # seconds after which a search that should have ended is answered for: it compiles, or its rules hang
STUCK = 3.0  # seconds after which its thread is left behind


class Stoppable(Protocol):
    """A thinker that can be ended."""

    def stop(self) -> None:
        """End now, with the best so far."""


@dataclass(eq=False)
class _Task:
    """A position to think about; without a position, a game to compile."""

    game: Game
    done: Callable[[Thought], None]
    known: Thought  # the best so far
    position: Position | None = None
    limits: MoveLimits = field(default_factory=MoveLimits)
    hear: Callable[[Thought], None] = lambda thought: None
    began: float = field(default_factory=time.monotonic)
    may_answer: threading.Event = field(default_factory=threading.Event)
    has_ended: threading.Event = field(default_factory=threading.Event)
    latest: float = math.inf  # when it is stopped; see time.monotonic
    stopped: float = math.inf  # when it was
    is_searching: bool = False
    thinking: Stoppable | None = None  # while it thinks

    @property
    def is_stopped(self) -> bool:
        return self.stopped < math.inf


class Thinker:
    """Thinks about positions, with settings that may change between them.

    Each `begin` leads to exactly one `done`: if a search fails, the reason goes to standard error, and the answer is
    the best move so far, or the first legal one. The same holds half a second after `stop`, even if the compiler is at work, or
    the rules never return; their thread is abandoned.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        """Raises KibitzError, one sentence, for settings that do not fit the game."""
        self.settings = settings
        self._game, self._engine = game, settings.engine(game)
        self._account: TimeAccount | None = None
        self._guard = threading.Lock()
        self._tasks: list[_Task] = []  # that have no answer yet, in their order
        self._begin_thread()

    @property
    def is_thinking(self) -> bool:
        """Whether a task has been begun that is not done."""
        return bool(self._searches())

    @property
    def is_ending(self) -> bool:
        """Whether the current task ends by itself."""
        return any(task.may_answer.is_set() for task in self._searches())

    def change(self, game: Game, settings: EngineSettings) -> None:
        """Think by other settings from the next task on. Raises KibitzError for what does not fit, and changes nothing."""
        self._engine, self.settings, self._account = settings.engine(game), settings, None
        self._game = game

    def forget(self) -> None:
        """A new game begins: the next task drops what was kept of the last one."""
        self._account = None

    def prepare(self, game: Game, done: Callable[[], None] = lambda: None) -> None:
        """Begin to compile after the current task, then call `done`; the end of the conversation calls it in any case."""
        self._put(_Task(game, lambda thought: done(), NOTHING))

    def begin(
        self, position: Position, limits: MoveLimits, hear: Callable[[Thought], None], done: Callable[[Thought], None]
    ) -> None:
        """Think about a position where a player is to move; a task under way is stopped.

        `hear` gets better and better thoughts, and `done` the last one.
        """
        self.stop()
        self._put(_Task(position.game, done, _first(position), position, limits, hear))

    def stop(self) -> None:
        """End all thinking, with the best so far."""
        for task in self._searches():
            self._end(task)

    def release(self) -> None:
        """The task that waits may answer when it has thought long enough: the move on which it counted was played."""
        with self._guard:
            for task in self._tasks:
                if task.limits.waits and not task.may_answer.is_set():
                    task.may_answer.set()
                    seconds = self._seconds_left(task)
                    if seconds is not None:
                        task.latest = time.monotonic() + seconds

    def close(self) -> None:
        """End all thinking, and see to it that all is answered that was asked: within half a second, compiled or not."""
        self.stop()
        late = time.monotonic() + LATE
        while self._tasks and time.monotonic() < late:
            time.sleep(TICK)
        for task in list(self._tasks):
            self._answer(task)
        self._work.put(None)

    def _searches(self) -> list[_Task]:
        with self._guard:
            return [task for task in self._tasks if task.position is not None]

    def _put(self, task: _Task) -> None:
        if not task.limits.waits:
            task.may_answer.set()
        with self._guard:
            self._tasks.append(task)
            self._work.put(task)
        threading.Thread(target=self._watch, args=[task], name="kibitz-watch", daemon=True).start()

    def _end(self, task: _Task) -> None:
        """End the thinking about one task, and let it answer."""
        with self._guard:
            task.stopped = min(task.stopped, time.monotonic())
            task.may_answer.set()
            if task.thinking is not None:
                task.thinking.stop()

    def _answer(self, task: _Task) -> None:
        """Give the answer to a task, once."""
        with self._guard:
            if task not in self._tasks:
                return
            self._tasks.remove(task)
        try:
            task.done(task.known)
        except Exception as problem:  # of rules that are asked what the moves of the line are called
            complain(problem)
            task.done(replace(task.known, line=()))

    def _watch(self, task: _Task) -> None:
        """In a thread of its own: make sure that the task is answered in time, even if its thread hangs."""
        while not task.has_ended.wait(TICK):
            now = time.monotonic()
            if now > task.latest:
                self._end(task)
            if now > task.stopped + LATE:
                self._answer(task)
            if now > task.stopped + STUCK and task.is_searching:
                self._leave_behind(task)
                return

    def _leave_behind(self, task: _Task) -> None:
        """Continue in another thread if a task that was answered for it still occupies this one."""
        with self._guard:
            if not task.is_searching:
                return
            thread, old = self._thread, self._work
            self._engine, self._account = self.settings.engine(self._game), None
            self._begin_thread()
            with contextlib.suppress(queue.Empty):
                while True:
                    self._work.put(old.get_nowait())
        old.put(None)
        order_to_end(thread.ident or 0)
        complain("the search does not end: does a loop of the rules? `kibitz check` finds where")

    def _seconds_left(self, task: _Task) -> float | None:
        """Seconds left for a task that must answer from now on; None if it has limits of its own."""
        limits = task.limits
        if limits.clock is not None:
            turns = min(USUAL_TURNS, limits.clock.moves or USUAL_TURNS)
            wanted = plan_move(limits.clock.left, limits.clock.increment, turns, overtime=limits.clock.overtime).soft
            return max(LEAST, wanted - (time.monotonic() - task.began))
        if limits.limit.time is not None:
            return max(LEAST, limits.limit.time - HANDED)
        return self.settings.time or 0.0 if limits.is_open else None

    def _begin_thread(self) -> None:
        self._work: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=[self._work], name="kibitz-thinker", daemon=True)
        self._thread.start()

    # What follows runs in the thread that thinks.

    def _run(self, work: "queue.SimpleQueue[_Task | None]") -> None:
        try:
            while (task := work.get()) is not None:
                self._do(task)
        except GivenUp:
            pass
        finally:
            ordered.discard(threading.get_ident())  # which the system may give to another thread

    def _do(self, task: _Task) -> None:
        try:
            self._engine.admit(task.game)  # a level is that of the game, which may begin with another position now
            self._engine.warm(task.game)
            if task.position is not None and task in self._tasks:  # else it was answered for meanwhile
                self._think(task, task.position)
        except GivenUp:
            raise
        except BaseException as problem:  # rules may raise SystemExit, too
            complain(problem)
        task.may_answer.wait()
        self._answer(task)
        task.has_ended.set()

    def _think(self, task: _Task, position: Position) -> None:
        engine = self._engine
        usual, account, task.is_searching = engine.limit, engine.account, True
        engine.limit = self._limit(usual, task.limits)
        if task.limits.clock is not None and not task.limits.waits:
            engine.account = self._synchronized(position, task.limits.clock)
        if not task.limits.waits:
            task.latest = time.monotonic() + task.limits.longest(engine.limit.time)
        try:
            if task.is_stopped:  # before it has begun
                engine.limit, engine.account = replace(usual, nodes=GLANCE, time=GLANCE_SECONDS), None
            thoughts, thinking = self._thoughts(engine, position, task.limits)
            with self._guard:
                task.thinking = thinking
                if task.is_stopped:  # meanwhile
                    thinking.stop()
            for thought in thoughts:
                task.known = thought
                if task in self._tasks:
                    task.hear(thought)
        finally:
            with self._guard:
                task.thinking, task.is_searching = None, False
            engine.limit, engine.account = usual, account

    def _thoughts(self, engine: Engine, position: Position, limits: MoveLimits) -> tuple[Iterable[Thought], Stoppable]:
        """Thoughts about a position, and what ends them."""
        if not limits.only and self.settings.reported == 1:
            return engine.thoughts(position), engine
        from kibitz.search.entry import start_search  # here and no sooner: it brings the compiler

        settings, limit = self.settings, engine.limit
        if engine.account is not None:
            limit = replace(limit, time=engine.account.begin_move(position).plan.soft)
        request = SearchRequest(settings.search, limit, settings.knowledge, all_moves=True, threads=settings.threads)
        thinking = start_search(position, None, request)
        return (_narrowed(thought, limits.only) if limits.only else thought for thought in thinking), thinking

    def _limit(self, usual: Limit, limits: MoveLimits) -> Limit:
        """The limits of a search: those of the move, and of the level if one is set."""
        wanted = limits.limit
        if self.settings.level is None:
            if limits.is_open and not limits.waits:
                return usual
            seconds = None if wanted.time is None or limits.waits else max(LEAST, wanted.time - HANDED)
            return replace(usual, depth=wanted.depth, nodes=wanted.nodes, time=seconds)
        depth = min(filter(None, (usual.depth, wanted.depth)), default=None)
        nodes = min(filter(None, (usual.nodes, wanted.nodes)), default=None)
        seconds = usual.time if wanted.time is None else max(LEAST, wanted.time - HANDED)
        return replace(usual, depth=depth, nodes=nodes, time=None if limits.waits else seconds)

    def _synchronized(self, position: Position, clock: Clock) -> TimeAccount:
        """This side's time account, synchronized with the outside clock."""
        left = max(LEAST, clock.left - HANDED)
        if self._account is None:
            self._account = TimeAccount(GameClock(left, clock.increment))
        self._account.synchronize(position, left, clock.increment, clock.moves or math.inf, clock.overtime)
        return self._account


def _narrowed(thought: Thought, only: tuple[int, ...]) -> Thought:
    """A thought that values all moves, of those alone that may be played."""
    found = tuple(one for one in thought.moves if one.move in only)
    if not found:
        return replace(thought, best=only[0], line=only[:1], moves=(), informed=False)
    return replace(thought, best=found[0].move, value=found[0].value, line=found[0].line, moves=found)


NOTHING = Thought(None, Value("estimate", 0), informed=False)  # of a task that only prepares


def _first(position: Position) -> Thought:
    """The first legal move, before anything is thought."""
    move = position.legal()[0]
    return Thought(move, Value("estimate", 0), (move,), stopped="interrupted", informed=False)
