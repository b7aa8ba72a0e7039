"""The games of a match as text: JSON lines, or headers and numbered moves as chess players write them."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store.replay import record
from kibitz.formats.annotated import AnnotatedGame
from kibitz.formats.kinds import pgn

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store


def write_json_lines(store: "Store", match: int) -> Iterator[str]:
    """One line for each game that has been played, in the order of the schedule."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        facts = {
            "match": match,
            "key": fixture.key,
            "game": fixture.start or plan.game,
            "players": [plan.players[seat] for seat in fixture.seats],
            "opening": " ".join(fixture.moves),
            "moves": played.moves,
            "payoffs": played.payoffs,
            "score": played.scores(len(fixture.seats)) if played.has_result else None,
            "forfeit": played.forfeit,
            "reason": played.reason,
            "seconds": played.seconds,
        }
        yield json.dumps(facts, allow_nan=False)


def write_texts(store: "Store", match: int) -> Iterator[str]:
    """A text for each game that has been played, in the order of the schedule; it ends with a blank line."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        yield write_text(match, plan, fixture, played)


def write_text(match: int, plan: Plan, fixture: Fixture, played: Played) -> str:
    """The text of one game of a match; it ends with a blank line."""
    tags = {"Event": f"match {match}", "Round": f"{fixture.pair}.{fixture.side}"}
    return pgn.write(AnnotatedGame(record(plan, fixture, played), tags))
