"""The games of a match as text: a JSON object on each line, or headers and numbered moves as chess players write them."""

import json
import textwrap
from collections.abc import Iterator

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store.exported import seat_name
from kibitz.arena.store.store import Store

WIDTH = 79
HALF = {0.0: "0", 0.5: "1/2", 1.0: "1"}


def json_lines(store: Store, match: int) -> Iterator[str]:
    """One line for each game that has been played, in the order of the schedule."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        facts = {
            "match": match,
            "key": fixture.key,
            "game": plan.game,
            "players": _players(plan, fixture),
            "opening": fixture.opening,
            "moves": played.moves,
            "payoffs": played.payoffs,
            "score": played.scores(len(fixture.seats)),
            "forfeit": played.forfeit,
            "reason": played.reason,
            "seconds": played.seconds,
        }
        yield json.dumps(facts, allow_nan=False)


def game_texts(store: Store, match: int) -> Iterator[str]:
    """A text for each game that has been played, in the order of the schedule; it ends with a blank line."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        yield _text(plan, match, fixture, played)


def _text(plan: Plan, match: int, fixture: Fixture, played: Played) -> str:
    result = _result(played, len(fixture.seats))
    headers = {"Event": f"match {match}", "Game": plan.game, "Round": f"{fixture.pair}.{fixture.side}"}
    for seat, player in enumerate(_players(plan, fixture)):
        headers[seat_name(seat)] = player
    if fixture.opening:
        headers["Opening"] = fixture.opening
    headers["Result"] = result
    if played.payoffs is not None:
        headers["Payoffs"] = " ".join(f"{one:g}" for one in played.payoffs)
    if played.forfeit is not None:
        headers["Termination"] = f"{seat_name(played.forfeit)} lost by a fault: {played.reason}"
    elif played.reason:
        headers["Termination"] = played.reason
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items()]
    text = _numbered(played.moves, len(fixture.seats), result)
    moves = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, "", ""])


def _players(plan: Plan, fixture: Fixture) -> list[str]:
    return [plan.players[seat] for seat in fixture.seats]


def _result(played: Played, seats: int) -> str:
    return "-".join(HALF.get(score, f"{score:g}") for score in played.scores(seats))


def _numbered(moves: tuple[str, ...], seats: int, result: str) -> str:
    """The moves, with a number before each one that would be the first player's if turns alternate; the result at the end."""
    numbered = [f"{ply // seats + 1}. {name}" if ply % seats == 0 else name for ply, name in enumerate(moves)]
    return " ".join([*numbered, result])


def _quoted(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())
