"""Pictures as PNG and GIF: a worker process makes them, and the last ones are kept."""

import base64

from cachetools import LRUCache

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.jobs.lazy_pool import LazyPool
from kibitz.jobs.service import Service

BYTES = 16 * 2**20  # of all that are kept


class Rasters:
    """Pictures have a worker of their own, and each visitor one picture at a time; only for the event loop's thread."""

    def __init__(self, service: Service) -> None:
        self._service, self._pool = service, LazyPool(service.limits.queue, service.limits.memory)
        self._kept: LRUCache[tuple[str, tuple[str, ...], str], bytes] = LRUCache(BYTES, len)

    async def of(self, visitor: str, game: Game, names: tuple[str, ...], kind: str) -> bytes:
        """The board after the moves of those `names`, as PNG, or the moves that led there, as GIF. `kind`: ".png" or ".gif".

        Raises JobFailed, Busy, Cancelled, each a sentence.
        """
        key = spec_of(game), names, kind
        found = self._kept.get(key)
        if found is None:
            self._service.catalog.check(key[0])
            args = {"game": key[0], "moves": list(names), "kind": kind}
            job = await self._pool.submit("picture", args, visitor, self._service.limits.picturing)
            try:
                found = base64.b64decode((await job.result())["data"])
            finally:
                job.cancel()
            if len(found) <= BYTES:
                self._kept[key] = found
        return found

    async def close(self) -> None:
        """Ends the worker."""
        await self._pool.close()
