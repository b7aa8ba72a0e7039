"""The standing of a match: its counts, the figures they give, its tests, which may end it; and matches as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.fixture import IMPORTED, Fixture, Plan, Played
from kibitz.arena.sequential import Selection
from kibitz.arena.stats import Figures, Pentanomial, Sprt, Trinomial, compute_figures
from kibitz.arena.stats.crosstable import Crosstable, Row
from kibitz.arena.stats.figures import figures_as_json, finite, known
from kibitz.arena.store import Summary, Totals
from kibitz.arena.store.records import Conduct
from kibitz.arena.tournaments import Pairing, Tournament
from kibitz.core.notebook_table import NotebookTable


@dataclass(frozen=True)
class Standing(NotebookTable):
    """A match at one moment: `before` games were stored already, and this run has taken `seconds`.

    Scores are the first player's; `pairs` and `singles` are for matches of two.
    """

    number: int
    plan: Plan
    totals: Totals
    test: Sprt | None = None
    seconds: float = 0.0
    before: int = 0
    selection: Selection | None = None
    """The tests of a gauntlet: which of the others is better than the first player."""
    tournament: Tournament | None = None
    """The rounds of a Swiss tournament or a knockout."""
    conduct: Mapping[int, Conduct] = field(default_factory=dict)
    """Thinking times and kinds of faults by player, as places in the plan; empty where they are not known."""

    @property
    def is_duel(self) -> bool:
        """Whether two players meet at a game of two."""
        return len(self.plan.players) == 2

    @property
    def ended(self) -> bool:
        """Whether nothing is left to play."""
        if self.selection is not None:
            return not self.selection.turns()
        if self.tournament is not None:
            return self.tournament.ended
        return self.totals.played >= self.totals.scheduled or (self.test is not None and self.test.verdict is not None)

    @property
    def pairs(self) -> Figures:
        """Score and Elo with errors from whole pairs: two games from one opening resemble each other.

        Games played elsewhere have no pairs and count one by one.
        """
        if self.plan.form == IMPORTED:
            return self.singles
        return compute_figures(Pentanomial(self.totals.penta()))

    @property
    def singles(self) -> Figures:
        """Score and Elo of all games, with errors as if none resembled another."""
        a_wins, b_wins, draws = self.totals.results()
        return compute_figures(Trinomial(a_wins, b_wins, draws))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, in the order of the plan, for `pandas.DataFrame`: games, wins, draws, losses and points.

        `share`: of the points there were. `faults`: games lost by a fault. Of two players `elo` is the difference to the other
        one, and `elo_error` half its 95 % interval; None while they are not known.
        """
        return [self._row(place) for place in range(len(self.plan.players))]

    def _row(self, place: int) -> dict[str, Any]:
        results = [self.totals.results(place, other) for other in range(len(self.plan.players)) if other != place]
        wins, losses, draws = (sum(one[part] for one in results) for part in range(3))
        games, points = wins + losses + draws, wins + draws / 2
        faults = self.totals.faults[place].games if place in self.totals.faults else 0
        row = {"player": self.plan.players[place], "games": games, "wins": wins, "draws": draws, "losses": losses}
        row |= {"points": points, "share": points / games if games else None, "faults": faults}
        if not self.is_duel:
            return row
        elo = known(self.pairs, "elo")
        return row | {"elo": elo if elo is None or not place else -elo, "elo_error": known(self.pairs, "elo_error")}

    @property
    def per_second(self) -> float:
        """Games a second in this run."""
        return max(0, self.totals.played - self.before) / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until all scheduled games are played, at this pace; None while that is not known."""
        return (self.scheduled - self.totals.played) / self.per_second if self.per_second else None

    @property
    def scheduled(self) -> int:
        """How many games the match has, as far as that is known."""
        return self.totals.scheduled if self.tournament is None else self.tournament.scheduled


# Matches as JSON: the terminal and the page write the same.


def standing_as_json(standing: Standing, table: Crosstable | None) -> dict[str, Any]:
    """The standing as JSON; `table`: the ratings, for more than two players. Infinite numbers become null."""
    plan, totals = standing.plan, standing.totals
    facts: dict[str, Any] = {"match": standing.number, "game": plan.game, "players": list(plan.players)}
    if standing.is_duel:
        a_wins, b_wins, draws = totals.results()
        facts |= {"a": plan.players[0], "b": plan.players[1], "a_wins": a_wins, "b_wins": b_wins, "draws": draws}
        facts |= figures_as_json(Pentanomial(totals.penta()), standing.pairs, standing.test)
        facts["single"] = {name: known(standing.singles, name) for name in ("elo", "elo_error", "los")}
    if table is not None:
        facts |= ratings_as_json(table)
    if standing.selection is not None:
        facts |= _selection_as_json(standing.selection, plan)
    if standing.tournament is not None:
        facts |= _tournament_as_json(standing.tournament, plan)
    forfeits = [totals.faults[place].games if place in totals.faults else 0 for place in range(len(plan.players))]
    return facts | {
        "games": totals.played,
        "scheduled": standing.scheduled,
        "distinct": totals.distinct,
        "forfeits": forfeits,
        "conduct": [_conduct_as_json(standing.conduct.get(place)) for place in range(len(plan.players))],
        "stopped": totals.stopped,
        "unfinished": totals.unfinished,
        "resigned": totals.resigned,
        "agreed": totals.agreed,
        "openings": plan.openings,
        "time_control": plan.time_control,
        "seed": plan.seed,
        "seconds": round(standing.seconds, 3),
    }


def _selection_as_json(selection: Selection, plan: Plan) -> dict[str, Any]:
    """The candidate that has passed, and the test of each."""
    tests = [
        {"player": name, "pairs": test.heard, "llr": test.result.llr, "lower": test.result.lower, "upper": test.result.upper}
        | {"verdict": test.result.verdict}
        for name, test in zip(plan.players[1:], selection.tests, strict=True)
    ]
    return {"best": None if selection.best is None else plan.players[1 + selection.best], "tests": tests}


def _conduct_as_json(one: Conduct | None) -> dict[str, Any] | None:
    """The moves of a player, seconds a move, and faults by kind; None where they are not known."""
    if one is None:
        return None
    seconds = {"mean_seconds": one.time.mean, "longest_seconds": one.time.longest}
    return {"moves": one.time.moves, **seconds, "faults": dict(one.faults)}


def _tournament_as_json(tournament: Tournament, plan: Plan) -> dict[str, Any]:
    """The rounds so far with their meetings, and the table. Players are named by their places in `players`, from 0."""

    def meeting(one: Pairing) -> dict[str, Any]:
        facts = {"first": one.first, "second": one.second, "points": one.points, "games": one.games}
        return facts | {"tie_breaks": one.tie_breaks, "winner": one.winner, "by_seed": one.by_seed, "over": one.is_over}

    table = [
        {"place": row.place, "player": plan.players[row.player], "number": row.player, "score": row.score}
        | {"tie_break": row.tie_break, "points": row.points, "games": row.games}
        for row in tournament.table()
    ]
    rounds = [
        {"title": tournament.title(number), "meetings": [*map(meeting, one)]} for number, one in enumerate(tournament.rounds)
    ]
    return {"form": plan.form, "rounds": rounds, "table": table, "over": tournament.ended}


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
        "game": fixture.start or plan.game,
        "players": [plan.players[place] for place in fixture.seats],
        "opening": " ".join(fixture.moves),
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
