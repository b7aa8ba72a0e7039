"""The ratings of a match of more than two players, which the server cannot work out itself: {store, match}."""

from collections.abc import Callable
from typing import Any

from kibitz.arena.match import Match
from kibitz.arena.standing import ratings_as_json
from kibitz.arena.store import Store
from kibitz.jobs.worker import Stop
from kibitz.table.standings import rated


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """No news. The answer: the parts of `jobs.match_ratings.Rated`, by the games that the store holds now."""
    with Store.open(args["store"]) as store:
        table = Match(store, args["match"]).crosstable()
    return {"said": rated(table), "told": ratings_as_json(table)}
