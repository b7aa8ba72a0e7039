"""Matches in progress, each in a worker process, with or without spectators."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from kibitz.errors import KibitzError
from kibitz.jobs.job import Busy, Cancelled, Job, JobFailed
from kibitz.jobs.service import Service

PACES = {"none": None, "quick": 0.4, "slow": 1.5}  # seconds between two moves
REMEMBERED = 100  # matches of which it is known why they ended, and at what pace they were played
RETRY = 60  # seconds after which a program may ask again for a place: series are long
TIRES = 20  # processes that one series may wear out
COUNTS = {1: "one match is", 2: "two matches are", 3: "three matches are"}


class Occupied(KibitzError):
    """As many matches are being played as may be; `matches` are their numbers, as far as they have one already."""

    retry = 60  # seconds

    def __init__(self, most: int, matches: Sequence[int]) -> None:
        named = " or ".join(f"match {number}" for number in matches)
        many = COUNTS.get(most, f"{most} matches are")
        super().__init__(f"{many} being played already: stop one{f' ({named})' if named else ''}, or wait until one has ended")
        self.matches = tuple(matches)


@dataclass(eq=False)
class Run:
    """A match under way; `pace` is a key of PACES."""

    number: int
    pace: str
    job: Job

    @property
    def news(self) -> dict[str, Any]:
        """The newest news of its worker; nothing at first."""
        return self.job.news or {}


class RunningMatches:
    """The matches under way. What has come of a game is in the store as soon as it is over: nothing is lost with a match."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._runs: dict[int, Run] = {}
        self._why: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._paces: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._beginning = 0  # that have no number yet
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, match: int) -> Run | None:
        """The match of that number, if it is being played here."""
        return self._runs.get(match)

    def why(self, match: int) -> str:
        """Why it ended before all was played, in a sentence; "" where there is nothing to say."""
        return self._why.get(match, "")

    def pace(self, match: int) -> str:
        """The pace at which it was played last, a key of PACES; the first of them where that is not known."""
        return self._paces.get(match, next(iter(PACES)))

    async def begin(self, plan: dict[str, Any], pace: str) -> int:
        """Begins a match, see `jobs.kinds.series`; its number. Raises Occupied, and JobFailed for one that cannot be."""
        job = self._submit({"plan": plan, "game": plan["game"], "pace": PACES[pace]})
        self._beginning += 1
        try:
            async for news in job.changes():
                self._follow(Run(news["match"], pace, job))
                return int(news["match"])
            return int((await job.result())["match"])
        except asyncio.CancelledError:  # who asked has gone, and nobody could stop it
            job.cancel()
            raise
        finally:
            self._beginning -= 1

    def go_on(self, match: int, game: str, pace: str) -> None:
        """Resumes a match, unless it is being played already. Raises Occupied."""
        if match not in self._runs:
            self._follow(Run(match, pace, self._submit({"match": match, "game": game, "pace": PACES[pace]})))

    def stop(self, match: int) -> None:
        """Ends it after the move that is thought about, or without it where that takes long."""
        run = self._runs.get(match)
        if run is not None:
            run.job.stop()

    async def close(self) -> None:
        """Ends all matches; they can be resumed later."""
        for run in self._runs.values():
            run.job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _submit(self, args: dict[str, Any]) -> Job:
        most = self._service.limits.series
        others = [number for number in self._runs if number != args.get("match")]
        if len(others) + self._beginning >= most:
            raise Occupied(most, sorted(others))
        someone = secrets.token_hex(8)  # a visitor may have more than one, as long as there is room
        self._service.catalog.check(args["game"])
        whole = {"store": self._service.store.url, **args}
        try:
            return self._service.series.submit("series", whole, someone, self._service.limits.playing)
        except Busy:
            many = {1: "a match is", 2: "two matches are"}.get(most := self._service.limits.series, f"{most} matches are")
            raise Busy(RETRY, f"{many} being played already: stop one, or wait until one has ended") from None

    def _follow(self, run: Run) -> None:
        self._runs[run.number] = run
        self._why.pop(run.number, None)
        self._paces[run.number] = run.pace
        task = asyncio.create_task(self._wait(run))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait(self, run: Run) -> None:
        """Until it has ended; if a player that no clock could stop still runs in its process, another process continues."""
        for _ in range(TIRES):
            again, why = await self._outcome(run)
            if not again:
                break
            try:
                self._runs[run.number] = run = Run(run.number, run.pace, self._submit(run.job.args | {"match": run.number}))
            except KibitzError as problem:
                why = str(problem)
                break
        del self._runs[run.number]
        if why:
            self._why[run.number] = why

    async def _outcome(self, run: Run) -> tuple[bool, str]:
        try:
            done = await run.job.result()
        except Cancelled:
            return False, ""
        except JobFailed as problem:
            return False, "" if run.job.is_stopped else str(problem)
        if done["stopped"] and not run.job.is_stopped:
            return False, f"it had gone on for {self._service.limits.playing / 60:g} minutes, as long as a series may at a time"
        return bool(done["again"]), ""
