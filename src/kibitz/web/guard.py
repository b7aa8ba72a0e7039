"""The guard of all requests: who may ask, from where, how much; and the security headers of every answer."""

import asyncio
import ipaddress
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from cachetools import LRUCache
from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser

from kibitz.table.limits import Limits

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = tuple[int, str]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer, the Origin of our own forms would be null
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
# Only where browsers take it: elsewhere each page would put a warning into their consoles.
TRUSTED = HEADERS | {"cross-origin-opener-policy": "same-origin"}
PROGRAMS = "/api/"  # where no person reads
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
RETRY = "2"  # seconds, where somebody asks too often, or too many ask
EACH = 4  # an address may be a class of people: so many times what one visitor may ask
log = logging.getLogger("kibitz.web")

# The token that lets people in: once in a link, then in a cookie, or in the header of a program.

KEY = "token"  # in a link
BEARER = "bearer "


@dataclass(frozen=True)
class Token:
    """A secret `text`. `port`: servers on one machine share their cookies, so the name of the cookie has it."""

    text: str
    port: int = 0

    def is_given(self, scope: Any, headers: dict[str, str]) -> bool:
        """Whether a request holds the token; how long that takes does not tell how much of it was right."""
        authorization = headers.get("authorization", "")
        bearer = authorization[len(BEARER) :].strip() if authorization[: len(BEARER)].lower() == BEARER else ""
        cookie = cookie_parser(headers.get("cookie", "")).get(self._cookie, "")
        return any([self._is(bearer), self._is(cookie), self.given_in_link(scope)])

    def given_in_link(self, scope: Any) -> bool:
        """Whether the address holds the token."""
        return self._is(dict(_query(scope)).get(KEY, ""))

    def admitted(self, scope: Any, headers: dict[str, str]) -> tuple[int, str, dict[str, str]]:
        """The answer to a visitor with the link: the token moves into a cookie, out of sight of other eyes at the screen.

        A browser that comes from another site (a mail, a chat) would not send a strict cookie along a redirection: it gets a
        page that leads on by itself. The next request has no referrer: other servers may keep that in a log.
        """
        rest = urlencode([(name, text) for name, text in _query(scope) if name != KEY])
        place = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
        secure = "; Secure" if scope.get("scheme") == "https" else ""
        cookie = {
            "referrer-policy": "no-referrer",
            "set-cookie": f"{self._cookie}={self.text}; Path=/; HttpOnly; SameSite=Strict{secure}",
        }
        if headers.get("sec-fetch-site") in ("none", "same-origin"):
            return 303, "", cookie | {"location": place}
        page = f'<!DOCTYPE html><title>kibitz</title><link rel="icon" href="data:,"><a href="{escape(place)}">Go on</a>'
        return 200, page, cookie | {"refresh": f"0; url={place}", "content-type": "text/html; charset=utf-8"}

    @property
    def _cookie(self) -> str:
        return f"kibitz_token_{self.port}"

    def _is(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self.text.encode())


def _query(scope: Any) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


# By which name a server is called, and whether it is a page of its own that asks.

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.ASCII)
ONLY_LOOKING = ("GET", "HEAD", "OPTIONS")


def is_called(host: str, hosts: frozenset[str], by_number: bool) -> bool:
    """Whether the Host header has one of these names, with a port or without; `by_number`: or any address in numbers.

    A page of another site whose name leads to this machine (DNS rebinding) is known by it; an address in numbers has no owner
    who could lead it elsewhere.
    """
    named = HOST.fullmatch(host.lower())
    return named is not None and (named[1] in hosts or (by_number and _is_number(named[1])))


def is_own(method: str, headers: dict[str, str]) -> bool:
    """Whether a request comes from a page of this server, a person who typed the address, or a program other than a browser.

    Other sites may link here; they may not change anything, nor embed pages. Browsers name the sender: Sec-Fetch-Site where the
    address is https or this machine, and Origin with all that changes something.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        return method in ("GET", "HEAD") and headers.get("sec-fetch-dest") == "document"
    if method in ONLY_LOOKING or site is not None:
        return True
    if origin is not None:
        return _place(origin) == headers.get("host", "").lower() != ""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def is_program(headers: dict[str, str]) -> bool:
    """Whether no page asks: browsers say Sec-Fetch-Site or Origin with all that changes something."""
    return "sec-fetch-site" not in headers and "origin" not in headers


def is_trusted(scheme: str, host: str) -> bool:
    """Whether browsers hold the address, as it stands in the Host header, for safe from others: https, or this machine."""
    named = HOST.fullmatch(host.lower())
    return scheme == "https" or (named is not None and (named[1] == "localhost" or is_loopback(named[1])))


def is_loopback(host: str) -> bool:
    """Whether it is a number of this machine alone, such as 127.0.0.1 or [::1]."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


# Every request, answered or refused.


@dataclass
class Guard:
    """Around the application. `hosts`: the names by which it may be called, without ports.

    `token`: None if only this machine can connect. `by_number`: any address in numbers is such a name, too.
    """

    app: App
    limits: Limits
    hosts: frozenset[str] = LOCAL
    token: Token | None = None
    by_number: bool = False
    _in_progress: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        rate = EACH * self.limits.requests
        self._pace = Pace(rate, 2 * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; nothing but HTTP is answered."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        common = TRUSTED if is_trusted(scope.get("scheme", ""), headers.get("host", "")) else HEADERS
        if "transfer-encoding" in headers and "content-length" in headers:
            common = common | {"connection": "close"}  # RFC 9112, 6.1: others on the way may see the next request elsewhere
        answer = _Answer(send, scope["method"] == "HEAD", scope["path"].startswith(PROGRAMS), common)
        refused = self._refusal(scope, headers)
        if refused is not None:
            await answer.say(*refused)
        elif self.token is not None and scope["method"] in ("GET", "HEAD") and self.token.given_in_link(scope):
            await answer.say(*self.token.admitted(scope, headers))
        else:
            self._in_progress += 1
            try:
                await self._pass(scope, receive, answer)
            finally:
                self._in_progress -= 1

    async def _pass(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        try:
            await self.app(scope, bounded(receive, self.limits, scope["method"] == "POST"), answer.send)
        except HTTPException as problem:  # from the body, where no page heard of it
            if not answer.has_begun:
                await answer.say(problem.status_code, problem.detail)
        except Exception:
            if answer.is_enough:
                return
            log.exception("%s %r", scope["method"], scope["path"])  # the query may hold a token
            if not answer.has_begun:
                await answer.say(500, "Something went wrong here. What happened is in the log of the server.")

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Refusal | None:
        """The code and the sentence with which a request is turned away; None for one that may pass."""
        host = headers.get("host", "")
        if not is_called(host, self.hosts, self.by_number):
            return 421, "This server does not go by that name: start it with --allow-host NAME."
        if self.token is not None and not self._pace.allows((scope.get("client") or ("",))[0]):
            return 429, "These are too many requests: wait a moment."
        if self._in_progress >= self.limits.concurrent:
            return 503, "Too many are asking at once: try again in a moment."
        if scope["method"] not in METHODS:
            return 405, "This server answers GET and POST only."
        if not is_own(scope["method"], headers):
            if scope["path"].startswith(PROGRAMS) and is_program(headers):
                return 415, "Send it with the header Content-Type: application/json."
            return 403, "This request came from another site."
        if len(scope["path"]) > self.limits.address or len(scope["query_string"]) > self.limits.query:
            return 414, "This address is too long."
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self.limits.headers:
            return 431, "This request says too much about itself."
        if length(headers) > self.limits.body:
            return 413, f"A request may have {self.limits.body:,} bytes here."
        if self.token is not None and not self.token.is_given(scope, headers):
            return 403, "This page needs the link that was printed when the server was started."
        return None


class _Answer:
    """An answer on its way out: every answer gets the security headers, and one to HEAD ends after them."""

    def __init__(self, send: Send, is_head: bool, is_json: bool, headers: dict[str, str]) -> None:
        self._send, self._is_head, self._is_json, self._headers = send, is_head, is_json, headers
        self.has_begun = self.is_enough = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            given = {name.lower() for name, _ in message["headers"]}
            more = ((name.encode(), text.encode()) for name, text in self._headers.items() if name.encode() not in given)
            message["headers"] = [*message["headers"], *more]
        await self._send(message)
        if self._is_head and message["type"] == "http.response.start":
            await self._send({"type": "http.response.body", "body": b""})
            self.is_enough = True
            raise _Enough

    async def say(self, code: int, text: str, headers: dict[str, str] | None = None) -> None:
        body = json.dumps({"error": text}).encode() if self._is_json else text.encode()
        kind = "application/json" if self._is_json else "text/plain; charset=utf-8"
        fields = {"content-type": kind, "content-length": str(len(body)), **(headers or {})}
        if code in (429, 503):
            fields["retry-after"] = RETRY
        elif code == 405:
            fields["allow"] = ", ".join(METHODS[:-1])
        pairs = [(name.encode(), value.encode("latin-1", "replace")) for name, value in fields.items()]
        self._is_head = False  # what is sent is all there is
        await self.send({"type": "http.response.start", "status": code, "headers": pairs})
        await self._send({"type": "http.response.body", "body": body})


class _Enough(Exception):
    """An answer to HEAD has headers only."""


# How fast one address may ask: so many requests a second, and some at once.


class Pace:
    """A bucket for each address that runs out at `rate` a second and holds `burst`; the `most` addresses that asked last."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst = rate, burst
        self._filled: LRUCache[str, tuple[float, float]] = LRUCache(most)  # how full, and when that was

    def allows(self, address: str, now: float | None = None) -> bool:
        """Whether one more request from there is allowed now; refused ones do not count. `now`: seconds of any clock."""
        now = time.monotonic() if now is None else now
        full, then = self._filled.get(address, (0.0, now))
        full = max(0.0, full - (now - then) * self._rate)
        allowed = full + 1 <= self._burst
        self._filled[address] = (full + 1 if allowed else full, now)
        return allowed


# The body of a request: no longer than allowed, and not slower, whatever it said of itself.

LEFT = {"type": "http.disconnect"}
LONG = 9  # digits of a length that nobody means


def length(headers: dict[str, str]) -> int:
    """How long a request says that its body is; 0 where it says nothing."""
    header = headers.get("content-length", "")
    if not (header.isascii() and header.isdigit()):
        return 0
    return int(header) if len(header) <= LONG else 10**LONG


def bounded(receive: Receive, limits: Limits, is_read: bool = True) -> Receive:
    """A `receive` that raises HTTPException, with 413 or 408, for a body beyond the limits.

    `is_read`: whether the method has a body. If not, a client that sends one beyond the limits has left: streams listen for
    that, and nothing else reads there.
    """
    got, whole, end = 0, False, 0.0

    async def counted() -> MutableMapping[str, Any]:
        nonlocal got, whole, end
        if whole:
            return await receive()  # this waits for the visitor to leave
        end = end or asyncio.get_running_loop().time() + limits.patience
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            if not is_read:
                return dict(LEFT)
            raise HTTPException(408, f"a request has {limits.patience:g} s to arrive") from None
        got += len(message.get("body", b""))
        if got > limits.body and not is_read:
            return dict(LEFT)
        if got > limits.body:
            raise HTTPException(413, f"a request may have {limits.body:,} bytes here")
        whole = not message.get("more_body", False)
        return message

    return counted
