"""What a page is told while it is open: events of its server, with a beat now and then, until one of the two leaves."""

import asyncio
import contextlib
import functools
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kibitz.runtime.user_code import describe_error
from kibitz.web.house import House

log = logging.getLogger("kibitz.web")
BEAT = 10.0  # seconds without news after which a beat goes out: so a page that has been left is noticed


class Stream(StreamingResponse):
    """Events `{"id", "html"}`, `{"said"}` or `{"end"}` as kibitz.js takes them; after the last one there is an end.

    Raises Full, before anything is sent, where too many streams are open.
    """

    def __init__(self, house: House, request: Request, events: AsyncIterator[dict[str, Any]]) -> None:
        super().__init__(_written(events), media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        self._house, self._visitor = house, house.visitor(request)
        self._address = request.client.host if request.client else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Until there is no more, or the visitor has gone: that is heard at once."""
        with self._house.visitors.streaming(self._visitor, self._address):
            async with anyio.create_task_group() as group:

                async def until(work: Callable[[], Awaitable[None]]) -> None:
                    await work()
                    group.cancel_scope.cancel()

                group.start_soon(until, functools.partial(self.listen_for_disconnect, receive))
                await until(functools.partial(self.stream_response, send))


async def _written(events: AsyncIterator[dict[str, Any]]) -> AsyncIterator[str]:
    waits: asyncio.Future[dict[str, Any]] | None = None
    try:
        while True:
            waits = waits or asyncio.ensure_future(_next(events))
            await asyncio.wait({waits}, timeout=BEAT)
            if not waits.done():
                yield ": beat\n\n"
                continue
            try:
                event, waits = waits.result(), None
            except Exception as problem:  # one line: rules of users may fail at every look
                log.error("a stream has ended: %s", describe_error(problem))
                event = {"said": "Something went wrong here: load the page again.", "end": True}
            yield f"data: {json.dumps(event)}\n\n"
            if event.get("end"):
                return
    finally:
        if waits is not None:
            waits.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waits
        closing = getattr(events, "aclose", None)
        if closing is not None:
            await closing()


async def _next(events: AsyncIterator[dict[str, Any]]) -> dict[str, Any]:
    """The next event; {"end": True} when there are no more."""
    return await anext(events, {"end": True})
