"""Work that ends when the client who asked for it disconnects."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from kibitz.jobs.job import Cancelled

T = TypeVar("T")


async def while_here(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Await `work`, and cancel it when the client disconnects. Raises Cancelled then.

    Only for a request whose body has been read, or that has none.
    """
    ending, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({ending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():
            raise Cancelled
        return ending.result()
    finally:
        ending.cancel()
        leaving.cancel()
        await asyncio.gather(ending, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
