"""The token that lets people in: once in a link, then in a cookie, or in the header of a program."""

from dataclasses import dataclass
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from markupsafe import escape
from starlette.requests import cookie_parser

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
        """The answer to whoever comes by the link: the token moves into a cookie, where nobody who looks at the screen sees it.

        A browser that comes from another site (a mail, a chat) would not send a strict cookie along a redirection: it gets a
        page that leads on by itself. The next request does not say where it comes from: other servers may keep that in a log.
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
