"""A table in the server: one change at a time, the computer's turns, values and hints while somebody looks, and who is told."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.web.errands import Errands
from kibitz.web.house import House, Wrong
from kibitz.web.job import Busy, Cancelled, Job
from kibitz.web.table import Table
from kibitz.web.thoughts import value_of

ADVISER = "computer:level=10"
ADVICE = 2.0  # seconds for a hint
PAUSE = 0.5  # seconds, before it is tried again what was broken off for something else
KNOWN = 64  # positions whose values are remembered


@dataclass
class Known:
    """What is known of the moves of a position; `is_done`: no more will come."""

    answer: dict[str, Any]
    is_done: bool = False


class Live:
    """A game that is played here and now. Used in the thread of the event loop only; rules and the store run in others."""

    def __init__(self, house: House, table: Table, errands: Errands) -> None:
        """`errands`: that of the visitor who began the game."""
        self.house, self.table, self._errands = house, table, errands
        self.job: Job | None = None  # the mover's
        self.advising: Job | None = None
        self.hint: dict[str, Any] | None = None  # for the position as it is now
        self.wrong = ""  # why the computer does not play
        self.news = 0  # counts what is new beside the changes of the game: values, hints
        self.ticks = 0  # counts what is new of the thinking
        self.watchers = 0
        self.known: dict[tuple[int, ...], Known] = {}
        self._looked = time.monotonic()
        self._lock = asyncio.Lock()
        self._told = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_closed = False

    @property
    def mark(self) -> str:
        """Another one whenever the page of the table would be another."""
        return f"{self.table.version}.{self.news}"

    @property
    def is_advising(self) -> bool:
        """Whether a hint is looked for."""
        return "advise" in self._tasks

    @property
    def is_idle(self) -> bool:
        """Whether it may leave the memory: nobody looks, and nothing is done for it."""
        return not self.watchers and not self._tasks and not self._lock.locked()

    def look(self) -> None:
        """Somebody looks: what they wait for goes on."""
        self._looked = time.monotonic()
        if self.table.thinks and not self.wrong:
            self._go("answer", self._answer)
        if self._wants_values():
            self._go("weigh", self._weigh)

    async def change(self, step: Callable[[Table], Table]) -> Table:
        """The next table, kept in the store. Raises what `step` raises, and then nothing has changed."""
        async with self._lock:
            before = self.table
            table = await self.house.off(_kept, self.house, before, step)
            for ply, value in self.table.worths.items():  # what became known meanwhile
                if ply <= before.ply and table.positions[: ply + 1] == self.table.positions[: ply + 1]:
                    table = table.with_worth(ply, value)
            if table.position.moves != before.position.moves or table.ended:
                self.hint, self.wrong = None, ""
                for job in (self.job, self.advising):
                    if job is not None:
                        job.cancel()
            self.table = table
        self._tell()
        self.look()
        return table

    def stop(self) -> None:
        """The computer plays the best it has found so far."""
        for job in (self.job, self.advising):
            if job is not None:
                job.stop()

    def retry(self) -> None:
        """The computer tries again what went wrong."""
        self.wrong = ""
        self.look()

    def advise(self) -> None:
        """Begins to look for a hint; it will be in `hint`."""
        self._looked = time.monotonic()
        if self.table.waits and self.hint is None:
            self._go("advise", self._advise)

    async def settled(self, seconds: float) -> None:
        """Waits until nothing is thought about that a person waits for, or until the time is up."""
        until = time.monotonic() + seconds
        while {"answer", "advise"} & set(self._tasks) and (left := until - time.monotonic()) > 0:
            await self.told(left)

    async def told(self, seconds: float) -> None:
        """Waits until something is new, or until the time is up."""
        self._looked = time.monotonic()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), seconds)

    async def close(self) -> None:
        """Ends all that is done for the table."""
        self._is_closed = True
        for job in (self.job, self.advising):
            if job is not None:
                job.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _is_looked_at(self) -> bool:
        """Whether a search has somebody who waits for it."""
        return not self._is_closed and (self.watchers > 0 or time.monotonic() - self._looked < self.house.limits.lease)

    def _wants_values(self) -> bool:
        table = self.table
        known = self.known.get(table.position.moves)
        return table.settings.values != "off" and table.waits and not (known and known.is_done)

    def _go(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Starts a piece of work, unless it goes on already."""
        if name in self._tasks or self._is_closed:
            return

        async def run() -> None:
            try:
                await work()
            finally:
                del self._tasks[name]
                self.news += 1
                self._tell()

        self._tasks[name] = asyncio.create_task(run())

    async def _answer(self) -> None:
        """The computer's turns, one after the other, as long as somebody waits."""
        while self._is_looked_at() and (table := self.table).thinks and not self.wrong:
            mover = table.position.to_move
            asked = table.question() | {"player": table.seats[mover].spec, "seed": table.settings.seed + table.ply}
            here = table.position.moves

            def hear(job: Job) -> None:
                self.job = job
                self._tick()

            answer = await self._searched("move", asked, self.house.limits.seconds, hear, lambda at=here: self._is_at(at), True)
            self.job = None
            if answer is None or not self._is_at(here):
                continue
            self._learn(table, answer)
            if answer.get("best") is None:
                self.wrong = f"{table.who(mover)} gives no move"
                return
            try:
                await self.change(lambda now, at=here, best=str(answer["best"]): _answered(now, at, best))
            except KibitzError as problem:
                if self._is_at(here):
                    self.wrong = str(problem)

    async def _weigh(self) -> None:
        """What the moves are worth, better and better."""
        while self._is_looked_at() and self._wants_values() and not self.table.thinks:
            table = self.table
            here = table.position.moves

            def hear(job: Job, here: tuple[int, ...] = here) -> None:
                if job.news is not None:
                    self._know(here, job.news, False)

            answer = await self._searched(
                "values",
                table.question() | {"time": self.house.limits.usual},
                2 * self.house.limits.usual,
                hear,
                lambda at=here: self._is_at(at) and self._wants_values(),
                False,
            )
            if answer is not None:
                self._know(here, answer, True)
                self._learn(table, answer)
            elif self.wrong:
                self._know(here, {"moves": [], "wrong": self.wrong}, True)
                self.wrong = ""

    async def _advise(self) -> None:
        """What the strongest computer would play."""
        table = self.table
        here = table.position.moves

        def hear(job: Job) -> None:
            self.advising = job
            self._tick()

        asked = table.question() | {"player": ADVISER, "seed": table.settings.seed}
        answer = await self._searched("move", asked, ADVICE, hear, lambda: self._is_at(here), True)
        self.advising = None
        if self._is_at(here):
            self.hint = answer or {"wrong": self.wrong or "no hint was found"}
            self.wrong = ""
            self.news += 1
            if answer is not None:
                self._learn(table, answer)

    async def _searched(
        self,
        do: str,
        asked: dict[str, Any],
        seconds: float,
        hear: Callable[[Job], None],
        is_wanted: Callable[[], bool],
        waited_for: bool,
    ) -> dict[str, Any] | None:
        """What came of a search; None where nothing did: then it may be tried again, unless `wrong` says why not."""
        try:
            return await self._errands.search(
                do, asked, seconds, hear, lambda: self._is_looked_at() and is_wanted(), waited_for
            )
        except Cancelled:
            await asyncio.sleep(0 if self._is_closed else PAUSE if is_wanted() else 0)
        except Busy as busy:
            await asyncio.sleep(busy.retry)
        except KibitzError as problem:
            self.wrong = str(problem)
        return None

    def _is_at(self, moves: tuple[int, ...]) -> bool:
        return self.table.position.moves == moves and not self.table.ended and not self._is_closed

    def _learn(self, table: Table, answer: dict[str, Any]) -> None:
        """Keeps what a position was found to be worth, for the graph; nothing that a player only guesses without a look."""
        value = value_of(answer.get("value"))
        if value is not None and (value.kind == "exact" or answer.get("nodes")):
            self.table = self.table.with_worth(table.ply, value)

    def _know(self, moves: tuple[int, ...], answer: dict[str, Any], is_done: bool) -> None:
        self.known[moves] = Known(answer, is_done)
        while len(self.known) > KNOWN:
            del self.known[next(iter(self.known))]
        self.news += 1
        self._tell()

    def _tick(self) -> None:
        self.ticks += 1
        self._tell()

    def _tell(self) -> None:
        self._told.set()
        self._told = asyncio.Event()


def _kept(house: House, table: Table, step: Callable[[Table], Table]) -> Table:
    """One step further, in the store too."""
    after = step(table)
    if after.version != table.version and not house.store.keep_sitting(after.sitting()):
        raise Wrong("this game has gone on elsewhere: reload the page", 409)
    return after


def _answered(table: Table, at: tuple[int, ...], best: str) -> Table:
    return table.answer(best) if table.position.moves == at and table.thinks else table
