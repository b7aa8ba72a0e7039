"""A game's learned estimate: the worth of pieces on each square, stage by stage, and the strongest patterns."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.present.sentences import as_sentence
from kibitz.table.served_games import ServedGame, name_spec
from kibitz.web.app import AppState
from kibitz.web.disconnects import while_here

JOB = "learned"


def routes(house: AppState) -> list[Route]:
    """The page of each game."""

    async def learned(request: Request) -> Response:
        offer = house.served_game(request.path_params["slug"])
        visitor = house.visitor(request)
        given = dict(list(request.query_params.items())[: house.limits.fields])
        context: dict[str, Any] = {"offer": offer, "answer": None, "problem": "", "spec": offer.spec}
        try:
            args = await house.run_rules(offer.base, _read, house, offer, given)
            context["spec"] = args["game"]
            context["answer"] = await while_here(request, house.tree_jobs.of(visitor.key, args, patient=True, kind=JOB))
        except (KibitzError, OverflowError, MemoryError) as problem:
            if getattr(problem, "retry", None) is not None:
                raise
            context["problem"] = as_sentence(str(problem) or "this is too large")
        context["heading"] = f"What was learned of {name_spec(context['spec'])}"
        return house.page(request, "learned.html", 400 if context["problem"] else 200, **context)

    return [Route("/g/{slug}/learned", learned)]


def _read(house: AppState, offer: ServedGame, given: dict[str, str]) -> dict[str, Any]:
    """The job that a request comes to. Raises GameError, a sentence."""
    return {"game": registry.spec_of(offer.game(given, house.limits))}
