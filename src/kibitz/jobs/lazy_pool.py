"""A worker for one kind of job alone, started when the first of them comes in."""

import asyncio
from typing import Any

from kibitz.jobs.job import Job
from kibitz.jobs.pool import Pool


class LazyPool:
    """One worker; used in the thread of the event loop only."""

    def __init__(self, queue: int, memory: int) -> None:
        """`queue`: how many jobs may wait. `memory`: bytes of the process."""
        self._pool = Pool(1, queue, memory=memory, is_patient=True)
        self._opening = asyncio.Lock()
        self._is_open = False

    async def submit(self, do: str, args: dict[str, Any], owner: str, seconds: float) -> Job:
        """As `Pool.submit`. Raises Busy."""
        async with self._opening:
            if not self._is_open:
                await self._pool.open()
                self._is_open = True
        return self._pool.submit(do, args, owner, seconds)

    async def close(self) -> None:
        """Ends the worker, if there is one."""
        if self._is_open:
            await self._pool.close()
