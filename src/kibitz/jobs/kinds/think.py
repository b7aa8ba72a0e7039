"""A search's opinion of a position: {game, moves, search, limit: {depth, time, nodes, table}, all_moves, threads}.

Only the game is required; without a limit it runs until everything is solved or it is stopped.
"""

from collections.abc import Callable
from typing import Any

from kibitz.jobs.kinds import answer, limit, position
from kibitz.jobs.worker import Stop
from kibitz.present.answer import final
from kibitz.search.entry import begin


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """The answer is the JSON of `kibitz analyze`, with `words`."""
    here = position(args)
    if here.is_over:
        return answer(here, final(here))
    thinking = begin(
        here,
        search=args.get("search"),
        limit=limit(args.get("limit", {})),
        all_moves=args.get("all_moves", False),
        threads=args.get("threads", 1),
    )
    stop.call(thinking.stop)
    for thought in thinking:
        tell(answer(here, thought))
    return answer(here, thinking.result())
