"""A worker for one kind of work alone, made when that is first asked for."""

import asyncio
from typing import Any

from kibitz.web.house import House
from kibitz.web.job import Job
from kibitz.web.pool import Pool


class LatePool:
    """One worker; used in the thread of the event loop only."""

    def __init__(self, house: House, queue: int) -> None:
        """`queue`: how much may wait."""
        self._pool = Pool(1, queue, memory=house.limits.memory)
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
