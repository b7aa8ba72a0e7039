"""Worker processes for the page: whatever searches is done there, and the server stays quick."""

import asyncio
import itertools
import math
from typing import Any

from kibitz.web._desk import Desk
from kibitz.web.job import Busy, Cancelled, Job, JobFailed

__all__ = ["Busy", "Cancelled", "Job", "JobFailed", "Pool"]

STILLBORN = 3  # workers in a row that end before they are ready: then none will
GRACE = 2.0  # seconds for a stopped job to end: a worker gives way to all others, and a machine may stand still for one
MEMORY = 2 * 2**30


class Pool:
    """So many workers at most, and a queue before them, in which each visitor has one place.

    One worker is started when it opens; another whenever none is left that is free, so that the next job finds one warm.
    All methods are for the thread of the event loop.
    """

    def __init__(self, workers: int, waiting: int, grace: float = GRACE, memory: int = MEMORY) -> None:
        """`waiting`: jobs in the queue at most; `grace`: seconds for a stopped job to end; `memory`: bytes of a worker."""
        self._workers, self._waiting, self._grace, self._memory = workers, waiting, grace, memory
        self._desks: dict[Desk, asyncio.Task[None]] = {}
        self._queue: list[Job] = []
        self._jobs: dict[str, Job] = {}  # that are wanted, by their visitor
        self._numbers = itertools.count(1)
        self._is_open, self._stillborn = False, 0

    async def open(self) -> None:
        """Starts the first worker, and does not wait until it is ready."""
        self._is_open = True
        self._hire()

    async def close(self) -> None:
        """Kills all workers, and cancels all jobs."""
        self._is_open = False
        for job in list(self._jobs.values()):
            job.cancel()
        for desk in self._desks:
            desk.kill()
        await asyncio.gather(*self._desks.values(), return_exceptions=True)

    def submit(self, do: str, args: dict[str, Any], visitor: str, seconds: float) -> Job:
        """A job of that kind (a file in `web/jobs`), which ends within `seconds`; an earlier one of this visitor is cancelled.

        Raises Busy when the queue is full.
        """
        earlier = self._jobs.get(visitor)
        if earlier is not None:
            earlier.cancel()
        if not self._is_open or len(self._jobs) >= self._workers + self._waiting:
            raise Busy(self._retry)
        job = Job(next(self._numbers), do, args, visitor, seconds, self._wished)
        self._jobs[visitor] = job
        self._queue.append(job)
        self._look()
        return job

    @property
    def running(self) -> int:
        """How many jobs are being done, those included that nobody wants any more and that have not ended yet."""
        return sum(desk.job is not None for desk in self._desks)

    @property
    def queued(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    def before(self, job: Job) -> int | None:
        """How many jobs wait before this one; None where it does not wait itself."""
        return self._queue.index(job) if job in self._queue else None

    @property
    def pids(self) -> list[int]:
        """The worker processes of this moment."""
        return [desk.pid for desk in self._desks if desk.pid is not None]

    def _wished(self, job: Job) -> None:
        """A job is to stop, or was cancelled."""
        if job.is_cancelled and job in self._queue:
            self._queue.remove(job)
        for desk in self._desks:
            if desk.job is job:
                desk.wished()
        self._look()

    def _look(self) -> None:
        """Give out what waits, and see to it that there are hands for it."""
        self._jobs = {visitor: job for visitor, job in self._jobs.items() if not job.is_done}
        for job in list(self._queue):
            free = [desk for desk in self._desks if desk.is_free]
            if not free:
                break
            if job.visitor not in self._leaving:
                self._queue.remove(job)
                min(free, key=lambda desk: job.args.get("game", "") not in desk.games).begin(job)
        coming = [desk for desk in self._desks if desk.job is None]
        if self._is_open and not coming and len(self._desks) < self._workers:
            self._hire()
        elif self._queue and not coming:
            for desk in [desk for desk in self._desks if desk.is_abandoned][: len(self._queue)]:
                desk.reclaim()

    @property
    def _leaving(self) -> set[str]:
        """Visitors of whom a worker still does what they do not want any more: they get no second one before it has ended."""
        jobs = [desk.job for desk in self._desks if not desk.is_abandoned]
        return {job.visitor for job in jobs if job is not None and job.is_cancelled}

    def _hire(self) -> None:
        desk = Desk(self._memory, self._grace, self._look)
        self._desks[desk] = asyncio.create_task(self._serve(desk))

    async def _serve(self, desk: Desk) -> None:
        try:
            await desk.serve()
        except asyncio.CancelledError:  # the event loop ends, and has not closed this
            self._is_open = False
            raise
        finally:
            del self._desks[desk]
            self._stillborn = 0 if desk.was_ready else self._stillborn + 1
            if self._stillborn >= STILLBORN:  # with the next job it is tried again
                self._give_up(f"no worker process starts here: {desk.problem}")
            elif self._is_open:
                self._look()

    def _give_up(self, why: str) -> None:
        self._stillborn, waiting, self._queue = 0, self._queue, []
        for job in waiting:
            job.end(JobFailed(why))

    @property
    def _retry(self) -> int:
        """Seconds until the first of those that are busy has ended at the latest."""
        left = [desk.left for desk in self._desks if desk.job is not None]
        return max(1, math.ceil(min(left, default=1.0)))
