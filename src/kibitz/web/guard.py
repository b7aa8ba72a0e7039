"""What every request passes: who may ask, from where, how much; and what every answer says about itself."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from kibitz.web.limits import Limits

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAID = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
KEY, PASS = "token", "kibitz_token"  # in a link; as a cookie
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
log = logging.getLogger("kibitz.web")


@dataclass
class Guard:
    """Around the application. `hosts`: the names by which it may be called, without ports; `token`: "" for none."""

    app: App
    limits: Limits
    hosts: frozenset[str] = field(default_factory=lambda: frozenset({"localhost", "127.0.0.1", "[::1]"}))
    token: str = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        begun = False

        async def say(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message["headers"]}
                extra = SAID if scope["path"].startswith("/static/") else SAID | {"cache-control": "no-store"}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), text.encode()) for name, text in extra.items() if name.encode() not in given),
                ]
            await send(message)

        refused = self._refusal(scope, headers)
        if refused is not None:
            await _answer(say, *refused)
            return
        if self.token and KEY in (given := dict(parse_qsl(scope["query_string"].decode("latin-1")))):
            await self._admit(scope, given, say)
            return
        try:
            await self.app(scope, _bounded(receive, self.limits.body), say)
        except TooMuch:
            if not begun:
                await _answer(say, 413, f"A request may have {self.limits.body:,} bytes here.")
        except Exception:
            log.exception("%s %s", scope["method"], scope["path"])  # the query may hold a token
            if not begun:
                await _answer(say, 500, "Something went wrong here. What happened is in the log of the server.")

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """The code and the sentence with which a request is turned away; None for one that may pass."""
        host = headers.get("host", "")
        name = urlsplit(f"//{host}").hostname or "" if _is_plain(host) else ""
        if f"[{name}]" not in self.hosts and name not in self.hosts:
            return 421, "This server does not go by that name: start it with --allow-host NAME."
        if scope["method"] in CHANGING and not _is_own(headers, host):
            return 403, "This request came from another site."
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > self.limits.body:
            return 413, f"A request may have {self.limits.body:,} bytes here."
        if not self.token:
            return None
        given = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get(KEY) or _cookie(headers, PASS)
        if compare_digest(given.encode("utf-8", "replace"), self.token.encode()):
            return None
        return 403, "This page needs the link that was printed when the server was started."

    async def _admit(self, scope: Scope, given: dict[str, str], send: Send) -> None:
        """The token moves from the link into a cookie, where no history, and no one looking at the screen, finds it."""
        del given[KEY]
        place = scope["path"] if scope["path"].startswith("/") and not scope["path"].startswith("//") else "/"
        headers = {
            "location": place + (f"?{urlencode(given)}" if given else ""),
            "set-cookie": f"{PASS}={self.token}; Path=/; HttpOnly; SameSite=Strict",
        }
        await _answer(send, 303, "", headers)


class TooMuch(Exception):
    """More came than was said, or allowed."""


def _is_plain(host: str) -> bool:
    return all(letter.isascii() and (letter.isalnum() or letter in ".-:[]_") for letter in host)


def _is_own(headers: dict[str, str], host: str) -> bool:
    """Whether what changes something comes from a page of this server, or from a program that is no browser."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in ("same-origin", "none")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == host.lower() != ""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def _cookie(headers: dict[str, str], name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _bounded(receive: Receive, most: int) -> Receive:
    """The body of a request, as long as it is no longer than allowed, whatever it said of itself."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise TooMuch
        return message

    return counted


async def _answer(send: Send, code: int, text: str, headers: dict[str, str] | None = None) -> None:
    body = text.encode()
    said = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(body)), **(headers or {})}
    start = {
        "type": "http.response.start",
        "status": code,
        "headers": [(n.encode(), t.encode("latin-1", "replace")) for n, t in said.items()],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})
