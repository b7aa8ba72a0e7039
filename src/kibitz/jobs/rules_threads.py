"""Threads in which the rules of games run, so that one that hangs takes nothing from others."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from kibitz.core.rules import Game
from kibitz.errors import RulesError
from kibitz.runtime.deadlines import Deadlines
from kibitz.runtime.orders import GivenUp

PLACES = 3  # threads of a game
THREADS = 256  # of all games
GRACE = 1.0  # seconds for a function that is broken off to end, before nobody waits for it any more
T = TypeVar("T")


class RulesThreads:
    """A few threads for each game.

    A function that never returns, not even when it is broken off, keeps its thread and its game's place.
    """

    def __init__(self, seconds: float, deadlines: Deadlines | None = None) -> None:
        """`seconds`: that a function may run, and may wait for a place."""
        self._seconds = seconds
        self._deadlines = deadlines or Deadlines()
        self._places: dict[type[Game], asyncio.Semaphore] = {}
        self._threads = ThreadPoolExecutor(THREADS, "kibitz-rules")

    async def run(self, game: Game, call: Callable[[], T], seconds: float | None = None) -> T:
        """Return what `call` returns, which runs rules of this game and writes nothing. RulesError if they never end.

        `seconds`: fewer than usual.
        """
        most = self._seconds if seconds is None else seconds
        endless = f"the rules of {type(game).__name__} do not come to an end"
        places = self._places.setdefault(type(game), asyncio.Semaphore(PLACES))
        loop = asyncio.get_running_loop()

        def bounded() -> T:
            try:
                return self._deadlines.run(call, most)
            except GivenUp:
                raise RulesError(endless) from None
            finally:
                with suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(places.release)

        try:
            await asyncio.wait_for(places.acquire(), most)
            running = loop.run_in_executor(self._threads, bounded)
            running.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait any more
            return await asyncio.wait_for(asyncio.shield(running), most + GRACE)
        except TimeoutError:
            raise RulesError(endless) from None

    def close(self) -> None:
        """Start no more rules; calls that are running are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
