"""Trees that are being read: a page that asks again for what is still being made waits for it, and does not begin anew."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from kibitz.web.job import Job, while_here

if TYPE_CHECKING:
    from kibitz.web.house import House

MOMENT = 2.0  # seconds that a page waits for its tree, before it says that it is on its way
PREPARING = 2.0  # seconds a job has beside those of its search: to draw, and to write
EACH = 2  # trees of one visitor at once: two pages that look again and again must not take them from each other


@dataclass(eq=False)
class Reading:
    """A question of a visitor, in one of their places. `waiting`: requests; `looked`: when the last one of them ended."""

    visitor: str
    place: int
    args: dict[str, Any]
    job: Job
    waiting: int = 0
    looked: float = field(default_factory=time.monotonic)


class Readings:
    """The last questions of each visitor, as long as they are not answered, and somebody waits or will look again."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._readings: list[Reading] = []

    async def of(self, request: Request, args: dict[str, Any], patient: bool) -> dict[str, Any] | None:
        """The answer to a job of the kind "tree"; None where it takes longer than a moment, and one is not `patient`.

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        self._readings = [one for one in self._readings if not one.job.is_done]
        visitor = self._house.visitor(request).key
        mine = [one for one in self._readings if one.visitor == visitor]
        reading = next((one for one in mine if one.args == args), None) or self._begin(visitor, args, mine)
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
        visitor = self._house.visitor(request).key
        jobs = [one.job for one in self._readings if one.visitor == visitor and one.args == args]
        return self._house.readers.before(jobs[0]) if jobs else None

    def _begin(self, visitor: str, args: dict[str, Any], mine: list[Reading]) -> Reading:
        """A new one, in a place that is free, or in that of the question which was asked for first."""
        free = set(range(EACH)) - {one.place for one in mine}
        place = min(free) if free else mine[0].place
        limits = self._house.limits
        self._house.shelf.check(args["game"])
        job = self._house.readers.submit("tree", args, f"{visitor} reads tree {place}", limits.usual + PREPARING + limits.lease)
        self._readings.append(Reading(visitor, place, args, job))
        return self._readings[-1]

    def _leave(self, reading: Reading) -> None:
        """Gives up a question for which nobody has looked again."""
        if not reading.waiting and time.monotonic() - reading.looked >= 0.9 * self._house.limits.lease:
            reading.job.cancel()
