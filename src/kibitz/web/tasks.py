"""What is done for a table while its players look at it: each work under its name, and only once at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

GRACE = 0.5  # seconds for works to end that were told to


class Tasks:
    """Used in the thread of the event loop only."""

    def __init__(self, ended: Callable[[], None]) -> None:
        """`ended` hears of each work that has come to its end, when it is here no more."""
        self._ended = ended
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def __contains__(self, name: str) -> bool:
        """Whether a work of this name goes on."""
        return name in self._tasks

    def __len__(self) -> int:
        """How many go on."""
        return len(self._tasks)

    def begin(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Starts a work that raises nothing, unless one of this name goes on already."""
        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self._done(name, work))

    async def close(self) -> None:
        """Waits for the end of all, and breaks off those that do not come to it: rules may never end."""
        tasks = list(self._tasks.values())
        if tasks:
            _, hanging = await asyncio.wait(tasks, timeout=GRACE)
            for task in hanging:
                task.cancel()
            await asyncio.gather(*hanging, return_exceptions=True)

    async def _done(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        finally:
            del self._tasks[name]
            self._ended()
