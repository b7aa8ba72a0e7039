"""Games played, in the store, and how a match stands by them."""

import functools
import hashlib
import json
import math
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, takewhile
from typing import Any

from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.arena.store._connection import LIKE, DatabaseConnection, escape_like, list_marks
from kibitz.arena.store._database import writable
from kibitz.arena.store._matches import SAME_GAME, MatchRows, insert_match, match_row, read_fixtures, seats_text, to_fixture
from kibitz.arena.store._times import insert_times, list_times, read_conduct
from kibitz.arena.store.records import Conduct, Cross, Faults, Meeting, NextMove, Pair, Totals
from kibitz.core.outcome import GameOutcome
from kibitz.core.thought import AGREED, RESIGNED, RESULTLESS, SETTLED
from kibitz.errors import StoreError

PAGE_GAMES = 1000  # read or written at once
BEFORE_ALL: Key = (-1, -1)
POSITIONS = '"has_positions": true'  # in the plan of a match whose games have starts of their own
LONGEST_NAME = 1000  # letters of a move, as JSON; games with a longer one are not told
MAX_REASONS = 3  # reasons of each player's faults
MEETINGS, RESULTS = "kibitz_meetings", "kibitz_results"

# Queries over the games of a match, and over what its players made of them.
GAMES = f"""SELECT f.*, r.moves, r.payoffs, r.forfeit, r.reason, r.seconds
    FROM kibitz_fixtures f JOIN kibitz_results r ON {SAME_GAME} WHERE f.match = ?"""
IN_ORDER = "ORDER BY f.pair, f.side LIMIT ?"
COUNTS = ", ".join(f"sum(CASE WHEN points = {points} THEN 1 ELSE 0 END)" for points in (2, 1, 0))  # wins, draws, losses
UNSETTLED = f"reason NOT IN ({list_marks(SETTLED)})"


class ResultRows(MatchRows):
    """The store's finished games, and the standing of a match."""

    def keep(self, match: int, played: Sequence[Played]) -> int:
        """Stores results, except of games that have one already; how many were new."""
        with self._database.writing() as connection:
            return _insert_results(connection, match, played)

    def add_played(self, plan: Plan, fixtures: Sequence[Fixture], played: Sequence[Played]) -> int:
        """Stores a match whose games have been played elsewhere, with its schedule and its results; the match's number."""
        with self._database.writing() as connection:
            match = insert_match(connection, plan, fixtures)
            _insert_results(connection, match, played)
        return match

    def take_back(self, match: int, keys: Iterable[Key]) -> int:
        """Forget the games with these keys, so that they are open again; how many there were."""
        taken = 0
        with self._database.writing() as connection:
            match_row(connection, match)
            for pair, side in keys:
                for table in (*list_times(connection), MEETINGS, RESULTS):
                    delete = f"DELETE FROM {table} WHERE match = ? AND pair = ? AND side = ?"
                    count = connection.run(delete, match, pair, side).rowcount
                taken += count
        return taken

    def take_back_from(self, match: int, pair: int) -> int:
        """Forget all games from this pair on, and who was to play them; how many games there were.

        Those are rounds of a tournament whose pairings follow from games that were taken back.
        """
        with self._database.writing() as connection:
            for table in (*list_times(connection), MEETINGS, RESULTS):
                taken = int(connection.run(f"DELETE FROM {table} WHERE match = ? AND pair >= ?", match, pair).rowcount)
            update = "UPDATE kibitz_fixtures SET seats = ? WHERE match = ? AND pair >= ?"
            connection.run(update, seats_text(()), match, pair)
        return taken

    def games(self, match: int) -> Iterator[tuple[Fixture, Played]]:
        """All games played so far, in the order of the schedule."""
        after = BEFORE_ALL
        while True:
            page = self._read_games(match, f"AND (f.pair, f.side) > (?, ?) {IN_ORDER}", *after, PAGE_GAMES)
            yield from page
            if len(page) < PAGE_GAMES:
                return
            after = page[-1][0].key

    def some_games(self, match: int, skip: int, most: int) -> list[tuple[Fixture, Played]]:
        """A page of a list of the games played so far, in the order of the schedule, without the first `skip`."""
        return self._read_games(match, f"{IN_ORDER} OFFSET ?", most, skip)

    def game(self, match: int, pair: int, side: int) -> tuple[Fixture, Played]:
        """One game that has been played."""
        with self._database.reading() as connection:
            read_fixtures(connection, match, [(pair, side)])
            row = connection.row(f"{GAMES} AND f.pair = ? AND f.side = ?", match, pair, side)
        if row is None:
            raise StoreError(f"the game {pair}/{side} of match {match} has not been played yet")
        return to_fixture(row), _to_played(row)

    def _read_games(self, match: int, rest: str, *values: object) -> list[tuple[Fixture, Played]]:
        with self._database.reading() as connection:
            match_row(connection, match)
            return [(to_fixture(row), _to_played(row)) for row in connection.rows(f"{GAMES} {rest}", match, *values)]

    def continuations(self, game: str, names: Sequence[str], most: int) -> list[NextMove]:
        """How stored games of matches went on that are of `game`, a spec, and began with these moves.

        Of those `most` that come last in the store.
        """
        begin = _json([*names, ""])[:-2]  # up to the quotation mark before the next name
        spec = f'"game": {json.dumps(game)}'
        plans = f"SELECT number, plan FROM kibitz_matches WHERE plan {LIKE}"
        with self._database.reading() as connection:
            plausible = connection.run(plans, f"%{escape_like(spec)}%")
            numbers = [number for number, plan in plausible if spec in plan and POSITIONS not in plan]
            # LIKE finds names in capitals and in small letters alike, and is quick; then they are compared as they are.
            query = f"""SELECT substr(moves, {len(begin)}, {LONGEST_NAME}), payoffs FROM {RESULTS}
                WHERE match IN ({list_marks(numbers)}) AND moves {LIKE} AND substr(moves, 1, {len(begin)}) = ?
                AND payoffs IS NOT NULL ORDER BY match DESC, pair DESC, side DESC LIMIT ?"""
            rows = connection.run(query, *numbers, f"{escape_like(begin)}%", begin, most)
            found = [(_first_text(rest), tuple(json.loads(paid))) for rest, paid in rows]
        return [NextMove(name, paid) for name, paid in found if name is not None]

    def meetings(self, match: int) -> list[Meeting]:
        """The points of each two players in each game, in the order of the schedule: data for ratings."""
        query = f"""SELECT pair, side, first, second, points FROM {MEETINGS} WHERE match = ?
            ORDER BY pair, side, first_seat, second_seat"""
        with self._database.reading() as connection:
            match_row(connection, match)
            rows = connection.run(query, match)
            return [Meeting(pair, side, first, second, points / 2) for pair, side, first, second, points in rows]

    def conduct(self, match: int, last: int | None = None) -> dict[int, Conduct]:
        """Thinking time and kinds of faults by player, as places in `Plan.players`; games of older stores have none."""
        with self._database.reading() as connection:
            return read_conduct(connection, *_within(match, last))

    def totals(self, match: int, last: int | None = None) -> Totals:
        """How a match stands at this moment; `last`: only the pairs up to this one count."""
        within = _within(match, last)
        with self._database.reading() as connection:
            scheduled = int(match_row(connection, match).games)
            played, distinct = _count_games(connection, within)
            crosses = _list_crosses(connection, within)
            resultless = _count(connection, within, f"loser IS NULL AND reason IN ({list_marks(RESULTLESS)})", *RESULTLESS)
            _check_count(connection, match, crosses, range(played - resultless, played + 1))
            return Totals(
                scheduled,
                played,
                distinct,
                _count(connection, within, f"loser IS NULL AND {UNSETTLED}", *SETTLED),
                crosses,
                _count_pairs(connection, within),
                _list_faults(connection, within),
                resultless,
                _count(connection, within, "reason = ?", RESIGNED),
                _count(connection, within, "reason = ?", AGREED),
            )

    def crosses(self, matches: Collection[int]) -> dict[int, tuple[Cross, ...]]:
        """Wins by player for each of these matches, for a list of matches: a part of `totals`.

        `store.records.count_results` counts the wins of two players. A match that does not exist has no entry.
        """
        found: dict[int, list[Cross]] = {number: [] for number in matches}
        query = f"""SELECT match, first, second, {COUNTS} FROM {MEETINGS} WHERE match IN ({list_marks(found)})
            GROUP BY match, first, second ORDER BY match, first, second"""
        with self._database.reading() as connection:
            for number, *row in connection.run(query, *found):
                found[number].append(Cross(*map(int, row)))
        return {number: tuple(rows) for number, rows in found.items()}

    def points(self, match: int, since: int = 0) -> list[int]:
        """The points of the first player in each pair of a match of two, in halves of a point: 0 to 4, 2 for one game each.

        In the order of the schedule, from pair `since` to the first that is not complete.
        """
        query = f"""SELECT pair, sum(CASE WHEN first = 0 THEN points ELSE 2 - points END) FROM {MEETINGS}
            WHERE match = ? AND pair >= ? GROUP BY pair HAVING count(*) = 2 ORDER BY pair"""
        with self._database.reading() as connection:
            rows = enumerate(connection.run(query, match, since), since)
            return [int(points) for _, (_, points) in takewhile(lambda row: row[0] == row[1][0], rows)]


def _first_text(text: str) -> str | None:
    """The text that JSON begins with; None where it is cut off."""
    try:
        found: str = json.JSONDecoder().raw_decode(text)[0]
    except ValueError:
        return None
    return found


def _insert_results(connection: DatabaseConnection, match: int, played: Sequence[Played]) -> int:
    """How many of the results were new."""
    new = 0
    # In one order, so that two who write to one server never wait for each other in a ring.
    ordered = sorted(played, key=lambda one: one.key)
    for begin in range(0, len(ordered), PAGE_GAMES):
        batch = ordered[begin : begin + PAGE_GAMES]
        found = read_fixtures(connection, match, (one.key for one in batch))
        new += connection.insert_new(RESULTS, [_result_row(match, one, found[one.key]) for one in batch])
        met = [row for one in batch if one.has_result for row in _meeting_rows(match, one, found[one.key].seats)]
        connection.insert_new(MEETINGS, met)
        insert_times(connection, match, [(one, found[one.key].seats) for one in batch if one.times or one.fault])
    return new


def _result_row(match: int, one: Played, fixture: Fixture) -> dict[str, Any]:
    seats = fixture.seats
    moves = f"[{','.join(map(_name_text, one.moves))}]"
    game = f"{fixture.start}[{seats_text(seats)},{moves}]"
    return {
        "match": match,
        "pair": one.pair,
        "side": one.side,
        "moves": moves,
        "payoffs": None if one.payoffs is None else _json(one.payoffs),
        "forfeit": one.forfeit,
        "loser": None if one.forfeit is None else seats[one.forfeit],
        "reason": writable(one.reason),
        "seconds": one.seconds,
        "kept": time.time(),
        "digest": int.from_bytes(hashlib.sha256(game.encode()).digest()[:8], signed=True),
    }


def _meeting_rows(match: int, one: Played, seats: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """The points of each two players of a game, in halves of a point."""
    outcome = GameOutcome.of(one.payoffs, one.forfeit, len(seats))
    for first, second in combinations(range(len(seats)), 2):
        yield {
            "match": match,
            "pair": one.pair,
            "side": one.side,
            "first_seat": first,
            "second_seat": second,
            "first": seats[first],
            "second": seats[second],
            "points": 1 + outcome.compare(first, second),
        }


def _to_played(row: Any) -> Played:
    """A row as a record. Payoffs that are not numbers, which older stores may hold, count as no result."""
    payoffs, reason = None if row.payoffs is None else tuple(json.loads(row.payoffs)), row.reason
    if payoffs and not all(isinstance(one, (int, float)) and math.isfinite(one) for one in payoffs):
        payments = ", ".join(map(str, payoffs))
        payoffs, reason = None, f"ended by payoffs that are not numbers ({payments}), and counts as it did"
    return Played(row.pair, row.side, tuple(json.loads(row.moves)), payoffs, row.forfeit, reason, row.seconds)


_json = json.JSONEncoder(separators=(",", ":"), default=float).encode  # json.dumps would make one anew for each value
_name_text = functools.lru_cache(maxsize=10_000)(_json)  # a game has few names of moves, and a match many moves


# How a match stands: queries, each of which reads no more than small rows in the order in which they lie.

Within = tuple[str, tuple[int, ...]]  # a condition for the rows that count, and its values


def _within(match: int, last: int | None) -> Within:
    """Without `last` an index over the match alone tells the rows."""
    return ("match = ?", (match,)) if last is None else ("match = ? AND pair <= ?", (match, last))


def _count_games(connection: DatabaseConnection, within: Within) -> tuple[int, int]:
    """Games with a result, and how many of them differ."""
    where, values = within
    same = f"SELECT count(*) AS games FROM {RESULTS} WHERE {where} GROUP BY digest"
    games, distinct = connection.row(f"SELECT coalesce(sum(games), 0), count(*) FROM ({same}) same", *values)
    return int(games), int(distinct)


def _check_count(connection: DatabaseConnection, match: int, crosses: Sequence[Cross], games: range) -> None:
    """Raises ValueError where what each two players made of their games does not fit to the number of `games`."""
    seats = connection.scalar("SELECT seats FROM kibitz_fixtures WHERE match = ? LIMIT 1", match)
    met = sum(one.wins + one.draws + one.losses for one in crosses)
    pairs = 0 if seats is None else math.comb(len(json.loads(seats)), 2)
    if pairs and not games.start <= met / pairs <= games[-1]:
        raise ValueError(f"match {match} has {games[-1]} games, and {met} meetings of two players in them")


def _count(connection: DatabaseConnection, within: Within, condition: str, *more: str) -> int:
    """Games that the rules did not end, and that fit the condition."""
    where, values = within
    query = f"SELECT count(*) FROM {RESULTS} WHERE {where} AND payoffs IS NULL AND {condition}"
    return int(connection.scalar(query, *values, *more))


def _list_crosses(connection: DatabaseConnection, within: Within) -> tuple[Cross, ...]:
    where, values = within
    query = f"SELECT first, second, {COUNTS} FROM {MEETINGS} WHERE {where} GROUP BY first, second ORDER BY first, second"
    return tuple(Cross(*map(int, row)) for row in connection.run(query, *values))


def _count_pairs(connection: DatabaseConnection, within: Within) -> dict[Pair, tuple[int, ...]]:
    """Of games of two: two results make a pair complete. The inner rows come in the order of the key, so nothing is sorted."""
    where, values = within
    pairs = f"""SELECT min(CASE WHEN first < second THEN first ELSE second END) AS low,
            max(CASE WHEN first < second THEN second ELSE first END) AS high,
            sum(CASE WHEN first < second THEN points ELSE 2 - points END) AS points
        FROM {MEETINGS} WHERE {where} AND first <> second GROUP BY pair HAVING count(*) = 2"""
    found: dict[Pair, list[int]] = {}
    counted = f"SELECT low, high, points, count(*) FROM ({pairs}) pairs GROUP BY low, high, points"
    for low, high, points, count in connection.run(counted, *values):
        found.setdefault((low, high), [0] * 5)[int(points)] = count
    return {players: tuple(counts) for players, counts in sorted(found.items())}


def _list_faults(connection: DatabaseConnection, within: Within) -> dict[int, Faults]:
    where, values = within
    here = f"FROM {RESULTS} WHERE {where} AND {UNSETTLED}"
    lost = f"SELECT loser, count(*) {here} AND loser IS NOT NULL GROUP BY loser"
    recent = f"SELECT reason {here} AND loser = ? ORDER BY kept DESC, pair DESC, side DESC LIMIT ?"
    return {
        player: Faults(games, tuple(connection.column(recent, *values, *SETTLED, player, MAX_REASONS)))
        for player, games in sorted(tuple(row) for row in connection.run(lost, *values, *SETTLED))
    }
