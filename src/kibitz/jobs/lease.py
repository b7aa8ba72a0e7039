"""Keeps a job running while a visitor waits for it, and a little longer in case they come back."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.jobs.job import Job


class Lease:
    """Cancels its job after a time without anyone waiting; for the thread of the event loop only."""

    def __init__(self, job: Job, seconds: float) -> None:
        self._job, self._seconds = job, seconds
        self._waiting, self._until = 0, 0.0
        self.renew()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold this context while a visitor waits."""
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
            self.renew()

    def renew(self) -> None:
        """Note that a visitor has just asked for the job."""
        self._until = time.monotonic() + 0.9 * self._seconds
        asyncio.get_running_loop().call_later(self._seconds, self._end)

    def _end(self) -> None:
        if not self._waiting and time.monotonic() >= self._until:
            self._job.cancel()
