"""Trees that visitors read, each kept while a visitor may look."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from kibitz.jobs.job import Job
from kibitz.jobs.lease import Lease
from kibitz.jobs.service import Service

MOMENT = 2.0  # seconds that a page waits for its tree, before it says that it is on its way
PREPARING = 2.0  # seconds a job has beside those of its search: to draw, and to write
TREE = "tree"  # the job of a visitor; what others read is the same for everybody
EACH = 2  # trees of one visitor at once: two pages that look again and again must not take them from each other


@dataclass(eq=False)
class _Question:
    """A question of a visitor, in one of their places."""

    visitor: str
    place: int
    args: dict[str, Any]
    job: Job
    lease: Lease
    began: float = field(default_factory=time.monotonic)


class TreeJobs:
    """The last questions of each visitor, until they are answered or no longer wanted."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._questions: list[_Question] = []

    async def of(self, visitor: str, args: dict[str, Any], patient: bool, kind: str = TREE) -> dict[str, Any] | None:
        """The answer to a job of that kind; None if it takes longer than a moment and the visitor is not `patient`.

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        self._questions = [one for one in self._questions if not one.job.is_done]
        owner = visitor if kind == TREE else f"everybody, {kind} of {args['game']}"
        question = self._find(owner, args) or self._begin(owner, kind, args)
        with question.lease.hold():
            try:
                return await asyncio.wait_for(question.job.result(), None if patient else MOMENT)
            except TimeoutError:
                return None

    def before(self, visitor: str, args: dict[str, Any]) -> int | None:
        """How many questions wait before this one of a visitor; None if it does not wait."""
        question = self._find(visitor, args)
        return self._service.readers.before(question.job) if question else None

    def progress(self, visitor: str, args: dict[str, Any]) -> tuple[str, int]:
        """The progress of a visitor's question, "" if nothing is prepared, and its seconds so far."""
        question = self._find(visitor, args)
        return (question.job.doing, int(time.monotonic() - question.began)) if question else ("", 0)

    def _find(self, visitor: str, args: dict[str, Any]) -> _Question | None:
        return next((one for one in self._questions if one.visitor == visitor and one.args == args), None)

    def _begin(self, visitor: str, kind: str, args: dict[str, Any]) -> _Question:
        """Begin a new one, in a free place, or in the place of the oldest question."""
        mine = [one for one in self._questions if one.visitor == visitor]
        free = set(range(EACH)) - {one.place for one in mine}
        place = min(free) if free else mine[0].place
        limits = self._service.limits
        self._service.catalog.check(args["game"])
        seconds = limits.usual if kind == TREE else limits.seconds
        job = self._service.readers.submit(kind, args, f"{visitor} reads tree {place}", seconds + PREPARING + limits.lease)
        self._questions.append(_Question(visitor, place, args, job, Lease(job, limits.lease)))
        return self._questions[-1]
