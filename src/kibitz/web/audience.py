"""Who looks at a table: as long as somebody waits there is something to do for them, and they are told what is new."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Audience:
    """Used in the thread of the event loop only.

    `ticks` counts what is new of the thinking, `news` what else is new beside the changes of the game: values, hints.
    """

    def __init__(self, lease: float) -> None:
        """`lease`: for so many seconds after a look somebody may still wait."""
        self.ticks = self.news = 0
        self._lease, self._watchers, self._looked = lease, 0, time.monotonic()
        self._told = asyncio.Event()

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits before it now."""
        return not self._watchers

    @property
    def waits(self) -> bool:
        """Whether somebody may wait for what is thought."""
        return self._watchers > 0 or time.monotonic() - self._looked < self._lease

    def look(self) -> None:
        """Somebody looks."""
        self._looked = time.monotonic()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """As long as somebody sits before it and waits."""
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1
            self.look()

    def tick(self) -> None:
        """There is more to see of the thinking."""
        self.ticks += 1
        self.tell()

    def learn(self) -> None:
        """There is something new beside the changes of the game."""
        self.news += 1
        self.tell()

    def tell(self) -> None:
        """Wakes all who wait for news."""
        self._told.set()
        self._told = asyncio.Event()

    async def told(self, seconds: float) -> None:
        """Waits until something is new, or until the time is up."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), seconds)
