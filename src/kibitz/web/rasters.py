"""Pictures as PNG and GIF: a worker process makes them, and the last ones are kept."""

import base64
from collections import OrderedDict

from starlette.requests import Request

from kibitz.core.registry import spec_of
from kibitz.jobs.lazy_pool import LazyPool
from kibitz.web.addresses import ShownLine
from kibitz.web.disconnects import while_here
from kibitz.web.site import House

BYTES = 16 * 2**20  # of all that are kept


class Rasters:
    """Pictures have a worker of their own, and each visitor one picture at a time; only for the event loop's thread."""

    def __init__(self, house: House) -> None:
        self._house, self._pool = house, LazyPool(house.limits.queue, house.limits.memory)
        self._kept: OrderedDict[tuple[str, tuple[str, ...], str], bytes] = OrderedDict()

    async def of(self, request: Request, line: ShownLine, kind: str) -> bytes:
        """The picture of what the board shows, as PNG, or of the moves that led there, as GIF. `kind`: ".png" or ".gif".

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        visitor, names = self._house.visitor(request), line.names[: line.ply]
        key = spec_of(line.game), names, kind
        found = self._kept.pop(key, None)
        if found is None:
            self._house.shelf.check(key[0])
            args = {"game": key[0], "moves": list(names), "kind": kind}
            seconds = self._house.limits.picturing
            job = await self._pool.submit("picture", args, visitor.key, seconds)
            try:
                found = base64.b64decode((await while_here(request, job.result()))["data"])
            finally:
                job.cancel()
        self._kept[key] = found
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > BYTES:
            self._kept.popitem(last=False)
        return found

    async def close(self) -> None:
        """Ends the worker."""
        await self._pool.close()
