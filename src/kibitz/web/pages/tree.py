"""The tree of a search, to be opened node by node, stepped through, and predicted.

The page itself stands still; its script is shared with the single-file page, and asks for its data here, part by part.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.explain.tree.style import read_asset
from kibitz.jobs.tree_view import View, number
from kibitz.position import Position
from kibitz.present.marks import worded
from kibitz.present.sentences import as_sentence
from kibitz.present.values import ValueWords
from kibitz.proofs import Proved
from kibitz.runtime.user_code import blame_rules
from kibitz.table.limits import Limits
from kibitz.table.served_games import ServedGame, name_spec
from kibitz.web.app import AppState
from kibitz.web.disconnects import while_here
from kibitz.web.site import FRAGMENT, HttpProblem

OF_SEARCH = ("search", "depth", "playouts", "seed", "distance", "plain")  # the fields of a view that say which search it is
DATA = "data"  # the fragment that is not markup
WAITING = {"waiting": "_tree_wait.html"}  # as long as there is no tree


def routes(house: AppState) -> list[Route]:
    """The explorer of each game."""

    async def tree(request: Request) -> Response:
        offer = house.served_game(request.path_params["slug"])
        visitor = house.visitor(request).key
        part = request.headers.get(FRAGMENT, "")
        given = dict(list(request.query_params.items())[: house.limits.fields])
        context: dict[str, Any] = {"offer": offer, "given": given, "view": View(), "others": {}, "answer": None, "problem": ""}
        context["before"] = None
        try:
            wanted = await house.run_rules(offer.base, TreeRequest.read, offer, given, house.limits)
            context |= {"view": wanted.view, "others": wanted.others, "moves": wanted.args["moves"], "game": wanted.spec}
            args = {**wanted.args, "part": part if part == DATA else ""}
            tree_jobs = house.tree_jobs
            proved = house.proved.of(wanted.spec, wanted.args["moves"])
            context["proved"] = await house.run_rules(offer.base, wanted.describe_proof, proved)
            context["answer"] = await while_here(request, tree_jobs.of(visitor, args, patient=part == DATA))
            context["before"] = tree_jobs.before(visitor, args)
            doing, context["seconds"] = tree_jobs.progress(visitor, args)
            context["doing"] = f"{doing[:1].upper()}{doing[1:]}" if doing else "The search is under way"
        except (KibitzError, OverflowError, MemoryError) as problem:
            if getattr(problem, "retry", None) is not None:
                raise
            context["problem"] = as_sentence(str(problem) or "this is too large")
        if part == DATA:
            return _data(house, request, context)
        return await house.run_rules(offer.base, _page, house, request, context)

    return [Route("/g/{slug}/tree", tree)]


@dataclass(frozen=True)
class TreeRequest:
    """A request, read: which game, the view, and the job it comes to; `others`: what links have beside the view."""

    spec: str
    view: View
    others: dict[str, str]
    args: dict[str, Any]
    position: Position

    @classmethod
    def read(cls, offer: ServedGame, given: Mapping[str, str], limits: Limits) -> "TreeRequest":
        """Raises GameError, MoveError or TreeError, a sentence."""
        text = given.get("moves", "").strip()
        if len(text) > limits.line:
            raise HttpProblem("these are more moves than a page takes")
        with blame_rules(offer.base):
            game = offer.game(given, limits)
            position = Position.after(game, text)
            names = list(position.names())
        if len(position.moves) > limits.plies:
            raise HttpProblem(f"a game has at most {limits.plies:,} moves here")
        view = View.read(given, limits)
        toggle = number(given["toggle"], "a node") if given.get("toggle", "") else None
        knobs = {
            knob.name: given[knob.name].strip() for knob in (*offer.knobs, *offer.setups) if given.get(knob.name, "").strip()
        }
        others = {name: value for name, value in {**knobs, "moves": " ".join(text.split())}.items() if value}
        bounds = {"nodes": limits.traced, "rows": limits.tree_rows, "seconds": limits.usual, "depth": limits.depth}
        spec = registry.spec_of(game)
        args = {"game": spec, "moves": names, "view": view.fields, "toggle": toggle, "limits": bounds}
        return cls(spec, view, others, args, position)

    def describe_proof(self, proved: Proved) -> str:
        """Other searches' proof about the position, in a sentence; "" for none."""
        mover = self.position.to_move
        value = None if mover not in (0, 1) else proved.value(mover, None)
        return "" if value is None else f"Proved before: {worded(ValueWords(self.position.game), value, mover)}."


def _data(house: AppState, request: Request, context: dict[str, Any]) -> Response:
    """The columns that the script reads, or why there are none."""
    answer = context["answer"]
    text = json.dumps({"problem": context["problem"]}) if answer is None else answer["data"]
    response = Response(text, 400 if answer is None else 200, media_type="application/json")
    house.visitors.greet(request, response)
    return response


def _page(house: AppState, request: Request, context: dict[str, Any]) -> Response:
    answer, place, others = context["answer"], request.url.path, context["others"]
    view = context["view"]
    if answer is not None:
        view = View.read(answer["view"], house.limits)
        answer["picture"] = Markup(answer["picture"])
    offer = context["offer"]

    def link(**changes: Any) -> str:
        address: str = view.address(place, others, **changes)
        return address

    fresh = replace(View(), **{name: getattr(view, name) for name in OF_SEARCH})
    code = 400 if context["problem"] else 200
    spec = context.get("game") or registry.spec_of(offer.base)
    named = next((others.get(knob.name, knob.text) for knob in offer.knobs if knob.choices), None)
    context["heading"] = f"The tree of {name_spec(spec)}" if named is None else f"The tree {named.replace('_', ' ')}"
    context |= {
        "view": view,
        "link": link,
        "begin": fresh.address(place, {name: value for name, value in others.items() if name != "moves"}),
        "place": place,
        "again": f"{place}?{request.url.query}",
        "knobs": offer.knobs,
        "explorer": Markup(read_asset("explorer.html")),
    }
    return house.page(request, "tree.html", code, fragments={} if answer else WAITING, **context)
