"""Visitors, each browser known by a cookie that only identifies it; and the messages to their open pages."""

import asyncio
import contextlib
import functools
import json
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kibitz.errors import KibitzError
from kibitz.runtime.user_code import describe_error
from kibitz.table.limits import Limits
from kibitz.web.guard import is_loopback

COOKIE = "kibitz_visitor"
DIGITS = 32


class Overloaded(KibitzError):
    """There is no room for more; `retry` is in seconds."""

    retry = 5


class RateLimited(Overloaded):
    """One visitor asks too often."""

    retry, code = 2, 429


@dataclass
class Visitor:
    """One browser; `key` is 128 bits in hex."""

    key: str
    seen: float = field(default_factory=time.monotonic)
    streams: int = 0
    spent: float = 0.0  # requests that are not yet forgiven


class Visitors:
    """The visitors that have been here lately."""

    def __init__(self, limits: Limits, is_open: bool = False) -> None:
        """`is_open`: others than this machine may come, and are held to a number of requests a second."""
        self._limits, self.is_open = limits, is_open
        self._known: OrderedDict[str, Visitor] = OrderedDict()
        self.streams = 0
        self._from = Counter[str]()  # streams of each address, but for this machine

    def of(self, request: Request) -> Visitor:
        """The visitor of a request; a new one without a cookie. Raises RateLimited."""
        found: Visitor | None = getattr(request.state, "visitor", None)
        if found is not None:
            return found
        key = request.cookies.get(COOKIE, "")
        known = len(key) == DIGITS and all(letter in "0123456789abcdef" for letter in key)
        visitor = self._known.pop(key, None) or Visitor(key if known else secrets.token_hex(DIGITS // 2))
        self._known[visitor.key] = visitor
        now = time.monotonic()
        visitor.spent = max(0.0, visitor.spent - (now - visitor.seen) * self._limits.requests) + 1
        visitor.seen = now
        self._forget(now)
        request.state.visitor = visitor
        if self.is_open and visitor.spent > 2 * self._limits.requests:
            raise RateLimited("these are too many requests: wait a moment")
        return visitor

    def caller(self, request: Request) -> str:
        """The key for limits per caller: a program without cookies is its address, where others can come."""
        if self.is_open and COOKIE not in request.cookies and request.client is not None:
            return request.client.host
        return self.of(request).key

    def greet(self, request: Request, response: Response) -> None:
        """Gives a visitor the cookie, if need be."""
        visitor: Visitor | None = getattr(request.state, "visitor", None)
        if visitor is not None and request.cookies.get(COOKIE) != visitor.key:
            response.set_cookie(
                COOKIE, visitor.key, max_age=365 * 86400, httponly=True, samesite="strict", secure=request.url.scheme == "https"
            )

    @contextmanager
    def streaming(self, visitor: Visitor, address: str) -> Iterator[None]:
        """As long as a stream is open to that address. Overloaded where there are too many, of it, of the visitor or of all."""
        many = self._from[address] >= self._limits.streams_address and not is_loopback(address)
        if many or self.streams >= self._limits.streams or visitor.streams >= self._limits.streams_each:
            raise Overloaded("too many pages are open: close one, or reload")
        self.streams += 1
        self._from[address] += 1
        visitor.streams += 1
        try:
            yield
        finally:
            self.streams -= 1
            self._from[address] -= 1
            self._from += Counter()  # forgets those who have none
            visitor.streams -= 1

    def __len__(self) -> int:
        return len(self._known)

    def _forget(self, now: float) -> None:
        """Forgets who has not been here for long, and the first ones where there are too many; none whose page is open."""
        for key, visitor in list(self._known.items()):
            if len(self._known) <= self._limits.visitors and now - visitor.seen < self._limits.idle:
                break
            if not visitor.streams:
                del self._known[key]


# Messages to a page while it is open: events of its server, with a beat now and then, until one of the two leaves.

log = logging.getLogger("kibitz.web")
BEAT = 10.0  # seconds without news after which a beat goes out: so a page that has been left is noticed


class Stream(StreamingResponse):
    """Events `{"id", "html"}`, `{"said"}` or `{"end"}` as kibitz.js takes them; after the last one there is an end.

    Raises Overloaded, before anything is sent, where too many streams are open.
    """

    def __init__(self, visitors: Visitors, request: Request, events: AsyncIterator[dict[str, Any]]) -> None:
        super().__init__(_written(events), media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        self._visitors, self._visitor = visitors, visitors.of(request)
        self._address = request.client.host if request.client else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Until the stream ends, or the visitor leaves, which is noticed at once."""
        with self._visitors.streaming(self._visitor, self._address):
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
    return await anext(events, {"end": True})
