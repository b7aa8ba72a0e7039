"""A house without worker processes, for tests of pages: what its pools answer is said by the test."""

import asyncio
import functools
import itertools
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

from asked import Asker
from kibitz.arena.store import Store
from kibitz.errors import KibitzError
from kibitz.jobs.job import Busy, Job
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog
from kibitz.web.app import AppState, application
from kibitz.web.visitors import Visitors

Answer = dict[str, Any] | KibitzError | None
FORM = "application/x-www-form-urlencoded"
FRAGMENT = {"kibitz-fragment": "table"}
SOMEBODY = "0" * 32  # a visitor


class Oracle:
    """Stands in for a pool: each job ends at once with what `answer` gives; with None it goes on until it is ended.

    Busy: there is no place for it. `ahead`: how many jobs it says wait before one; None: it does not wait.
    `queued`: how many it says wait. `has_room`: whether what gives way to all others may begin.
    """

    def __init__(self, answer: Callable[[str, dict[str, Any]], Answer]) -> None:
        self.answer, self.jobs, self._numbers = answer, list[Job](), itertools.count()
        self.ahead: int | None = None
        self.queued = 0
        self.has_room = False

    async def open(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        for job in self.jobs:
            job.cancel()

    def before(self, job: Job) -> int | None:
        return self.ahead

    def submit(self, do: str, args: dict[str, Any], visitor: str, seconds: float, gives_way: bool = False) -> Job:
        found = self.answer(do, args)
        if isinstance(found, Busy):
            raise found
        job = Job(next(self._numbers), do, args, visitor, seconds, lambda job: None, gives_way=gives_way)
        self.jobs.append(job)
        if found is not None:
            asyncio.get_running_loop().call_soon(job.end, found)
        return job


def house(folder: Path, oracle: Oracle, games: Sequence[str] = (), limits: Limits = Limits()) -> AppState:
    """With a store in that folder, and the games of the package."""
    pools: Any = oracle
    store = Store.open(str(folder / "games.db"))
    return AppState(Catalog.of(games), store, limits, pools, pools, pools, Visitors(limits, False))


def in_time(work: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end, which comes within 20 seconds."""
    asyncio.run(asyncio.wait_for(work, 20))


def timed(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine."""

    @functools.wraps(test)
    def ran(**fixtures: Any) -> None:
        in_time(test(**fixtures))

    return ran


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status_code: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


class Client:
    """A visitor of a house, with cookies and no network between: the application runs in a thread of its own."""

    def __init__(self, made: AppState) -> None:
        self._house, self._asker = made, Asker(application(made))
        self.cookies = self._asker.cookies
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
        return self._ask("GET", place)

    def post(self, place: str, data: Mapping[str, str], headers: Mapping[str, str] | None = None, kind: str = FORM) -> Reply:
        """A form."""
        return self._ask("POST", place, urlencode(data).encode(), {"content-type": kind, **(headers or {})})

    def _ask(self, *request: Any) -> Reply:
        answer = self._do(self._asker.ask(*request))
        return Reply(answer.code, answer.headers, answer.body)

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)
