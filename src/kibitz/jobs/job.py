"""A job as the server sees it: its progress, its result, and how to end it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import KibitzError


class JobFailed(KibitzError):
    """A job failed; the message is a sentence for the person who asked."""


class Cancelled(KibitzError):
    """The job was no longer wanted."""

    def __init__(self) -> None:
        super().__init__("this was given up: something else was asked for, or the server ends")


class Busy(KibitzError):
    """Too many wait already; `retry`: seconds after which there may be a place. `sentence`: another sentence for it."""

    def __init__(self, retry: int, sentence: str = "") -> None:
        super().__init__(sentence or f"too many others are thinking just now: try again in {retry} s")
        self.retry = retry


NICENESS = 15  # the niceness of work for which nobody sits and waits


def is_preparing(doing: str) -> bool:
    """Whether a job waits for machine code, so that a page shows a bar."""
    return doing.startswith("preparing")


@dataclass(eq=False)
class Job:
    """Made by `Pool.submit`; used in the thread of the event loop only.

    `news` is the newest that is known, None at first. `doing`: the preparation under way, such as "preparing Hex: about 6 s,
    once"; "" while the job runs or waits. `gives_way`: it starts only on a free worker, and ends as soon as that worker is
    needed.
    """

    number: int
    do: str
    args: dict[str, Any]
    visitor: str
    seconds: float
    wished: Callable[["Job"], None]  # told when it is to stop, or is cancelled
    news: dict[str, Any] | None = None
    doing: str = ""
    is_stopped: bool = False  # the best so far is wanted
    is_cancelled: bool = False
    gives_way: bool = False
    _end: dict[str, Any] | KibitzError | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_done(self) -> bool:
        """Whether the job has ended, well or not."""
        return self._end is not None

    def stop(self) -> None:
        """End it soon, with the best so far."""
        if not self.is_done and not self.is_stopped:
            self.is_stopped = True
            self.wished(self)

    def cancel(self) -> None:
        """Cancel it: it leaves the queue, or is stopped at once, and killed if it does not stop."""
        if not self.is_done:
            self.is_cancelled = True
            self.end(Cancelled())
            self.wished(self)

    async def result(self) -> dict[str, Any]:
        """The job's result, once it has ended. Raises JobFailed, with a sentence; Cancelled."""
        while self._end is None:
            await self._changed.wait()
        if isinstance(self._end, KibitzError):
            raise self._end
        return self._end

    async def changes(self) -> AsyncIterator[dict[str, Any]]:
        """The newest news as they come, old ones left out for a slow listener; ends with the job."""
        seen = None
        while True:
            changed = self._changed
            if self.news is not seen and self.news is not None:
                seen = self.news
                yield seen
            elif self._end is not None:
                return
            else:
                await changed.wait()

    def hear(self, news: dict[str, Any]) -> None:
        """Takes in news of the worker."""
        if self._end is None:
            self.news = news
            self._tell()

    def end(self, result: dict[str, Any] | KibitzError) -> None:
        """Ends the job with its result; what comes after the first end is not heard."""
        if self._end is None:
            self._end, self.doing = result, ""
            self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
