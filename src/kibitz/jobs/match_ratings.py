"""Ratings of matches of more than two players, worked out by a worker process: the server does not import what fits them."""

import asyncio
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from kibitz.errors import KibitzError
from kibitz.jobs.service import Service

REMEMBERED = 100  # matches
PATIENCE = 3.0  # seconds that an answer waits for them
SECONDS = 60.0  # that they may take
Key = tuple[int, int]  # a match, and how many games of it are over


@dataclass(frozen=True)
class Rated:
    """The ratings of a match: `words` for people (`table.standings.rated`), `json` for programs, as `kibitz match` has it."""

    words: dict[str, Any]
    json: dict[str, Any]


class MatchRatings:
    """Ratings of matches: they change with each game of a match, and with nothing else, and are kept until more are played."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._done: LRUCache[Key, Rated] = LRUCache(REMEMBERED)
        self._going: dict[Key, asyncio.Task[None]] = {}

    async def of(self, match: int, played: int) -> Rated | None:
        """The ratings of a match; None while they are not known: ask again later."""
        key = match, played
        if key not in self._done:
            if key not in self._going:
                self._going[key] = asyncio.create_task(self._work(key))
            await asyncio.wait({self._going[key]}, timeout=PATIENCE)
        return self._done.get(key)

    async def close(self) -> None:
        """Cancels the computation under way."""
        tasks = list(self._going.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, key: Key) -> None:
        match, _ = key
        args = {"store": self._service.store.url, "match": match}
        try:
            job = self._service.readers.submit("ratings", args, f"ratings of {match}", SECONDS)
            result = await job.result()
            self._done[key] = Rated(result["said"], result["told"])
        except KibitzError:  # no worker has the time: the answer says that they are not known yet
            return
        finally:
            del self._going[key]
