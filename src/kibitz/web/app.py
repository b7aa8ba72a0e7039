"""The application and what it keeps: families of pages bring their routes, found by looking; mistakes become sentences."""

import importlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.jobs.analyses import Analyses
from kibitz.jobs.explorer import Explorer
from kibitz.jobs.match_ratings import MatchRatings
from kibitz.jobs.matches import RunningMatches
from kibitz.jobs.preparations import Preparations
from kibitz.jobs.rasters import Rasters
from kibitz.jobs.reviews import Reviews
from kibitz.jobs.tree_jobs import TreeJobs
from kibitz.present.sentences import as_sentence
from kibitz.web.board.pictures import Pictures
from kibitz.web.site import House, HttpProblem
from kibitz.web.static_files import static_file
from kibitz.web.tables import Tables
from kibitz.web.visitors import Overloaded

STANDINGS = 64


@dataclass
class AppState(House):
    """The state of the app: what it keeps, and what it does beside the pages.

    `tables`: the games in progress; `matches`: those under way, with their `ratings`; `tree_jobs`: trees that are read;
    `analyses`: searches of analysis boards; `pictures`: boards as SVG, `rasters`: as PNG and GIF; `explorer`: moves in stored
    games; `preparations`: machine code that is compiled in advance; `standings`: of the matches that were looked at last, for
    pages and for programs, with the totals they belong to.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tables, self.matches, self.ratings = Tables(self), RunningMatches(self), MatchRatings(self)
        self.reviews, self.tree_jobs, self.pictures = Reviews(self), TreeJobs(self), Pictures(self)
        self.analyses, self.explorer, self.rasters = Analyses(self), Explorer(self), Rasters(self)
        self.preparations = Preparations(self)
        self.standings: LRUCache[tuple[str, int], tuple[Any, dict[str, Any]]] = LRUCache(STANDINGS)

    def prepare(self, request: Request, game: Game, players: Iterable[str]) -> None:
        """Compile what the visitor of a game's page will soon need; not for a page that a browser only fetches in advance."""
        purpose = request.headers.get("sec-purpose", "") + request.headers.get("purpose", "")
        if request.method != "HEAD" and "prefetch" not in purpose:
            self.preparations.ask(self.visitors.caller(request), game, players)

    async def close(self) -> None:
        """Ends all that runs: first what would begin something new."""
        for keeper in (self.preparations, self.tables, self.matches, self.ratings, self.reviews, self.rasters):
            await keeper.close()
        await super().close()


def application(house: AppState) -> Starlette:
    """The application with all its pages; the guard around it is not part of it."""
    routes: list[Route] = [Route("/static/{mark}/{file}", static_file)]
    for name in registry.names("web.pages"):
        routes += importlib.import_module(f"kibitz.web.pages.{name}").routes(house)
    routes += importlib.import_module("kibitz.web.api.openapi").routes(house)

    refused = _refused(house)
    handlers: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        KibitzError: refused,
        HTTPException: refused,
        Exception: refused,
    }
    app = Starlette(
        routes=routes,
        exception_handlers=handlers,
        middleware=[Middleware(GZipMiddleware, minimum_size=600, compresslevel=6)],
    )
    app.router.redirect_slashes = False  # another address is another address
    return app


def _is_reload(request: Request) -> bool:
    """Whether a visitor opened the address that a form of a page was sent to: they mean the page of that form."""
    return request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")


def _ends_in_slash(request: Request) -> bool:
    """Whether the address of a page ends with a superfluous slash; an address to another server does not count."""
    path = request.url.path
    return _is_reload(request) and path.endswith("/") and path[1:2].isalnum()


def _refused(house: AppState) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def refused(request: Request, problem: Exception) -> Response:
        """The sentence, as a page or as JSON, with a code that fits."""
        code, sentence, headers = 400, str(problem), {}
        if isinstance(problem, HTTPException) and problem.status_code == 405 and _is_reload(request):
            return RedirectResponse(request.url.path.rpartition("/")[0], 303)
        if isinstance(problem, HTTPException) and problem.status_code == 404 and _ends_in_slash(request):
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{request.url.path.rstrip('/')}{query}", 308)
        if not isinstance(problem, KibitzError | HTTPException):
            code, sentence = 500, "something went wrong here: what happened is in the log of the server"
        elif isinstance(problem, HttpProblem):
            code = problem.code
        elif isinstance(problem, HTTPException):
            code = problem.status_code
            headers = dict(problem.headers or {})
            methods = sorted({*headers.get("Allow", "GET").split(", ")} - {"HEAD"})
            sentence = {404: "there is nothing at this address", 405: f"this address answers {' and '.join(methods)} only"}.get(
                code, problem.detail
            )
        if getattr(problem, "retry", None) is not None:
            code, headers = getattr(problem, "code", 503), {"retry-after": str(getattr(problem, "retry", Overloaded.retry))}
        sentence = as_sentence(sentence)
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": sentence}, code, headers)
        response = house.page(request, "wrong.html", code, said=sentence, code=code)
        response.headers.update(headers)
        return response

    return refused
