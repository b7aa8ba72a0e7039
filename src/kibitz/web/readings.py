"""Trees that are being read: a page that asks again for what is still being made waits for it, and does not begin anew."""

import asyncio
from typing import TYPE_CHECKING, Any

from kibitz.web.job import Job

if TYPE_CHECKING:
    from kibitz.web.house import House

MOMENT = 2.0  # seconds that a page waits for its tree, before it says that it is on its way
PREPARING = 2.0  # seconds a job has beside those of its search: to draw, and to write


class Readings:
    """The last question of each visitor, as long as it is not answered."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._asked: dict[str, tuple[dict[str, Any], Job]] = {}

    async def of(self, visitor: str, args: dict[str, Any], patient: bool) -> dict[str, Any] | None:
        """The answer to a job of the kind "tree"; None where it takes longer than a moment, and one is not `patient`.

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        self._asked = {one: asked for one, asked in self._asked.items() if not asked[1].is_done}
        before, job = self._asked.get(visitor, (None, None))
        if job is None or before != args:
            limits = self._house.limits
            job = self._house.readers.submit("tree", args, f"{visitor} reads a tree", limits.usual + PREPARING + limits.lease)
            self._asked[visitor] = (args, job)
        try:
            return await asyncio.wait_for(job.result(), None if patient else MOMENT)
        except TimeoutError:
            return None
