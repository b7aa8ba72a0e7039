"""Looks at every move of a game: {game, moves, players, payoffs, forfeit, reason, time, proofs}.

`time` in seconds for a move; `proofs`: what was proved of its positions before, as `Proofs.as_json` has it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.core.rules import can_be_proved
from kibitz.core.thought import GameRecord, Limit
from kibitz.explain.review.page import as_json, part
from kibitz.explain.review.puzzles import find_puzzles
from kibitz.explain.review.reviewing import Reviewing
from kibitz.explain.review.walk import walk_as_json
from kibitz.jobs.kinds import compile_ahead
from kibitz.jobs.worker import Stop
from kibitz.present.marks import signed
from kibitz.search.drivers.request import SearchRequest
from kibitz.table.served_games import name_game, name_player

TEXT = re.compile(r"(?<=>)[^<>]+(?=<)")  # of elements; there are no style sheets in a part of a page


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """News: {done, of}, how many moves have been looked at. The answer: {html, json, walk, puzzles}."""
    payoffs = args.get("payoffs")
    record = GameRecord(
        args["game"],
        tuple(args["moves"]),
        tuple(args.get("players", ())),
        None if payoffs is None else tuple(payoffs),
        args.get("forfeit"),
        args.get("reason", ""),
        args.get("opening", 0),
    )
    reviewing = Reviewing(record, request=SearchRequest(limit=Limit(time=args["time"])))
    reviewing.prove(args.get("proofs", ()))
    tell({"done": 0, "of": len(reviewing)})
    game = reviewing.end.game
    compile_ahead(game, stop, None, *(["solve"] if can_be_proved(game) else []))
    for done, _ in enumerate(reviewing, 1):
        tell({"done": done, "of": len(reviewing)})
        if stop.is_requested:
            break
    review = reviewing.so_far()
    named = replace(review, players=tuple(map(name_player, review.players)))
    html = TEXT.sub(lambda found: signed(found[0]), part(named, name_game(game)))
    puzzles = [one.as_json() for one in find_puzzles(review)]
    return {"html": html, "json": as_json(review), "walk": walk_as_json(named, name_game(game)), "puzzles": puzzles}
