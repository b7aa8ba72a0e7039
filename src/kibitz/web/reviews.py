"""Reviews that are being made, for as long as somebody waits, and the last ones that are finished."""

import asyncio
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.thought import GameRecord
from kibitz.web.house import House
from kibitz.web.job import Cancelled, Job
from kibitz.web.pool import Pool
from kibitz.web.visitors import Visitor

WAITING = 8  # reviews before the worker
BYTES = 32 * 2**20  # of all finished ones together
LOOK = 0.5  # seconds between two looks whether somebody waits


@dataclass(frozen=True)
class ReviewRequest:
    """What makes a review what it is: the game as it was played, and the seconds for a move."""

    record: GameRecord
    seconds: float


@dataclass(frozen=True)
class Done:
    """A review: as an element of a page, and for programs. Where it could not be made, `wrong` says why."""

    html: str = ""
    json: dict[str, Any] | None = None
    wrong: str = ""


@dataclass(eq=False)
class Going:
    """A review under way. `watchers`: streams that are open; `looked`: when somebody last asked for it."""

    job: Job
    looked: float
    watchers: int = 0


class Reviews:
    """Reviews have a worker of their own, made for the first of them: a minute of it keeps no move waiting, and no tree."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._pool = Pool(1, WAITING, memory=house.limits.memory)
        self._is_open = False
        self._done: OrderedDict[ReviewRequest, Done] = OrderedDict()
        self._going: dict[ReviewRequest, Going] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def done(self, request: ReviewRequest) -> Done | None:
        """The finished review, if it is still known."""
        return self._done.get(request)

    def going(self, request: ReviewRequest) -> Going | None:
        """The review under way. To ask for it is to wait for it."""
        found = self._going.get(request)
        if found is not None:
            found.looked = time.monotonic()
        return found

    async def begin(self, request: ReviewRequest, visitor: Visitor) -> None:
        """Begins it, unless it is there or under way; one of this visitor that is under way is given up. Raises Busy."""
        known = self._done.get(request)
        if (known is not None and not known.wrong) or self.going(request) is not None:
            return
        if not self._is_open:
            self._is_open = True
            await self._pool.open()
        args = asdict(request.record) | {"time": request.seconds}
        self._house.shelf.check(request.record.game)
        job = self._pool.submit("review", args, visitor.key, self._house.limits.reviewing)
        self._done.pop(request, None)
        self._going[request] = Going(job, time.monotonic())
        task = asyncio.create_task(self._wait(request, self._going[request]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends all reviews, and their worker."""
        for one in self._going.values():
            one.job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._is_open:
            await self._pool.close()

    async def _wait(self, request: ReviewRequest, going: Going) -> None:
        """Until it has ended, or nobody waits for it any more."""
        result = asyncio.ensure_future(going.job.result())
        while not (await asyncio.wait({result}, timeout=LOOK))[0]:
            if not going.watchers and time.monotonic() - going.looked > self._house.limits.lease:
                going.job.cancel()
        if self._going.get(request) is going:
            del self._going[request]
        try:
            self._keep(request, Done(**result.result()))
        except Cancelled:
            pass
        except KibitzError as problem:
            self._keep(request, Done(wrong=str(problem)))

    def _keep(self, request: ReviewRequest, done: Done) -> None:
        self._done[request] = done
        sizes = [len(one.html) for one in self._done.values()]
        while len(self._done) > self._house.limits.reviews or (len(self._done) > 1 and sum(sizes) > BYTES):
            self._done.popitem(last=False)
            del sizes[0]
