"""Reviews in progress, as long as a visitor waits for them, and the latest finished ones."""

import asyncio
import functools
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from cachetools import LRUCache

from kibitz.arena.store.records import Puzzle
from kibitz.core.thought import GameRecord
from kibitz.errors import KibitzError
from kibitz.jobs.job import Cancelled, Job
from kibitz.jobs.lazy_pool import LazyPool
from kibitz.jobs.lease import Lease
from kibitz.jobs.service import Service
from kibitz.proofs import Entry, Proved

WAITING = 8  # reviews before the worker
BYTES = 32 * 2**20  # of all finished ones together


@dataclass(frozen=True)
class ReviewRequest:
    """A review's identity: the game as it was played, and the seconds for a move."""

    record: GameRecord
    seconds: float


@dataclass(frozen=True)
class FinishedReview:
    """A review: as an element of a page, for programs, for a walk through it; its puzzles. `wrong`: why there is no review."""

    html: str = ""
    json: dict[str, Any] | None = None
    walk: dict[str, Any] | None = None
    puzzles: tuple[dict[str, Any], ...] = ()
    wrong: str = ""


@dataclass(frozen=True)
class _Kept:
    """A review with the proofs of the game's positions when it ended."""

    review: FinishedReview
    proved: list[Proved]


def _size(most: int, kept: _Kept) -> int:
    """Its share of BYTES: at least a fixed part, which limits their number; a single one may be of any size."""
    return min(BYTES, max(len(kept.review.html), BYTES // max(1, most)))


@dataclass(frozen=True)
class PuzzleSource:
    """The stored game that puzzles come from, by its name; `owner`: whose it is, "" for everybody."""

    owner: str
    name: str


@dataclass(eq=False)
class RunningReview:
    """A review under way. `sources`: the stored games that were played like this, whose puzzles are kept when it ends."""

    job: Job
    lease: Lease
    sources: set[PuzzleSource] = field(default_factory=set)


class Reviews:
    """Reviews have a worker of their own, made for the first of them: a minute of it keeps no move waiting, and no tree."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pool = LazyPool(WAITING, service.limits.memory)
        self._done: LRUCache[ReviewRequest, _Kept] = LRUCache(BYTES, functools.partial(_size, service.limits.reviews))
        self._going: dict[ReviewRequest, RunningReview] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def done(self, request: ReviewRequest) -> FinishedReview | None:
        """The finished review, if it is still known."""
        kept = self._done.get(request)
        return None if kept is None else kept.review

    def going(self, request: ReviewRequest) -> RunningReview | None:
        """The review in progress. Asking for it counts as waiting for it."""
        found = self._going.get(request)
        if found is not None:
            found.lease.renew()
        return found

    async def begin(
        self, request: ReviewRequest, visitor: str, source: PuzzleSource | None = None, proofs: Sequence[Entry] = ()
    ) -> None:
        """Begins it, unless it is there or under way; one of this visitor that is under way is given up. Raises Busy.

        `source`: the stored game, if any, for which its puzzles are kept. `proofs`: what was proved of its positions, as
        `Proofs.as_json` has it. A review is made again if more has been proved since.
        """
        kept, going = self._done.get(request), self.going(request)
        sources = {source} if source is not None else set()
        if going is not None:
            going.sources |= sources
            return
        if kept is not None and not kept.review.wrong and kept.proved == self._proved(request.record):
            await self._collect(request.record, kept.review, sources)
            return
        args = asdict(request.record) | {"time": request.seconds, "proofs": list(proofs)}
        self._service.catalog.check(request.record.game)
        job = await self._pool.submit("review", args, visitor, self._service.limits.reviewing)
        self._done.pop(request, None)
        self._going[request] = RunningReview(job, Lease(job, self._service.limits.lease), sources)
        task = asyncio.create_task(self._wait(request, self._going[request]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends all reviews, and their worker."""
        for one in self._going.values():
            one.job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()

    async def _wait(self, request: ReviewRequest, going: RunningReview) -> None:
        done = None
        try:
            done = FinishedReview(**await going.job.result())
        except Cancelled:
            pass
        except KibitzError as problem:
            done = FinishedReview(wrong=str(problem))
        collected = set[PuzzleSource]()
        while done is not None and (sources := going.sources - collected):  # more may be named while these are kept
            with suppress(KibitzError):  # a store that cannot be written to keeps nobody from reading the review
                await self._collect(request.record, done, sources)
            collected |= sources
        if self._going.get(request) is going:
            del self._going[request]
        if done is not None:
            self._keep(request, done)

    async def _collect(self, record: GameRecord, done: FinishedReview, sources: set[PuzzleSource]) -> None:
        """Keeps the puzzles of a review in the store."""
        kept = [
            Puzzle(
                source.owner,
                source.name,
                record.game,
                record.moves[: one["ply"]],
                one["best"],
                one["proved"],
                tuple(one["worths"]),
                time.time(),
            )
            for source in sources
            for one in done.puzzles
        ]
        if kept:
            await self._service.run_blocking(self._service.store.keep_puzzles, kept)

    def _proved(self, record: GameRecord) -> list[Proved]:
        return [self._service.proved.of(record.game, record.moves[:ply]) for ply in range(len(record.moves) + 1)]

    def _keep(self, request: ReviewRequest, done: FinishedReview) -> None:
        if done.walk is not None:
            self._service.proved.review(request.record.game, request.record.moves, done.walk.get("values", ()))
        self._done[request] = _Kept(done, self._proved(request.record))
