"""Somebody who looks at pages with a browser that has no scripts."""

import re
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

PATIENCE = 60.0  # seconds for what takes one: the machine may be busy


class Visitor:
    """Asks a server; `at` is the place of the page that came last."""

    def __init__(self, address: str) -> None:
        self.address, self.at = address.rstrip("/"), "/"

    def get(self, place: str, **headers: str) -> str:
        """A page, wherever it leads."""
        return self._ask(urllib.request.Request(self.address + place, headers=headers))

    def post(self, place: str, **fields: str) -> str:
        """The page that a form leads to."""
        return self._ask(self._form(place, fields))

    def refused(self, place: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """The code and the sentence with which a page, or a form with these fields, is refused."""
        with pytest.raises(urllib.error.HTTPError) as problem:
            self._ask(urllib.request.Request(self.address + place) if fields is None else self._form(place, fields))
        with problem.value as answer:
            said = re.search(r'class="wrong"[^>]*>([^<]*)', answer.read().decode())
        assert said, "no sentence says what is wrong"
        return problem.value.code, said[1]

    def waits(self, place: str, words: str) -> str:
        """The page as soon as it has these words, a regular expression."""
        until = time.monotonic() + PATIENCE
        while not re.search(words, text := self.get(place)):
            assert time.monotonic() < until, f"{words!r} never came: {text}"
            time.sleep(0.1)
        return text

    def _form(self, place: str, fields: dict[str, str]) -> urllib.request.Request:
        data = urllib.parse.urlencode(fields).encode()
        return urllib.request.Request(self.address + place, data, {"Origin": self.address})

    def _ask(self, request: urllib.request.Request) -> str:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            parts = urllib.parse.urlsplit(answer.url)
            self.at = parts.path + (f"?{parts.query}" if parts.query else "")
            text: str = answer.read().decode()
        return text
