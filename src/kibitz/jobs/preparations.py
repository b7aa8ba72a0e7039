"""Machine code that will soon be needed, compiled while no visitor waits for a worker: one game after the other."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.jobs.job import Busy, Cancelled
from kibitz.jobs.service import Service
from kibitz.players import HUMAN, is_external

WAITING = 8  # visitors whose games wait for their turn
PATIENCE = 120.0  # seconds after which who asked is not waited for any more
LOOK = 0.5  # seconds between two looks whether there is room
LONGEST = 10.0  # seconds of work other than compiling
REMEMBERED = 500
WHO = "preparations"


IDLE = 1.0  # seconds without a wish before a game is compiled that nobody has looked at


@dataclass(frozen=True)
class LikelyGame:
    """A game that a visitor looks at: `parts` are the jobs that will be asked for there, each with its player."""

    game: str
    parts: tuple[tuple[str, str], ...]
    until: float


def _likely(game: Game, players: Iterable[str], until: float) -> LikelyGame:
    own = dict.fromkeys(spec for spec in players if spec != HUMAN and not is_external(spec))
    return LikelyGame(spec_of(game), (*(("move", spec) for spec in own), ("values", "")), until)


class Preparations:
    """The wishes, and the finished preparations; used in the thread of the event loop only.

    Visitors do not notice: a job starts only on a free worker, and ends when its worker is needed. Everything is compiled once,
    and each visitor's newest wish counts: clicking through all games begins at most two.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._wishes: dict[str, LikelyGame] = {}
        self._ready: set[tuple[str, str, str]] = set()
        self._task: asyncio.Task[None] | None = None
        self._ahead: asyncio.Task[None] | None = None

    def begin(self, games: Iterable[Game], player: str) -> None:
        """From now on, compile these games for this player, one after the other, while there is nothing else to do."""
        likely = [_likely(game, [player] * (game.players > 1), inf) for game in games if game.compiles]
        self._ahead = asyncio.create_task(self._work_ahead(likely))

    def ask(self, caller: str, game: Game, players: Iterable[str]) -> None:
        """A caller will soon play this game against these players, and want to know what moves are worth."""
        if not game.compiles:
            return
        wish = _likely(game, players, time.monotonic() + PATIENCE)
        self._wishes.pop(caller, None)
        if all((wish.game, *part) in self._ready for part in wish.parts):
            return
        self._wishes[caller] = wish
        for oldest in list(self._wishes)[:-WAITING]:
            del self._wishes[oldest]
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Begins nothing more."""
        self._wishes.clear()
        tasks = [task for task in (self._task, self._ahead) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self) -> None:
        """The newest wish first: who came before may be playing already, or has gone."""
        while self._wishes:
            _, wish = self._wishes.popitem()
            for part in wish.parts:
                if (wish.game, *part) not in self._ready:
                    await self._prepare(wish, *part)

    async def _work_ahead(self, likely: Iterable[LikelyGame]) -> None:
        """A game begins when there has been room for a second, and no visitor has wished for another."""
        for one in likely:
            while self._wishes or not self._service.thinkers.has_room:
                await asyncio.sleep(LOOK)
            await asyncio.sleep(IDLE)
            for part in one.parts:
                if (one.game, *part) not in self._ready:
                    await self._prepare(one, *part)

    async def _prepare(self, wish: LikelyGame, what: str, player: str) -> None:
        """Compile it as soon as a worker is free; errors wait for the request for the thing itself."""
        args = {"game": wish.game, "what": what, "player": player}
        while time.monotonic() < wish.until:
            if self._service.thinkers.has_room:
                try:
                    await self._service.run_blocking(self._service.catalog.check, wish.game)
                    await self._service.thinkers.submit("prepare", args, WHO, LONGEST, gives_way=True).result()
                except (Busy, Cancelled):
                    await asyncio.sleep(LOOK)
                    continue
                except KibitzError:
                    pass
                if len(self._ready) >= REMEMBERED:
                    self._ready.clear()
                self._ready.add((wish.game, what, player))
                return
            await asyncio.sleep(LOOK)
