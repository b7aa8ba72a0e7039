"""Who is here: each browser is a visitor, known by a cookie that says nothing but which one it is."""

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from kibitz.errors import KibitzError
from kibitz.web.guard import is_loopback
from kibitz.web.limits import Limits

COOKIE = "kibitz_visitor"
DIGITS = 32


class Full(KibitzError):
    """There is no room for more; `retry` is in seconds."""

    retry = 5


class TooFast(Full):
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
        self._limits, self._is_open = limits, is_open
        self._known: OrderedDict[str, Visitor] = OrderedDict()
        self.streams = 0
        self._from = Counter[str]()  # streams of each address, but for this machine

    def of(self, request: Request) -> Visitor:
        """Whose request it is; somebody new where nothing says so. Raises TooFast."""
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
        if self._is_open and visitor.spent > 2 * self._limits.requests:
            raise TooFast("these are too many requests: wait a moment")
        return visitor

    def caller(self, request: Request) -> str:
        """Who asks, for what each may have only one of: a program without cookies is its address, where others can come."""
        if self._is_open and COOKIE not in request.cookies and request.client is not None:
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
        """As long as a stream is open to that address. Full where there are too many, of it, of the visitor or of all."""
        many = self._from[address] >= self._limits.streams_address and not is_loopback(address)
        if many or self.streams >= self._limits.streams or visitor.streams >= self._limits.streams_each:
            raise Full("too many pages are open: close one, or reload")
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
