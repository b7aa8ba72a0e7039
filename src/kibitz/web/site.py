"""The common part of all pages: the games, the store, the workers, the visitors, and templates with their style sheets."""

import asyncio
import functools
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl

import anyio
import anyio.to_thread
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kibitz.arena.store import Store
from kibitz.core.rules import Game
from kibitz.drawing.text import clean
from kibitz.errors import KibitzError, RulesError
from kibitz.jobs.pool import Pool
from kibitz.present.marks import signed
from kibitz.runtime.deadlines import Deadlines
from kibitz.runtime.orders import GivenUp
from kibitz.table.clocks import name_clock
from kibitz.table.limits import Limits
from kibitz.table.proved_positions import ProvedPositions
from kibitz.table.served_games import Offer, Shelf, name_player
from kibitz.web.preferences import preferences_of
from kibitz.web.static_files import static_address
from kibitz.web.visitors import Visitor, Visitors

FOLDER = Path(__file__).parent
FRAGMENT, LOCATION = "kibitz-fragment", "kibitz-location"
DAY = 86_400  # seconds
THREADS = 16  # of the server, in which the store runs
RULES_PLACES = 3  # threads of a game
RULES_THREADS = 256  # of all games
GRACE = 1.0  # seconds for a function that is broken off to end, before nobody waits for it any more
P = ParamSpec("P")
T = TypeVar("T")


class Wrong(KibitzError):
    """A request that cannot be done, with the code of the answer."""

    def __init__(self, sentence: str, code: int = 400) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass
class House:
    """Made once; `thinkers` search moves and values, `readers` draw trees and reviews, `series` play matches."""

    shelf: Shelf
    store: Store
    limits: Limits
    visitors: Visitors
    thinkers: Pool
    readers: Pool
    series: Pool
    proved: ProvedPositions = field(init=False)  # by whatever search
    _threads: anyio.CapacityLimiter | None = None

    def __post_init__(self) -> None:
        self.proved = ProvedPositions(self.shelf)
        self.referee = Referee(self.limits.rules)

    async def open(self) -> None:
        """Ready to serve. Games that somebody has left unfinished long ago are forgotten."""
        self._threads = anyio.CapacityLimiter(THREADS)
        await self.off(self.store.forget_sittings, time.time() - self.limits.days * DAY)
        await asyncio.gather(self.thinkers.open(), self.readers.open(), self.series.open())

    async def close(self) -> None:
        """Ends all that runs."""
        await asyncio.gather(self.thinkers.close(), self.readers.close(), self.series.close())
        self.referee.close()
        self.store.close()

    async def off(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs what takes time, the store above all, in a thread: others are served meanwhile."""
        return await anyio.to_thread.run_sync(functools.partial(function, *args, **kwargs), limiter=self._threads)

    async def ruled(self, game: Game | None, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs what asks the rules of a game, and writes nothing, in a thread. RulesError where they do not come to an end.

        `game`: None where it is not known; then no rules are asked.
        """
        if game is None:
            return await self.off(function, *args, **kwargs)
        return await self.referee.run(game, functools.partial(function, *args, **kwargs))

    def offer(self, slug: str, hint: str = "") -> Offer:
        """The game of that name. Wrong, 404, for an unknown one; `hint`: a sentence to add."""
        try:
            return self.shelf[slug]
        except KeyError:
            raise Wrong(f"there is no such game here{hint}", 404) from None

    def lead(self, request: Request, slug: str, page: str = "") -> Response:
        """From a short address, `/play/othello?moves=f5d6`, to the page of the game with what is asked there."""
        query = f"?{request.url.query}" if request.url.query else ""
        return self.go(request, f"/g/{self.offer(slug).slug}{page}{query}")

    def visitor(self, request: Request) -> Visitor:
        """The visitor of a request."""
        return self.visitors.of(request)

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a submitted form; Wrong for other content."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/x-www-form-urlencoded":
            raise Wrong("Invalid form data.", 415)
        try:
            text = (await request.body()).decode("utf-8")
            fields = parse_qsl(text, keep_blank_values=True, max_num_fields=self.limits.fields, errors="strict")
        except ValueError:
            raise Wrong("Invalid form data.") from None
        return dict(fields)

    def page(self, request: Request, name: str, code: int = 200, /, **values: Any) -> Response:
        """A page from its template; the fragment alone where the script asks for one of those that `values` has in `fragments`.

        `fragments` maps the id of an element to its template. `location`: the address for the history.
        """
        fragments: Mapping[str, str] = values.get("fragments", {})
        wanted = request.headers.get(FRAGMENT, "")
        name = fragments.get(wanted, name)
        response = HTMLResponse(self.render(name, request=request, **values), code)
        if "location" in values:
            response.headers[LOCATION] = values["location"]
        self.visitors.greet(request, response)
        return response

    def go(self, request: Request, place: str) -> Response:
        """After a form: to the page that shows what came of it."""
        response = RedirectResponse(place, 303)
        self.visitors.greet(request, response)
        return response

    def render(self, name: str, /, **values: Any) -> str:
        """A template as text."""
        return templates().get_template(name).render(**values)


class Referee:
    """Lets rules run in threads, a few for each game, so that one that hangs takes nothing from others.

    What never comes back, not even when it is broken off, keeps its thread and its game's place.
    """

    def __init__(self, seconds: float, deadlines: Deadlines | None = None) -> None:
        """`seconds`: that a function may run, and may wait for a place."""
        self._seconds = seconds
        self._deadlines = deadlines or Deadlines()
        self._places: dict[type[Game], asyncio.Semaphore] = {}
        self._threads = ThreadPoolExecutor(RULES_THREADS, "kibitz-rules")

    async def run(self, game: Game, call: Callable[[], T], seconds: float | None = None) -> T:
        """Return what `call` returns, which runs rules of this game and writes nothing. RulesError if they never end.

        `seconds`: fewer than usual.
        """
        most = self._seconds if seconds is None else seconds
        endless = f"the rules of {type(game).__name__} do not come to an end"
        places = self._places.setdefault(type(game), asyncio.Semaphore(RULES_PLACES))
        loop = asyncio.get_running_loop()

        def bounded() -> T:
            try:
                return self._deadlines.run(call, most)
            except GivenUp:
                raise RulesError(endless) from None
            finally:
                with suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(places.release)

        try:
            await asyncio.wait_for(places.acquire(), most)
            running = loop.run_in_executor(self._threads, bounded)
            running.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait any more
            return await asyncio.wait_for(asyncio.shield(running), most + GRACE)
        except TimeoutError:
            raise RulesError(endless) from None

    def close(self) -> None:
        """No more rules run; it does not wait for those that do."""
        self._threads.shutdown(wait=False, cancel_futures=True)


@pass_context
def _style(context: Context, file: str) -> str:
    """The address of a style sheet or a script, by the settings of the visitor."""
    return static_address(file, preferences_of(context.get("request")))


@functools.cache
def templates() -> Environment:
    """The templates of the house: whatever is put into one is escaped, and cleaned of what no page can hold."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: clean(value) if type(value) is str else value,
    )
    environment.globals["style"] = _style
    environment.globals["preferences_of"] = preferences_of
    environment.filters |= {"player": name_player, "signed": signed, "clock": name_clock}
    return environment
