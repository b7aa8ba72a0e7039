"""Asks the page's application within the process of the tests, as quickly as ten thousand requests need it."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from kibitz.arena.store import Store
from kibitz.jobs.pool import Pool
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog
from kibitz.web.app import AppState, application
from kibitz.web.guard import LOCAL, Guard, Token
from kibitz.web.visitors import Visitors

OWN = {"host": "localhost", "sec-fetch-site": "same-origin"}  # what a browser says on a page of the server


@dataclass(frozen=True)
class Answer:
    """What came back; names of headers in lower case."""

    code: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Asker:
    """A browser that keeps its cookies. `app` is what answers, `asked` how long one answer may take, in seconds."""

    app: Any
    patience: float = 20.0
    cookies: dict[str, str] = field(default_factory=dict)

    async def ask(
        self,
        method: str,
        address: str,
        body: bytes | Iterator[bytes] = b"",
        headers: Mapping[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """One request; `headers` instead of those of a page of the server, None being those. `body`: whole, or in chunks."""
        path, _, query = address.partition("?")
        said = dict(OWN if headers is None else headers)
        if self.cookies:
            said.setdefault("cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "query_string": query.encode("latin-1", "replace"),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in said.items()],
            "client": (client, 1234),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        return await asyncio.wait_for(self._exchange(scope, body), self.patience)

    async def get(self, address: str, **headers: str) -> Answer:
        return await self.ask("GET", address, headers=OWN | {name.replace("_", "-"): said for name, said in headers.items()})

    async def post(self, address: str, **fields: str) -> Answer:
        """A form."""
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return await self.ask("POST", address, urlencode(fields).encode(), OWN | kind)

    async def send(self, address: str, what: Any) -> Answer:
        """JSON, as a program sends it."""
        kind = {"host": "localhost", "content-type": "application/json"}
        return await self.ask("POST", address, json.dumps(what).encode(), kind)

    async def _exchange(self, scope: dict[str, Any], body: bytes | Iterator[bytes]) -> Answer:
        chunks = iter([body]) if isinstance(body, bytes) else body
        following = next(chunks, None)
        sent: list[Any] = []
        is_over = asyncio.Event()

        async def receive() -> dict[str, Any]:
            nonlocal following
            if following is None:
                await is_over.wait()
                return {"type": "http.disconnect"}
            chunk, following = following, next(chunks, None)
            return {"type": "http.request", "body": chunk, "more_body": following is not None}

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                is_over.set()

        await self.app(scope, receive, send)
        start = sent[0]
        assert start["type"] == "http.response.start"
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in start["headers"]}
        for name, value in start["headers"]:
            if name.lower() == b"set-cookie":
                kept, _, given = value.decode("latin-1").partition(";")[0].partition("=")
                self.cookies[kept] = given
        return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


@contextmanager
def house_of(
    games: list[str], store: Path | str, limits: Limits = Limits(), is_open: bool = False, **pools: Any
) -> Iterator[AppState]:
    """A house that is not opened; it has the pools that are given as `thinkers`, `readers`, `series`, or real ones."""
    made = {
        "thinkers": Pool(1, limits.queue, memory=limits.memory),
        "readers": Pool(1, limits.queue, memory=limits.memory),
        "series": Pool(1, 0, memory=limits.memory),
    }
    with Store.open(str(store)) as opened:
        yield AppState(Catalog.of(games), opened, limits, visitors=Visitors(limits, is_open), **made | pools)


def guarded(house: AppState, token: Token | None = None, hosts: frozenset[str] = LOCAL, by_number: bool = False) -> Guard:
    """The application of a house behind its guard."""
    return Guard(application(house), house.limits, hosts, token, by_number)


def asked(app: Any, *requests: tuple[Any, ...], **more: Any) -> list[Answer]:
    """The answers to requests, one after the other."""

    async def all_of_them() -> list[Answer]:
        asker = Asker(app)
        return [await asker.ask(*request, **more) for request in requests]

    return asyncio.run(all_of_them())
