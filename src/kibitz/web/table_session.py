"""A table in the server: one change at a time, its searches while a visitor looks, and its subscribers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Any

from cachetools import FIFOCache

from kibitz.arena.store.records import Sitting
from kibitz.core.thought import Value
from kibitz.errors import KibitzError
from kibitz.jobs.job import Job
from kibitz.jobs.visitor_queue import VisitorSearchQueue
from kibitz.position import Position
from kibitz.present.answer import thought_of
from kibitz.proofs import Entry, Line
from kibitz.runtime.user_code import blame_rules
from kibitz.table.clocks import now
from kibitz.table.findings import Findings
from kibitz.table.game_table import GameTable, Stale
from kibitz.table.saved_tables import sitting_of, table_of
from kibitz.web.site import House, HttpProblem

KEPT = 64  # positions of which it is remembered how far they were weighed
GRACE = 0.5  # seconds for cancelled tasks to end, and to keep what a move has taken
log = logging.getLogger("kibitz.web")
TableTasks = Mapping[str, Callable[["TableSession"], Awaitable[None]]]


@dataclass(frozen=True)
class WeighingProgress:
    """How far the moves of a position have been valued. `is_done`: no more values will come. `wrong`: why there are none.

    `blank`: the plies searched without seeing the end of the game, in a game without an estimate.
    """

    is_done: bool = False
    wrong: str = ""
    blank: int | None = None


@dataclass(frozen=True)
class PositionQuestion:
    """A question about the position of a table: for workers, and with its legal moves by name."""

    position: Position
    args: dict[str, Any]
    legal: dict[str, int]


UNWEIGHED = WeighingProgress()


@dataclass(eq=False)
class Pondering:
    """The computer's thinking on a person's time in `table`: its answer in `after`, the reply that it expects.

    `job`: its search, once that has begun. `found`: its result, None for nothing.
    """

    table: GameTable
    after: GameTable
    found: asyncio.Future[dict[str, Any] | None]
    job: Job | None = None

    def is_about(self, table: GameTable) -> bool:
        """Whether the expected reply has come."""
        return table.thinks and table.position.moves == self.after.position.moves


class TableSession:
    """A game that is played here and now. Used in the thread of the event loop only; rules and the store run in others.

    `job` is the search of the one who has the move, `advising` that for a hint, `weighing` that for values. `wrong` says why
    the computer does not play. What all of them find is in `findings`. `ahead`: what it thinks on a person's time.
    """

    def __init__(
        self, house: House, table: GameTable, findings: Findings, searches: VisitorSearchQueue, tasks: TableTasks
    ) -> None:
        """`searches`: of the visitor who began the game. `tasks`: what to do for each purpose."""
        self.house, self.table, self.findings, self.searches = house, table, findings, searches
        self.job: Job | None = None
        self.advising: Job | None = None
        self.weighing: Job | None = None
        self.ahead: Pondering | None = None
        self.hint: dict[str, Any] | None = None  # for the position as it is now
        self.advised = set[tuple[int, ...]]()  # the moves before each position for which somebody wanted a hint
        self.wrong = ""
        self.learned: str | None = None  # where estimates come from
        self.audience = Audience(house.limits.lease)
        self.weighed: FIFOCache[Line, WeighingProgress] = FIFOCache(KEPT)
        self.is_closed = False
        self.beginning = asyncio.Lock()  # of the game after this one, of which there is one
        self._lock, self._task_kinds = asyncio.Lock(), tasks
        self._tasks: dict[str, asyncio.Task[None]] = {}  # each kind only once at a time

    @property
    def mark(self) -> str:
        """A text that changes whenever the page of the table would change."""
        return f"{self.table.version}.{self.audience.news}"

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being searched for."""
        return "advise" in self._tasks

    @property
    def is_idle(self) -> bool:
        """Whether the table may leave memory: it has no watcher and no running job."""
        return self.audience.is_empty and not self._tasks and not self._lock.locked()

    @property
    def is_looked_at(self) -> bool:
        """Whether a visitor is waiting for a search."""
        return not self.is_closed and self.audience.waits

    @property
    def wants_values(self) -> bool:
        """Whether the moves of the position need to be valued, or valued further."""
        weighed = self.weighed.get(self.table.position.moves)
        wanted = self.table.settings.values != "off" and self.table.is_helped
        return wanted and self.table.waits and not (weighed and weighed.is_done)

    @property
    def is_ahead_wanted(self) -> bool:
        """Whether the pondering is about this position or the one after the expected reply."""
        ahead = self.ahead
        return (
            ahead is not None and (ahead.is_about(self.table) or self.is_at(ahead.table.position.moves)) and not self.is_closed
        )

    def is_at(self, moves: Line) -> bool:
        """Whether the game is in progress and stands after these moves."""
        return self.table.position.moves == moves and not self.table.ended and not self.is_closed

    def look(self) -> None:
        """Called when a visitor watches: resume the searches they wait for."""
        self.audience.look()
        if self.table.thinks and not self.wrong:
            self._go("answer")
        if self.wants_values:
            self._go("weigh")

    def look_ahead(self) -> None:
        """Begin to ponder."""
        self._go("ponder")

    def advise(self) -> None:
        """Begin to search for a hint; it will be in `hint`."""
        self.audience.look()
        if self.table.waits and self.hint is None:
            self.advised.add(self.table.position.moves)
            self._go("advise")

    def retry(self) -> None:
        """Let the computer retry the search that failed."""
        self.wrong = ""
        self.look()

    def stop(self) -> None:
        """Let the computer play the best move it has found so far."""
        for job in (self.job, self.advising):
            if job is not None:
                job.stop()

    async def change(self, step: Callable[[GameTable], GameTable]) -> None:
        """The next table, kept in the store. Raises what `step` raises, and then nothing has changed.

        Stale where the store holds another game by now, of another server: then the table is as it is there. Once the time of
        the side to move is over, everything comes too late: the game has ended.
        """
        moment = now()  # not when it is its turn, and not before all of the request was here
        async with self._lock:
            before = self.table
            proofs = self.findings.as_json()
            table, sitting = await self.house.run_rules(before.game, _stepped, before, step, moment, proofs)
            if table.ply > before.ply:
                await self.house.run_blocking(self.house.catalog.check, sitting.game)
            is_ours = table.version == before.version or await self.house.run_blocking(self.house.store.keep_sitting, sitting)
            if not is_ours:  # somebody else has been there first
                table = await self._elsewhere()
            if table.position.moves != before.position.moves or table.seats != before.seats or table.ended:
                self.hint, self.wrong = None, ""
                self._drop()
                if self.ahead is not None and not self.ahead.is_about(table):
                    self.give_up_ahead()
            self.table = table.with_worths(self._worths(table))
        self.audience.tell()
        self.look()
        if not is_ours:
            raise Stale("the game has gone on elsewhere: look at the board, and choose again")

    @property
    def seconds_to_go(self) -> float:
        """Seconds until a clock runs out, if no move is made."""
        return inf if self.table.clock is None else self.table.clock.seconds_to_go(now())

    async def check_clock(self) -> None:
        """End the game if a player has run out of time."""
        if self.seconds_to_go <= 0:
            with suppress(Stale):
                await self.change(lambda table: table)

    def hear(self, question: PositionQuestion, answer: Mapping[str, Any], whole: bool) -> None:
        """Take in a search's answer. `whole`: see `Findings.hear`."""
        position, thought = question.position, thought_of(answer, question.legal)
        if thought is not None:
            self.house.proved.learn(question.args["game"], question.args["moves"], answer)
            self.findings.hear(position.moves, thought, whole)
            if thought.value.kind == "estimate":
                self.learned = thought.learned or self.learned
            self.table = self.table.with_worths(self._worths(self.table))
            self.audience.learn()

    def weigh(self, moves: Line, weighed: WeighingProgress) -> None:
        """Note how far the moves of a position have been valued."""
        self.weighed[moves] = weighed
        self.audience.learn()

    def give_up_ahead(self) -> None:
        """Cancel the pondering."""
        if self.ahead is not None and not self.ahead.found.done():
            self.ahead.found.set_result(None)
        self.ahead = None

    async def settled(self, seconds: float) -> None:
        """Wait until no search is running that a person waits for, or until the time is up."""
        until = time.monotonic() + seconds
        with self.audience.watched():
            while self._waited_for and (left := until - time.monotonic()) > 0:
                await self.audience.wait_for_news(left)

    async def close(self) -> None:
        """End all jobs of the table without waiting for rules that never end. The clocks are kept."""
        if self.seconds_to_go < inf:
            with suppress(KibitzError, TimeoutError):
                await asyncio.wait_for(self.change(GameTable.unchanged), GRACE)
        self.is_closed = True
        self._drop()
        self.give_up_ahead()
        self.audience.tell()
        if self._tasks:
            _, hanging = await asyncio.wait(self._tasks.values(), timeout=GRACE)
            for task in hanging:
                task.cancel()
            await asyncio.gather(*hanging, return_exceptions=True)

    @property
    def _waited_for(self) -> bool:
        return "answer" in self._tasks or "advise" in self._tasks

    def _worths(self, table: GameTable) -> dict[int, Value]:
        found = {ply: self.findings.value(one.moves, one.to_move) for ply, one in enumerate(table.positions)}
        return {ply: value for ply, value in found.items() if value is not None}

    async def _elsewhere(self) -> GameTable:
        kept = await self.house.run_blocking(self.house.store.sitting, self.table.key)
        if kept is None:
            raise HttpProblem("this game is not in the store any more", 410)
        return await self.house.run_rules(self.table.game, table_of, kept, self.table.game)

    def _drop(self) -> None:
        for job in (self.job, self.advising, self.weighing):
            if job is not None:
                job.cancel()

    def _go(self, name: str) -> None:
        if not self.is_closed and name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self._work(name))

    async def _work(self, name: str) -> None:
        try:
            await self._task_kinds[name](self)
        except KibitzError as problem:  # rules that fail, or have changed
            self._fail(name, str(problem))
        except Exception:  # a mistake of ours, which would happen again and again
            log.exception("%s for the game %s", name, self.table.key)
            self._fail(name, "something went wrong here: what happened is in the log of the server")
        finally:
            del self._tasks[name]
            self.audience.learn()

    def _fail(self, name: str, why: str) -> None:
        """Note why a job has failed: its answer will not come."""
        if name == "weigh":
            self.weigh(self.table.position.moves, WeighingProgress(True, why))
        elif name == "advise":
            self.hint = {"wrong": why}
        elif name == "ponder":
            self.give_up_ahead()
        else:
            self.wrong = why


def _stepped(
    table: GameTable, step: Callable[[GameTable], GameTable], moment: float, proofs: list[Entry]
) -> tuple[GameTable, Sitting]:
    with blame_rules(table.game):
        after = table.kept_in_time(moment, step)
        return after, sitting_of(after, proofs)


# The visitors at a table: as long as somebody waits, work goes on, and they get the news.


class Audience:
    """Used in the thread of the event loop only.

    `ticks` counts news of the thinking, `news` other news besides changes of the game: values, hints.
    """

    def __init__(self, lease: float) -> None:
        """`lease`: the seconds after a look during which a visitor may still be waiting."""
        self.ticks = self.news = 0
        self._lease, self._watchers, self._looked = lease, 0, time.monotonic()
        self._news_event = asyncio.Event()

    @property
    def is_empty(self) -> bool:
        """Whether no visitor is watching now."""
        return not self._watchers

    @property
    def waits(self) -> bool:
        """Whether a visitor may be waiting for an answer."""
        return self._watchers > 0 or time.monotonic() - self._looked < self._lease

    def look(self) -> None:
        """Note that a visitor is watching."""
        self._looked = time.monotonic()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Hold this context as long as a visitor is watching."""
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1
            self.look()

    def tick(self) -> None:
        """Report progress of a search."""
        self.ticks += 1
        self.tell()

    def learn(self) -> None:
        """Report news other than moves: values or a hint."""
        self.news += 1
        self.tell()

    def tell(self) -> None:
        """Wake everybody who waits for news."""
        self._news_event.set()
        self._news_event = asyncio.Event()

    async def wait_for_news(self, seconds: float) -> None:
        """Wait for news, or until the time is up."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news_event.wait(), seconds)
