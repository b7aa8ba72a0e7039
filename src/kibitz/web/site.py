"""The common part of all pages: the games, the store, the workers, the visitors, and templates with their style sheets."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kibitz.drawing.text import clean
from kibitz.errors import KibitzError
from kibitz.jobs.service import Service
from kibitz.present.marks import signed
from kibitz.table.classroom import Classroom
from kibitz.table.clocks import name_clock
from kibitz.table.served_games import ServedGame, name_player
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


class HttpProblem(KibitzError):
    """A request that cannot be done, with the code of the answer."""

    def __init__(self, sentence: str, code: int = 400) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass
class House(Service):
    """The service, with its visitors. `classroom`: the class that it serves; `address`: the link to the front page."""

    visitors: Visitors
    classroom: Classroom | None = None
    address: str = "/"

    def link(self, path: str) -> str:
        """The link for others to a page, with the token if there is one."""
        place, mark, query = self.address.partition("?")
        return f"{place}{path}{mark}{query}"

    def served_game(self, slug: str, hint: str = "") -> ServedGame:
        """The game of that name. HttpProblem, 404, for an unknown one; `hint`: a sentence to add."""
        try:
            return self.catalog[slug]
        except KeyError:
            raise HttpProblem(f"there is no such game here{hint}", 404) from None

    def redirect_to_game(self, request: Request, slug: str, page: str = "") -> Response:
        """From a short address, `/play/othello?moves=f5d6`, to the page of the game with that position."""
        query = f"?{request.url.query}" if request.url.query else ""
        return self.redirect(request, f"/g/{self.served_game(slug).slug}{page}{query}")

    def visitor(self, request: Request) -> Visitor:
        """The visitor of a request."""
        return self.visitors.of(request)

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a submitted form; HttpProblem for other content."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/x-www-form-urlencoded":
            raise HttpProblem("Invalid form data.", 415)
        try:
            text = (await request.body()).decode("utf-8")
            fields = parse_qsl(text, keep_blank_values=True, max_num_fields=self.limits.fields, errors="strict")
        except ValueError:
            raise HttpProblem("Invalid form data.") from None
        return dict(fields)

    def page(self, request: Request, name: str, code: int = 200, /, **values: Any) -> Response:
        """A page from its template; the fragment alone where the script asks for one of those that `values` has in `fragments`.

        `fragments` maps the id of an element to its template. `location`: the address for the history.
        """
        fragments: Mapping[str, str] = values.get("fragments", {})
        wanted = request.headers.get(FRAGMENT, "")
        name = fragments.get(wanted, name)
        room = self.classroom
        in_class = room is not None and self.visitors.of(request).key in room.pupils and request.url.path != "/class"
        rings = room is not None and in_class and room.rings_for(self.visitors.of(request).key)
        response = HTMLResponse(self.render(name, request=request, in_class=in_class, rings=rings, **values), code)
        if "location" in values:
            response.headers[LOCATION] = values["location"]
        self.visitors.greet(request, response)
        return response

    def redirect(self, request: Request, place: str) -> Response:
        """After a form: to the page that shows what came of it."""
        response = RedirectResponse(place, 303)
        self.visitors.greet(request, response)
        return response

    def render(self, name: str, /, **values: Any) -> str:
        """A template as text."""
        return templates().get_template(name).render(**values)


@pass_context
def _style(context: Context, file: str) -> str:
    """The address of a style sheet or a script, by the settings of the visitor."""
    return static_address(file, preferences_of(context.get("request")))


@functools.cache
def templates() -> Environment:
    """The templates: all values put into one are escaped, and cleaned of characters that no page can hold."""
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
