"""Matches as their pages show them: how they stand, and their games, drawn and described."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from kibitz.arena.match import Match
from kibitz.arena.standing import Standing, standing_as_json
from kibitz.arena.stats import MIN_RESULTS, Pentanomial, elo_of
from kibitz.arena.stats.counts import moments
from kibitz.arena.stats.crosstable import MOST_RATED, Crosstable, describe_advantage, format_elo
from kibitz.arena.stats.figures import Z
from kibitz.arena.store import Cross, Store, Summary
from kibitz.arena.store.records import count_by_seat, count_results
from kibitz.arena.tournaments import Pairing, TableRow, Tournament
from kibitz.arena.tournaments.words import describe_pairing, table_cells, table_head
from kibitz.present.sentences import (
    NOBODY,
    describe_early,
    describe_repeats,
    describe_stopped,
    describe_unfinished,
    format_figure,
    format_points,
    format_share,
)
from kibitz.table.served_games import name_player, name_spec

MOST_NAMED = 4  # of the players of a match that has very many


@dataclass(frozen=True)
class MatchLine:
    """A match in the list of all; `result` in a few words."""

    summary: Summary
    game: str
    players: str
    result: str


def rated(table: Crosstable) -> dict[str, Any]:
    """Ratings in words: the `elo` of each player, in the order of the match, and the `advantage` of moving first."""
    rows = sorted(table.rows, key=lambda row: row.place)
    return {"elo": [format_elo(row) for row in rows], "advantage": describe_advantage(table)}


def facts(standing: Standing, table: Crosstable | None = None) -> dict[str, Any]:
    """The JSON of `kibitz match`, with `crosstable` and `tournament` as pages show them; `table`: the ratings, where known."""
    return standing_as_json(standing, table) | _tables(standing, None if table is None else rated(table))


def stored(store: Store, match: int, ratings: dict[str, Any] | None) -> dict[str, Any]:
    """The `facts` of a match by what the store holds now; `ratings`: what `rated` says, where it is known."""
    standing = Match(store, match).standing(conduct=False)
    return standing_as_json(standing, None) | _tables(standing, ratings)


def _tables(standing: Standing, ratings: dict[str, Any] | None) -> dict[str, Any]:
    players, cross = standing.plan.players, None
    if standing.totals.played and len(players) <= MOST_RATED:
        cross = crosstable(standing.totals.crosses, players) | {"ratings": ratings}
    return {"crosstable": cross, "tournament": standing.tournament and _tournament(standing.tournament, standing.plan.form)}


def line(summary: Summary, crosses: Collection[Cross]) -> MatchLine:
    """A match as the list has it; `crosses`: who has won how often."""
    players = ", ".join(f"{letter(place)}: {name_player(spec)}" for place, spec in enumerate(summary.players))
    game = name_spec(summary.game)
    if not summary.played:
        return MatchLine(summary, game, players, "no game is over yet")
    if len(summary.players) > MOST_RATED:
        named = ", ".join(map(name_player, summary.players[:MOST_NAMED]))
        return MatchLine(summary, game, f"{named} and {len(summary.players) - MOST_NAMED:,} more", "many players")
    if len(summary.players) == 2:
        a_wins, b_wins, draws = count_results(crosses)
        return MatchLine(summary, game, players, f"A {a_wins:,}, B {b_wins:,}, draws {draws:,}")
    rows = crosstable(crosses, summary.players)["rows"]
    return MatchLine(summary, game, players, ", ".join(f"{row['letter']} {row['points']}" for row in rows))


def crosstable(crosses: Collection[Cross], players: Sequence[str]) -> dict[str, Any]:
    """Points and games of each player against each other, and the advantage of moving first."""
    rows = []
    for one, name in enumerate(players):
        against, points, games = [], 0.0, 0
        for other in range(len(players)):
            wins, losses, draws = count_results(crosses, one, other) if one != other else (0, 0, 0)
            met = wins + losses + draws
            against.append("·" if one == other else f"{format_points(wins + draws / 2)} of {met:,}" if met else NOBODY)
            points, games = points + wins + draws / 2, games + met
        total = f"{format_points(points)} of {games:,}" if games else NOBODY
        share = format_share(points, games)
        rows.append({"letter": letter(one), "name": name, "against": against, "points": total, "share": share})
    first, second, draws = count_by_seat(crosses)
    return {"rows": rows, "seats": f"First player won {first:,}, second player {second:,}, draws {draws:,}."}


def _tournament(tournament: Tournament, form: str) -> dict[str, Any]:
    """The rounds that have begun, each whole one of a Swiss tournament with the table after it; the table now; rounds ahead.

    Players are places in `Plan.players`.
    """
    letters, table = [letter(place) for place in range(tournament.players)], tournament.table()
    rounds = []
    for number, found in enumerate(tournament.rounds):
        is_last, is_whole = number == tournament.length - 1, all(one.is_over for one in found)
        with_table = form == "swiss" and is_whole and not is_last and tournament.players <= MOST_RATED
        meetings = [_meeting(one, letters, "wins" if form == "swiss" or is_last else "goes on") for one in found]
        after = _ranks(tournament.table_after(number + 1)) if with_table else []
        rounds.append({"title": tournament.title(number), "meetings": meetings, "table": after})
    ahead = [
        {"title": tournament.title(number), "boards": tournament.boards(number)}
        for number in range(len(rounds), tournament.length)
    ]
    return {"form": form, "head": table_head(table), "table": _ranks(table), "rounds": rounds, "ahead": ahead}


def _meeting(one: Pairing, letters: Sequence[str], wins: str) -> dict[str, Any]:
    points = ("",) if one.second is None else map(format_points, one.points)
    sides = [
        {"player": player, "points": text, "wins": wins if player == one.winner else ""}
        for player, text in zip((one.first, one.second), points, strict=False)
    ]
    return {"sides": sides, "note": describe_pairing(one, letters)}


def _ranks(table: Sequence[TableRow]) -> list[dict[str, Any]]:
    return [{"place": row.place, "player": row.player, "cells": table_cells(row)} for row in table]


def tally(standing: dict[str, Any]) -> dict[str, Any]:
    """The standing on a match's page (JSON as `facts` has it): numbers as words.

    For two players: wins, draws, score, Elo with its error, LOS, the pairs; for more players none of these.
    """
    games, scheduled = standing["games"], standing["scheduled"]
    words = {"games": f"{games:,}", "scheduled": f"{scheduled:,}", "share": 100 * games / scheduled if scheduled else 100.0}
    words["played"] = games
    words["duel"] = None if "a_wins" not in standing else _duel(standing)
    words["doubts"] = _doubts(standing)
    return words


def _duel(standing: dict[str, Any]) -> dict[str, Any]:
    counts = {"a": standing["a_wins"], "b": standing["b_wins"], "draws": standing["draws"]}
    pairs = sum(standing["pairs"])
    whole = max(1, sum(counts.values()))
    return {
        **{name: f"{count:,}" for name, count in counts.items()},
        "shares": {name: round(100 * count / whole, 2) for name, count in counts.items()},
        "score": f"{100 * standing['score']:.1f} %" if pairs else "",
        "elo": _within(standing) if pairs else "",
        "los": _likely(standing["los"], pairs) if pairs else "",
        "pairs": _describe_pairs(standing["pairs"]) if pairs else "",
    }


def _within(standing: dict[str, Any]) -> str:
    """Elo with its 95 % interval: "+12.3 ± 4.5"; "+382, at least +216" where the other side of it is open."""
    elo, error, score = standing["elo"], standing["elo_error"], standing["score"]
    if elo is not None and error is not None:
        return format_figure(elo, error)
    low, high = (format_figure(one, inf, 0) for one in _interval(standing["pairs"]))
    if score == 0.5:
        return f"{format_figure(elo, inf, 0)}, between {low} and {high}"
    limit = f"at least {low}" if score > 0.5 else f"at most {high}"
    if elo is None:
        return f"{'every' if score > 0.5 else 'no'} point was won: {limit}"
    return f"{format_figure(elo, inf, 0)}, {limit}"


def _interval(pairs: Sequence[int]) -> tuple[float, float]:
    """The limits of the Elo between which it is in 95 of 100 matches, by counts of pairs that made 0, 0.5, 1, 1.5 and 2 points.

    Where the normal distribution leaves the range of scores the interval is Wilson's: only who has won all, or nothing, may be
    better, or worse, without limit.
    """
    lost, less, even, more, won = pairs
    total = sum(pairs)
    score, deviation = moments(Pentanomial((lost, less, even, more, won)))
    margin, squared = Z * deviation / sqrt(total), Z * Z / total
    middle, half = score + squared / 2, Z * sqrt(score * (1 - score) / total + squared / (4 * total))
    wide = (middle - half) / (1 + squared), (middle + half) / (1 + squared)
    low = score - margin if 0 < score - margin < score else wide[0]
    high = score + margin if score < score + margin < 1 else wide[1]
    return elo_of(low), elo_of(high)


PAIRS = ("lost 0-2", "lost ½-1½", "shared", "won 1½-½", "won 2-0")


def _describe_pairs(counts: Sequence[int]) -> str:
    """How the pairs of games went for A: "8 won 2-0, 2 shared"."""
    met = [(count, how) for count, how in zip(counts, PAIRS, strict=True) if count]
    return ", ".join(f"{count:,} {how}" for count, how in reversed(met))


def _likely(share: float, pairs: int) -> str:
    """Hardly ever is not never, and a few pairs show nothing."""
    if pairs < MIN_RESULTS:
        return f"too early to say: {pairs} of the {MIN_RESULTS} pairs that it takes"
    percent = f"{100 * share:.1f} %"
    return {"0.0 %": "under 0.1 %", "100.0 %": "over 99.9 %"}.get(percent, percent) + " likely"


def _doubts(standing: dict[str, Any]) -> list[str]:
    doubts = []
    if repeats := standing["games"] - standing["distinct"]:
        doubts.append(
            f"{describe_repeats(repeats, standing['games'])}: they say nothing new, and the error is "
            "larger than it looks. More openings help."
        )
    if standing["stopped"]:
        doubts.append(describe_stopped(standing["stopped"]))
    if early := describe_early(standing["resigned"], standing["agreed"]):
        doubts.append(early)
    if standing["unfinished"]:
        doubts.append(describe_unfinished(standing["unfinished"]))
    for place, games in enumerate(standing["forfeits"]):
        if games:
            doubts.append(f"{letter(place)} lost {games:,} by a fault: the list of games says which.")
    return doubts


def letter(place: int) -> str:
    """A player's letter in a match where its spec is too long, or occurs twice: A, B, C, ..."""
    return chr(ord("A") + place) if place < 26 else f"player {place + 1}"
