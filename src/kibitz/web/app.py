"""The application and what it keeps: families of pages bring their routes, found by looking; mistakes become sentences."""

import importlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.present.sentences import as_sentence
from kibitz.web.analyses import Analyses
from kibitz.web.board.pictures import Pictures
from kibitz.web.explored import Explored
from kibitz.web.preparations import Preparations
from kibitz.web.rasters import Rasters
from kibitz.web.readings import Readings, Reviews
from kibitz.web.running import MatchRatings, Running
from kibitz.web.site import House, Wrong
from kibitz.web.static_files import static_file
from kibitz.web.tables import Tables
from kibitz.web.visitors import Full


@dataclass
class AppState(House):
    """The state of the app. `tables`: the games in progress; `running`: the matches; `readings`: readers of trees.

    `analyses`: for analysis boards; `explored`: moves in stored games; `rasters`: pictures to share. `preparations`:
    compilations in advance.
    """

    tables: Tables = field(init=False)
    running: Running = field(init=False)
    ratings: MatchRatings = field(init=False)
    reviews: Reviews = field(init=False)
    readings: Readings = field(init=False)
    pictures: Pictures = field(init=False)
    analyses: Analyses = field(init=False)
    explored: Explored = field(init=False)
    rasters: Rasters = field(init=False)
    preparations: Preparations = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tables, self.running, self.ratings = Tables(self), Running(self), MatchRatings(self)
        self.reviews, self.readings, self.pictures = Reviews(self), Readings(self), Pictures(self)
        self.analyses, self.explored, self.rasters = Analyses(self), Explored(self), Rasters(self)
        self.preparations = Preparations(self)

    async def close(self) -> None:
        """Ends all that runs: first what would begin something new."""
        for keeper in (self.preparations, self.tables, self.running, self.ratings, self.reviews, self.rasters):
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
    """Whether somebody looks at the address to which a form of a page was sent: what they mean is the page of that form."""
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
        elif isinstance(problem, Wrong):
            code = problem.code
        elif isinstance(problem, HTTPException):
            code = problem.status_code
            headers = dict(problem.headers or {})
            methods = sorted({*headers.get("Allow", "GET").split(", ")} - {"HEAD"})
            sentence = {404: "there is nothing here", 405: f"this address answers {' and '.join(methods)} only"}.get(
                code, problem.detail
            )
        if getattr(problem, "retry", None) is not None:
            code, headers = getattr(problem, "code", 503), {"retry-after": str(getattr(problem, "retry", Full.retry))}
        sentence = as_sentence(sentence)
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": sentence}, code, headers)
        response = house.page(request, "wrong.html", code, said=sentence, code=code)
        response.headers.update(headers)
        return response

    return refused
