"""The parts that all jobs beside the page share: games, store, limits, workers, and threads for what takes time."""

import asyncio
import functools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread

from kibitz.arena.store import Store
from kibitz.core.rules import Game
from kibitz.jobs.pool import Pool
from kibitz.jobs.rules_threads import RulesThreads
from kibitz.table.limits import Limits
from kibitz.table.proved_positions import ProvedPositions
from kibitz.table.served_games import Catalog

DAY = 86_400  # seconds
THREADS = 16  # in which the store runs
P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Service:
    """Made once; `thinkers` search moves and values, `readers` draw trees and reviews, `series` play matches."""

    catalog: Catalog
    store: Store
    limits: Limits
    thinkers: Pool
    readers: Pool
    series: Pool
    proved: ProvedPositions = field(init=False)  # by whatever search
    rules: RulesThreads = field(init=False)
    _threads: anyio.CapacityLimiter | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.proved = ProvedPositions(self.catalog)
        self.rules = RulesThreads(self.limits.rules)

    async def open(self) -> None:
        """Ready to serve. Deletes games that were left unfinished long ago."""
        self._threads = anyio.CapacityLimiter(THREADS)
        await self.run_blocking(self.store.forget_sittings, time.time() - self.limits.days * DAY)
        await asyncio.gather(self.thinkers.open(), self.readers.open(), self.series.open())

    async def close(self) -> None:
        """Ends all that runs."""
        await asyncio.gather(self.thinkers.close(), self.readers.close(), self.series.close())
        self.rules.close()
        self.store.close()

    async def run_blocking(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what takes time, the store above all, in a thread: others are served meanwhile."""
        return await anyio.to_thread.run_sync(functools.partial(function, *args, **kwargs), limiter=self._threads)

    async def run_rules(self, game: Game | None, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what asks the rules of a game, and writes nothing, in a thread. RulesError if it does not come to an end.

        `game`: None if it is not known; the rules are then not called.
        """
        if game is None:
            return await self.run_blocking(function, *args, **kwargs)
        return await self.rules.run(game, functools.partial(function, *args, **kwargs))
