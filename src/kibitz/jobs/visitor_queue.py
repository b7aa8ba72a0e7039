"""One visitor's searches, one after the other: a move that the visitor waits for goes before hints and values."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.jobs.job import Job
from kibitz.jobs.pool import Pool

LOOK = 0.5  # seconds between two looks whether anybody still waits


@dataclass
class VisitorSearchQueue:
    """Where the tables of one visitor get their thoughts from."""

    pool: Pool
    visitor: str
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _urgent: int = 0  # searches that are waited for, and wait for their turn
    _idle: Job | None = None  # runs, and may be broken off for something that is waited for

    async def search(
        self,
        do: str,
        args: dict[str, Any],
        seconds: float,
        hear: Callable[[Job], None],
        is_wanted: Callable[[], bool],
        waited_for: bool,
    ) -> dict[str, Any] | None:
        """Wait for a job; None if it was cancelled or replaced by another.

        `hear` gets its beginning and all intermediate results. Raises JobFailed, Busy and Cancelled.
        """
        if waited_for and self._idle is not None:
            self._idle.cancel()
        self._urgent += waited_for
        try:
            await self._turn.acquire()
        finally:
            self._urgent -= waited_for
        try:
            if not is_wanted() or (self._urgent and not waited_for):
                return None
            job = self.pool.submit(do, args, self.visitor, seconds)
            self._idle = None if waited_for else job
            listening = asyncio.create_task(_listen(job, hear))
            try:
                hear(job)
                return await _result(job, is_wanted, hear)
            finally:
                self._idle = None
                job.cancel()
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
        finally:
            self._turn.release()


async def _listen(job: Job, hear: Callable[[Job], None]) -> None:
    async for _ in job.changes():
        hear(job)


async def _result(job: Job, is_wanted: Callable[[], bool], hear: Callable[[Job], None]) -> dict[str, Any] | None:
    ending = asyncio.create_task(job.result())
    doing = job.doing
    while not (await asyncio.wait({ending}, timeout=LOOK))[0]:
        if not is_wanted():
            job.cancel()
            await asyncio.gather(ending, return_exceptions=True)
            return None
        if job.doing != doing:
            doing = job.doing
            hear(job)
    return ending.result()
