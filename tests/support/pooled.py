"""Jobs for a pool of worker processes, and what a test waits for."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import fair
import games_gone_wrong as wrong
from games_gone_wrong import spec
from kibitz.jobs.job import Job
from kibitz.jobs.pool import Pool

GRACE = 0.3  # where something hangs, which no time helps
PATIENT = 10.0  # where a worker has to answer, however long the machine lets it wait
SOON = 5.0  # seconds in which something takes effect that should do so at once, on a machine that has other things to do
Asked = Coroutine[Any, Any, Any]
Run = Callable[[Asked], Any]


@contextlib.asynccontextmanager
async def opened(pool: Pool) -> AsyncIterator[Pool]:
    """One for a single test."""
    await pool.open()
    try:
        yield pool
    finally:
        await pool.close()


def think(pool: Pool, game: type[Any] = wrong.Long, visitor: str = "anna", seconds: float = 60, **limit: Any) -> Job:
    return pool.submit("think", {"game": spec(game), "moves": [], "limit": limit}, visitor, seconds)


async def answer(pool: Pool, game: type[Any] = wrong.Long, **how: Any) -> Any:
    return await think(pool, game, **how).result()


async def begun(job: Job) -> Any:
    async for news in job.changes():
        return news
    return await job.result()


async def until(holds: Callable[[], bool], seconds: float = 60.0) -> float:
    """Waits until something holds, and says how long it took."""
    began = fair.now()
    while not holds():
        assert fair.now() < began + seconds, "it never came"
        await asyncio.sleep(0.01)
    return fair.now() - began
