"""The tree that a search walks through, to be opened node by node, gone through step by step, and predicted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz import registry
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.present.sentences import as_sentence
from kibitz.runtime.user_code import blame_rules
from kibitz.web.app import AppState
from kibitz.web.house import FRAGMENT, Wrong
from kibitz.web.limits import Limits
from kibitz.web.naming import name_spec
from kibitz.web.shelf import Offer
from kibitz.web.tree_view import GOES, SHOWS, View, number

FRAGMENTS = {"shown": "_tree.html", "about": "_tree_node.html", "rows": "_tree_rows.html"}
DONE = ("toggle", "select", "zoom", "show", "counting", "go", "begin", "answer", "cuts", "reveal")
WAITING = {"waiting": "_tree_wait.html"}  # as long as there is no tree
PARTS = ("about", "rows")


def routes(house: AppState) -> list[Route]:
    """The explorer of each game."""

    async def tree(request: Request) -> Response:
        try:
            offer = house.shelf[request.path_params["slug"]]
        except KeyError:
            raise Wrong("there is no such game here", 404) from None
        house.visitor(request)
        part = request.headers.get(FRAGMENT, "")
        given = dict(list(request.query_params.items())[: house.limits.fields])
        context: dict[str, Any] = {"offer": offer, "given": given, "view": View(), "others": {}, "answer": None, "problem": ""}
        context["before"] = None
        try:
            wanted = await house.ruled(offer.base, TreeRequest.read, offer, given, house.limits)
            context |= {"view": wanted.view, "others": wanted.others, "game": wanted.spec}
            args = {**wanted.args, "part": part if part in PARTS else ""}
            readings = house.readings
            context["answer"] = await readings.of(request, args, patient=part in FRAGMENTS)
            context["before"] = readings.before(request, args)
        except (KibitzError, OverflowError, MemoryError) as problem:
            if getattr(problem, "retry", None) is not None:
                raise
            context["problem"] = as_sentence(str(problem) or "this is too large")
        return await house.ruled(offer.base, _page, house, request, context)

    return [Route("/g/{slug}/tree", tree)]


@dataclass(frozen=True)
class TreeRequest:
    """A request, read: which game, the view, and the job it comes to; `others`: what links have beside the view."""

    spec: str
    view: View
    others: dict[str, str]
    args: dict[str, Any]

    @classmethod
    def read(cls, offer: Offer, given: Mapping[str, str], limits: Limits) -> "TreeRequest":
        """Raises GameError, MoveError or TreeError, a sentence."""
        text = given.get("moves", "").strip()
        if len(text) > limits.line:
            raise Wrong("these are more moves than a page takes")
        with blame_rules(offer.base):
            game = offer.game(given, limits)
            position = Position.after(game, text)
            names = list(position.names())
        if len(position.moves) > limits.plies:
            raise Wrong(f"a game has at most {limits.plies:,} moves here")
        view = View.read(given, limits)
        done = {name: given[name] for name in DONE if given.get(name, "") != ""}
        _check(done, limits)
        if "select" in done:
            view = View.read({**view.fields, "node": done.pop("select")}, limits)
        knobs = {knob.name: given[knob.name].strip() for knob in offer.knobs if given.get(knob.name, "").strip()}
        others = {name: value for name, value in {**knobs, "moves": " ".join(text.split())}.items() if value}
        bounds = {"nodes": limits.traced, "rows": limits.tree_rows, "seconds": limits.usual, "depth": limits.depth}
        spec = registry.spec_of(game)
        args = {"game": spec, "moves": names, "view": view.fields, "done": done, "limits": bounds}
        return cls(spec, view, others, args)


def _check(done: Mapping[str, str], limits: Limits) -> None:
    """Nothing but what there is to do."""
    for name in ("toggle", "select", "zoom"):
        for part in done.get(name, "0").split(".", 1 if name == "zoom" else 0):
            number(part, "a node")
    if done.get("go", GOES[0]) not in GOES or done.get("show", SHOWS[0]) not in SHOWS:
        raise Wrong("this cannot be done with a tree")
    if len(done.get("answer", "")) > limits.text:
        raise Wrong(f"an answer has at most {limits.text} letters")


def _page(house: AppState, request: Request, context: dict[str, Any]) -> Response:
    answer, place = context["answer"], request.url.path
    view = context["view"]
    if answer is not None:
        view = View.read(answer["view"], house.limits)
        context["location"] = view.address(place, context["others"])
        answer["about"]["board"] = Markup(answer["about"]["board"])
        if "picture" in answer:
            answer["picture"] = Markup(answer["picture"])
    offer = context["offer"]

    def link(**changes: Any) -> str:
        """An address of this page with another view."""
        address: str = view.address(place, context["others"], **changes)
        return address

    def begin(moves: list[str]) -> str:
        """An address where the search begins after further moves."""
        before = Position.after(registry.load(context["game"]), context["others"].get("moves", "")).names()
        fresh = View(view.search, view.depth, view.distance, view.plain)
        return fresh.address(place, {**context["others"], "moves": join_moves([*before, *moves])})

    again = f"{place}?{request.url.query}"  # with what is to be done, which has not been done yet
    code = 400 if context["problem"] else 200
    fields = {**context["others"], **view.fields}
    spec = context.get("game") or registry.spec_of(offer.base)
    named = next((context["others"].get(knob.name, knob.text) for knob in offer.knobs if knob.choices), None)
    context["heading"] = f"The tree of {name_spec(spec)}" if named is None else f"The tree {named.replace('_', ' ')}"
    context |= {
        "view": view,
        "fields": fields,
        "link": link,
        "begin": begin,
        "place": place,
        "again": again,
        "knobs": offer.knobs,
    }
    return house.page(request, "tree.html", code, fragments=FRAGMENTS if answer else WAITING, **context)


def join_moves(names: list[str]) -> str:
    """Moves as one text, as people write them."""
    return ("; " if any(" " in name for name in names) else " ").join(names)
