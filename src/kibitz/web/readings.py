"""Long results for readers: trees, and reviews of games, each kept while somebody may look."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.requests import Request

from kibitz.arena.store.records import Puzzle
from kibitz.core.thought import GameRecord
from kibitz.errors import KibitzError
from kibitz.jobs.job import Cancelled, Job
from kibitz.jobs.lazy_pool import LazyPool
from kibitz.proofs import Entry, Proved
from kibitz.web.disconnects import while_here
from kibitz.web.site import House
from kibitz.web.visitors import Visitor

MOMENT = 2.0  # seconds that a page waits for its tree, before it says that it is on its way
PREPARING = 2.0  # seconds a job has beside those of its search: to draw, and to write
TREE = "tree"  # the job of a visitor; what others read is the same for everybody
EACH = 2  # trees of one visitor at once: two pages that look again and again must not take them from each other


@dataclass(eq=False)
class Reading:
    """A question of a visitor, in one of their places.

    `waiting`: requests; `looked`: when the last one of them ended; `began`: when it was asked.
    """

    visitor: str
    place: int
    args: dict[str, Any]
    job: Job
    waiting: int = 0
    looked: float = field(default_factory=time.monotonic)
    began: float = field(default_factory=time.monotonic)


class Readings:
    """The last questions of each visitor, as long as they are not answered, and somebody waits or will look again."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._readings: list[Reading] = []

    async def of(self, request: Request, args: dict[str, Any], patient: bool, kind: str = TREE) -> dict[str, Any] | None:
        """The answer to a job of that kind; None where it takes longer than a moment, and one is not `patient`.

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        self._readings = [one for one in self._readings if not one.job.is_done]
        visitor = self._owner(request, args, kind)
        mine = [one for one in self._readings if one.visitor == visitor]
        reading = next((one for one in mine if one.args == args), None)
        reading = reading or self._begin(visitor, kind, args, mine)
        reading.waiting += 1
        try:
            return await while_here(request, asyncio.wait_for(reading.job.result(), None if patient else MOMENT))
        except TimeoutError:
            return None
        finally:
            reading.waiting -= 1
            reading.looked = time.monotonic()
            asyncio.get_running_loop().call_later(self._house.limits.lease, self._leave, reading)

    def before(self, request: Request, args: dict[str, Any]) -> int | None:
        """How many questions wait before this one of a visitor; None where it does not wait."""
        reading = self._of(request, args)
        return self._house.readers.before(reading.job) if reading else None

    def progress(self, request: Request, args: dict[str, Any]) -> tuple[str, int]:
        """The progress of a visitor's question, "" if nothing is prepared, and its seconds so far."""
        reading = self._of(request, args)
        return (reading.job.doing, int(time.monotonic() - reading.began)) if reading else ("", 0)

    def _of(self, request: Request, args: dict[str, Any]) -> Reading | None:
        visitor = self._house.visitor(request).key
        return next((one for one in self._readings if one.visitor == visitor and one.args == args), None)

    def _owner(self, request: Request, args: dict[str, Any], kind: str) -> str:
        return self._house.visitor(request).key if kind == TREE else f"everybody, {kind} of {args['game']}"

    def _begin(self, visitor: str, kind: str, args: dict[str, Any], mine: list[Reading]) -> Reading:
        """Begin a new one, in a free place, or in the place of the oldest question."""
        free = set(range(EACH)) - {one.place for one in mine}
        place = min(free) if free else mine[0].place
        limits = self._house.limits
        self._house.shelf.check(args["game"])
        seconds = limits.usual if kind == TREE else limits.seconds
        job = self._house.readers.submit(kind, args, f"{visitor} reads tree {place}", seconds + PREPARING + limits.lease)
        self._readings.append(Reading(visitor, place, args, job))
        return self._readings[-1]

    def _leave(self, reading: Reading) -> None:
        if not reading.waiting and time.monotonic() - reading.looked >= 0.9 * self._house.limits.lease:
            reading.job.cancel()


# Reviews that are being made, for as long as somebody waits, and the last ones that are finished.

WAITING = 8  # reviews before the worker
BYTES = 32 * 2**20  # of all finished ones together
LOOK = 0.5  # seconds between two looks whether somebody waits


@dataclass(frozen=True)
class ReviewRequest:
    """A review's identity: the game as it was played, and the seconds for a move."""

    record: GameRecord
    seconds: float


@dataclass(frozen=True)
class Done:
    """A review: as an element of a page, for programs, for a walk through it; its puzzles. `wrong`: why there is none."""

    html: str = ""
    json: dict[str, Any] | None = None
    walk: dict[str, Any] | None = None
    puzzles: tuple[dict[str, Any], ...] = ()
    wrong: str = ""


@dataclass(frozen=True)
class PuzzleSource:
    """The stored game that puzzles come from, by its name; `owner`: whose it is, "" for everybody."""

    owner: str
    name: str


@dataclass(eq=False)
class Going:
    """A review under way. `watchers`: streams that are open; `looked`: when somebody last asked for it.

    `sources`: the stored games that were played like this, whose puzzles are kept when it ends.
    """

    job: Job
    looked: float
    watchers: int = 0
    sources: set[PuzzleSource] = field(default_factory=set)


class Reviews:
    """Reviews have a worker of their own, made for the first of them: a minute of it keeps no move waiting, and no tree."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._pool = LazyPool(WAITING, house.limits.memory)
        self._done: OrderedDict[ReviewRequest, Done] = OrderedDict()
        self._taken: dict[ReviewRequest, list[Proved]] = {}  # what was proved of the game when each review ended
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

    async def begin(
        self, request: ReviewRequest, visitor: Visitor, source: PuzzleSource | None = None, proofs: Sequence[Entry] = ()
    ) -> None:
        """Begins it, unless it is there or under way; one of this visitor that is under way is given up. Raises Busy.

        `source`: the stored game, if it is one, for which its puzzles are kept. `proofs`: what was proved of its positions, as
        `Proofs.as_json` has it. A review is made anew where more has been proved since.
        """
        known, going = self._done.get(request), self.going(request)
        sources = {source} if source is not None else set()
        if going is not None:
            going.sources |= sources
            return
        if known is not None and not known.wrong and self._taken.get(request) == self._proved(request.record):
            await self._collect(request.record, known, sources)
            return
        args = asdict(request.record) | {"time": request.seconds, "proofs": list(proofs)}
        self._house.shelf.check(request.record.game)
        job = await self._pool.submit("review", args, visitor.key, self._house.limits.reviewing)
        self._done.pop(request, None)
        self._going[request] = Going(job, time.monotonic(), sources=sources)
        task = asyncio.create_task(self._wait(request, self._going[request]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends all reviews, and their worker."""
        for one in self._going.values():
            one.job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()

    async def _wait(self, request: ReviewRequest, going: Going) -> None:
        result = asyncio.ensure_future(going.job.result())
        while not (await asyncio.wait({result}, timeout=LOOK))[0]:
            if not going.watchers and time.monotonic() - going.looked > self._house.limits.lease:
                going.job.cancel()
        done = None
        try:
            done = Done(**result.result())
        except Cancelled:
            pass
        except KibitzError as problem:
            done = Done(wrong=str(problem))
        if done is not None:
            with suppress(KibitzError):  # a store that cannot be written to keeps nobody from reading the review
                await self._collect(request.record, done, going.sources)
        if self._going.get(request) is going:
            del self._going[request]
        if done is not None:
            self._keep(request, done)

    async def _collect(self, record: GameRecord, done: Done, sources: set[PuzzleSource]) -> None:
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
            await self._house.off(self._house.store.keep_puzzles, kept)

    def _proved(self, record: GameRecord) -> list[Proved]:
        return [self._house.proved.of(record.game, record.moves[:ply]) for ply in range(len(record.moves) + 1)]

    def _keep(self, request: ReviewRequest, done: Done) -> None:
        if done.walk is not None:
            self._house.proved.review(request.record.game, request.record.moves, done.walk.get("values", ()))
        self._taken[request] = self._proved(request.record)
        self._done[request] = done
        sizes = [len(one.html) for one in self._done.values()]
        while len(self._done) > self._house.limits.reviews or (len(self._done) > 1 and sum(sizes) > BYTES):
            old, _ = self._done.popitem(last=False)
            self._taken.pop(old, None)
            del sizes[0]
