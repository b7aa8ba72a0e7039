"""A house without worker processes, for tests of pages: what its pools answer is said by the test."""

import asyncio
import itertools
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from kibitz.arena.store import Store
from kibitz.errors import KibitzError
from kibitz.web.app import AppState, application
from kibitz.web.job import Job
from kibitz.web.limits import Limits
from kibitz.web.shelf import Shelf
from kibitz.web.visitors import Visitors

Answer = dict[str, Any] | KibitzError | None
FORM = "application/x-www-form-urlencoded"
FRAGMENT = {"kibitz-fragment": "table"}
SOMEBODY = "0" * 32  # a visitor


class Oracle:
    """Stands in for a pool: each job ends at once with what `answer` gives; with None it goes on until it is ended.

    `ahead`: how many jobs it says wait before one; None: it does not wait.
    """

    def __init__(self, answer: Callable[[str, dict[str, Any]], Answer]) -> None:
        self.answer, self.jobs, self._numbers = answer, list[Job](), itertools.count()

        self.ahead: int | None = None

    async def open(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Ends what goes on."""
        for job in self.jobs:
            job.cancel()

    def before(self, job: Job) -> int | None:
        """As `ahead` says."""
        return self.ahead

    def submit(self, do: str, args: dict[str, Any], visitor: str, seconds: float) -> Job:
        """A job of that kind."""
        job = Job(next(self._numbers), do, args, visitor, seconds, lambda job: None)
        self.jobs.append(job)
        found = self.answer(do, args)
        if found is not None:
            asyncio.get_running_loop().call_soon(job.end, found)
        return job


def house(folder: Path, oracle: Oracle, games: Sequence[str] = (), limits: Limits = Limits()) -> AppState:
    """With a store in that folder, and the games of the package."""
    pools: Any = oracle
    store = Store.open(str(folder / "games.db"))
    return AppState(Shelf.of(games), store, limits, Visitors(limits, False), pools, pools, pools)


def in_time(work: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end, which comes within 20 seconds."""
    asyncio.run(asyncio.wait_for(work, 20))


@dataclass
class Reply:
    """What came back."""

    status_code: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""


class Client:
    """A visitor of a house, with cookies and no network between: the application runs in a thread of its own."""

    def __init__(self, made: AppState) -> None:
        self._house, self.cookies = made, dict[str, str]()
        self._app: Any = application(made)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Client":
        self._thread.start()
        self._do(self._house.open())
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._do(self._house.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def get(self, place: str) -> Reply:
        """A page."""
        reply: Reply = self._do(self._ask("GET", place, b"", {}))
        return reply

    def post(self, place: str, data: Mapping[str, str], headers: Mapping[str, str] | None = None, kind: str = FORM) -> Reply:
        """A form."""
        sent = {"content-type": kind, **(headers or {})}
        reply: Reply = self._do(self._ask("POST", place, urlencode(data).encode(), sent))
        return reply

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _ask(self, method: str, place: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        said, reply, parts = urlsplit(place), Reply(), [body]
        cookies = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        sent = {"host": "localhost", "cookie": cookies, **headers}
        scope = {
            "type": "http",
            "method": method,
            "path": said.path,
            "raw_path": said.path.encode(),
            "query_string": said.query.encode(),
            "headers": [(name.encode(), text.encode()) for name, text in sent.items()],
            "http_version": "1.1",
            "scheme": "http",
            "server": ("localhost", 80),
            "client": ("localhost", 9),
            "root_path": "",
        }

        async def receive() -> dict[str, Any]:
            if parts:
                return {"type": "http.request", "body": parts.pop(), "more_body": False}
            await asyncio.Event().wait()
            return {}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                reply.status_code = message["status"]
                for name, text in message["headers"]:
                    reply.headers[name.decode()] = text.decode()
                    if name == b"set-cookie":
                        self.cookies |= {key: one.value for key, one in SimpleCookie(text.decode()).items()}
            else:
                reply.text += message.get("body", b"").decode()

        await self._app(scope, receive, send)
        return reply
