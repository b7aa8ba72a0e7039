"""What thinks beside the talk: one task after the other, in a thread of its own; each can be ended at any time."""

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from kibitz.errors import KibitzError
from kibitz.players.engine import Engine
from kibitz.players.time_control import USUAL_TURNS, GameClock, TimeAccount, plan_move
from kibitz.position import Position
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.rules import Game
from kibitz.search.request import SearchRequest
from kibitz.thought import Limit, Thought, Value

HANDED = 0.02  # seconds that an answer may need to come to whoever keeps the clock
LEAST = 0.001  # seconds for a move, at least
GLANCE, GLANCE_SECONDS = 1000, 0.01  # positions, and seconds, for a search that is stopped before it has begun
CLOSING = 2.0  # seconds to wait for what is thought about, at the end


@dataclass(frozen=True)
class Clock:
    """The seconds left of one side, those that each move adds, and the moves until there are more, where that is known."""

    left: float
    increment: float = 0.0
    moves: int | None = None


@dataclass(frozen=True)
class MoveLimits:
    """How long to think about a move: limits, or a clock; nothing at all leaves it to the settings.

    `only`: the moves that may be played; none for all. `waits`: the answer is given when it is asked for, by `stop` or
    `release`, and no sooner; limits of time count from then on.
    """

    limit: Limit = Limit()
    clock: Clock | None = None
    only: tuple[int, ...] = ()
    waits: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nothing is said of how long to think."""
        return self.clock is None and self.limit.time is self.limit.depth is self.limit.nodes is None


class Stoppable(Protocol):
    """What thinks, and can be ended."""

    def stop(self) -> None:
        """End now, with the best so far."""


@dataclass
class _Task:
    """A position that is thought about."""

    position: Position
    limits: MoveLimits
    hear: Callable[[Thought], None]
    done: Callable[[Thought], None]
    began: float = field(default_factory=time.monotonic)
    may_answer: threading.Event = field(default_factory=threading.Event)
    is_stopped: bool = False
    thinking: Stoppable | None = None  # while it thinks


class Thinker:
    """Thinks about positions, by settings that may be changed between them.

    Each `begin` comes to one `done`, in the thread that thinks, whatever happens: where a search fails the reason goes to
    standard error, and the answer is the first legal move.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        """Raises KibitzError, one sentence, for settings that do not fit the game."""
        self.settings = settings
        self._engine = settings.engine(game)
        self._account: TimeAccount | None = None
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._tasks: list[_Task] = []
        self._thread = threading.Thread(target=self._run, name="kibitz-thinker", daemon=True)
        self._thread.start()

    @property
    def is_thinking(self) -> bool:
        """Whether a task has been begun that is not done."""
        return bool(self._tasks)

    @property
    def is_ending(self) -> bool:
        """Whether a task is under way that comes to its end by itself."""
        with self._guard:
            return any(task.may_answer.is_set() for task in self._tasks)

    def change(self, game: Game, settings: EngineSettings) -> None:
        """Think by other settings from the next task on. Raises KibitzError for what does not fit, and changes nothing."""
        self._engine, self.settings, self._account = settings.engine(game), settings, None

    def forget(self) -> None:
        """Another game begins: what was kept of the one before is dropped with the next task."""
        self._account = None

    def prepare(self, game: Game, done: Callable[[], None]) -> None:
        """Compile, after what is under way, then call `done`."""

        def work() -> None:
            try:
                self._engine.prepare(game)
            except KibitzError as problem:
                complain(problem)
            done()

        self._work.put(work)

    def begin(
        self, position: Position, limits: MoveLimits, hear: Callable[[Thought], None], done: Callable[[Thought], None]
    ) -> None:
        """Think about a position where a player is to move; a task under way is stopped.

        `hear` is told better and better thoughts, and `done` the last one.
        """
        self.stop()
        task = _Task(position, limits, hear, done)
        if not limits.waits:
            task.may_answer.set()
        with self._guard:
            self._tasks.append(task)
        self._work.put(lambda: self._do(task))

    def stop(self) -> None:
        """End all thinking, with the best so far."""
        with self._guard:
            for task in self._tasks:
                task.is_stopped = True
                task.may_answer.set()
                if task.thinking is not None:
                    task.thinking.stop()

    def release(self) -> None:
        """The task that waits may answer when it has thought long enough: the move on which it counted was played."""
        with self._guard:
            for task in self._tasks:
                if task.limits.waits and not task.may_answer.is_set():
                    task.may_answer.set()
                    seconds = self._seconds_left(task)
                    if seconds is not None:
                        alarm = threading.Timer(seconds, self._end, [task])
                        alarm.daemon = True
                        alarm.start()

    def close(self) -> None:
        """End all thinking, and wait a while until it has."""
        self.stop()
        self._work.put(None)
        self._thread.join(CLOSING)

    def _end(self, task: _Task) -> None:
        with self._guard:
            task.is_stopped = True
            if task in self._tasks and task.thinking is not None:
                task.thinking.stop()

    def _seconds_left(self, task: _Task) -> float | None:
        """How long a task may go on whose answer is wanted from now on; None where it has limits of its own."""
        limits = task.limits
        if limits.clock is not None:
            turns = min(USUAL_TURNS, limits.clock.moves or USUAL_TURNS)
            wanted = plan_move(limits.clock.left, limits.clock.increment, turns).soft
            return max(LEAST, wanted - (time.monotonic() - task.began))
        if limits.limit.time is not None:
            return max(LEAST, limits.limit.time - HANDED)
        return self.settings.time or 0.0 if limits.is_open else None

    # What follows runs in the thread that thinks.

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    def _do(self, task: _Task) -> None:
        thought = _first(task.position)
        try:
            thought = self._think(task, thought)
        except Exception as problem:
            complain(problem)
        task.may_answer.wait()
        with self._guard:
            self._tasks.remove(task)
        task.done(thought)

    def _think(self, task: _Task, thought: Thought) -> Thought:
        engine = self._engine
        engine.admit(task.position.game)  # a level is that of the game, which may begin with another position now
        engine.prepare(task.position.game)  # here, so that nobody waits for the compiler who wants to stop it
        usual, account = engine.limit, engine.account
        engine.limit = self._limit(usual, task.limits)
        if task.limits.clock is not None and not task.limits.waits:
            engine.account = self._synchronized(task.position, task.limits.clock)
        try:
            with self._guard:
                if task.is_stopped:  # before it has begun
                    engine.limit, engine.account = replace(usual, nodes=GLANCE, time=GLANCE_SECONDS), None
                thoughts, task.thinking = self._thoughts(engine, task)
            for thought in thoughts:
                task.hear(thought)
        finally:
            with self._guard:
                task.thinking = None
            engine.limit, engine.account = usual, account
        return thought

    def _thoughts(self, engine: Engine, task: _Task) -> tuple[Iterable[Thought], Stoppable]:
        """Thoughts about a task, and what ends them."""
        if not task.limits.only:
            return engine.thoughts(task.position), engine
        from kibitz.search.entry import start_search  # here and no sooner: it brings the compiler

        settings, limit = self.settings, engine.limit
        if engine.account is not None:
            limit = replace(limit, time=engine.account.begin_move(task.position).plan.soft)
        request = SearchRequest(settings.search, limit, settings.knowledge, all_moves=True, threads=settings.threads)
        thinking = start_search(task.position, None, request)
        return (_narrowed(thought, task.limits.only) for thought in thinking), thinking

    def _limit(self, usual: Limit, limits: MoveLimits) -> Limit:
        """The limits of a search: those of the move, and of the level where there is one."""
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
        """The account of this side's time, as whoever keeps the clock has it."""
        left = max(LEAST, clock.left - HANDED)
        if self._account is None:
            self._account = TimeAccount(GameClock(left, clock.increment))
        self._account.synchronize(position, left, clock.increment, clock.moves)
        return self._account


def _narrowed(thought: Thought, only: tuple[int, ...]) -> Thought:
    """A thought that values all moves, of those alone that may be played."""
    found = next((one for one in thought.moves if one.move in only), None)
    if found is None:
        return replace(thought, best=only[0], line=only[:1], informed=False)
    return replace(thought, best=found.move, value=found.value, line=found.line)


def _first(position: Position) -> Thought:
    """The first legal move, before anything is thought."""
    move = position.legal()[0]
    return Thought(move, Value("estimate", 0), (move,), stopped="interrupted", informed=False)


def complain(problem: Exception | str) -> None:
    """Say what is wrong on standard error, where whoever looks for it finds it."""
    sentence = " ".join(str(problem).split()) or type(problem).__name__
    print(f"kibitz: {sentence[:500]}", file=sys.stderr, flush=True)
