"""Matches as JSON: the standing of one, a line of the list of all, a game of one. The terminal and the page write the same."""

from typing import Any

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.standing import Standing
from kibitz.arena.stats import Pentanomial
from kibitz.arena.stats.crosstable import Crosstable, Row
from kibitz.arena.stats.figures import figures_as_json, finite, known
from kibitz.arena.store import Summary


def standing_as_json(standing: Standing, table: Crosstable | None) -> dict[str, Any]:
    """What a match has come to; `table`: the ratings, for more than two players. What is infinite is null."""
    plan, totals = standing.plan, standing.totals
    facts: dict[str, Any] = {"match": standing.number, "game": plan.game, "players": list(plan.players)}
    if standing.is_duel:
        a_wins, b_wins, draws = totals.results()
        facts |= {"a": plan.players[0], "b": plan.players[1], "a_wins": a_wins, "b_wins": b_wins, "draws": draws}
        facts |= figures_as_json(Pentanomial(totals.penta()), standing.pairs, standing.test)
        facts["single"] = {name: known(standing.singles, name) for name in ("elo", "elo_error", "los")}
    if table is not None:
        facts |= ratings_as_json(table)
    forfeits = [totals.faults[place].games if place in totals.faults else 0 for place in range(len(plan.players))]
    return facts | {
        "games": totals.played,
        "scheduled": totals.scheduled,
        "distinct": totals.distinct,
        "forfeits": forfeits,
        "stopped": totals.stopped,
        "openings": plan.openings,
        "seed": plan.seed,
        "seconds": round(standing.seconds, 3),
    }


def ratings_as_json(table: Crosstable) -> dict[str, Any]:
    """Each player's rating, the strongest first, and what moving first is worth, each in Elo with its error."""
    return {
        "ratings": [_rated(row) for row in table.rows],
        "advantage": [finite(table.advantage), finite(table.advantage_error)],
    }


def summary_as_json(one: Summary) -> dict[str, Any]:
    """One match in the list of all; `created` is in seconds since 1970."""
    return {
        "match": one.number,
        "game": one.game,
        "players": one.players,
        "form": one.form,
        "created": one.created,
        "games": one.played,
        "scheduled": one.games,
        "kibitz": one.kibitz,
    }


def game_as_json(match: int, plan: Plan, fixture: Fixture, played: Played) -> dict[str, Any]:
    """One game of a match: who sat where, the moves by their names, and how it ended."""
    return {
        "match": match,
        "pair": fixture.pair,
        "side": fixture.side,
        "game": plan.game,
        "players": [plan.players[place] for place in fixture.seats],
        "opening": fixture.opening,
        "moves": played.moves,
        "payoffs": played.payoffs,
        "forfeit": played.forfeit,
        "reason": played.reason,
        "seconds": played.seconds,
    }


def _rated(row: Row) -> dict[str, Any]:
    return {
        "player": row.name,
        "elo": finite(row.elo),
        "elo_error": finite(row.error),
        "points": row.points,
        "games": row.games,
    }
