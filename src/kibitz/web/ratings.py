"""Ratings of matches of more than two players, worked out by a worker: the server itself does not bring what fits them."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.web.house import House

PATIENCE = 3.0  # seconds that an answer waits for them
SECONDS = 60.0  # that they may take
REMEMBERED = 100  # of so many matches
Key = tuple[int, int]  # a match, and how many games of it are over


@dataclass(frozen=True)
class Rated:
    """The ratings of a match: `words` to people, see `web.standings.rated`, and `json` to programs, as `kibitz match` does."""

    words: dict[str, Any]
    json: dict[str, Any]


class MatchRatings:
    """Ratings of matches: they change with each game of a match, and with nothing else, and are kept until more are played."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._done: OrderedDict[Key, Rated] = OrderedDict()
        self._going: dict[Key, asyncio.Task[None]] = {}

    async def of(self, match: int, played: int) -> Rated | None:
        """The ratings of a match; None where they are not known yet, and whoever asks again later may hear them."""
        key = match, played
        if key not in self._done:
            if key not in self._going:
                self._going[key] = asyncio.create_task(self._work(key))
            await asyncio.wait({self._going[key]}, timeout=PATIENCE)
        return self._done.get(key)

    async def close(self) -> None:
        """Gives up what is being worked out."""
        tasks = list(self._going.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, key: Key) -> None:
        match, _ = key
        args = {"store": self._house.store.url, "match": match}
        try:
            job = self._house.readers.submit("ratings", args, f"ratings of {match}", SECONDS)
            result = await job.result()
            self._done[key] = Rated(result["said"], result["told"])
        except KibitzError:  # no worker has the time: the answer says that they are not known yet
            return
        finally:
            del self._going[key]
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
