"""Games played, in the store, and how a match stands by them."""

import functools
import hashlib
import json
import math
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, takewhile
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, case, delete, func, select, tuple_, update

from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.arena.store._database import insert_new, writable
from kibitz.arena.store._matches import MatchRows, insert_match, match_row, read_fixtures, same_game, seats_text, to_fixture
from kibitz.arena.store._schema import fixtures, matches, meetings, results
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
                for table in (*list_times(connection), meetings, results):
                    of = (table.c.match == match, table.c.pair == pair, table.c.side == side)
                    count = connection.execute(delete(table).where(*of)).rowcount
                taken += count
        return taken

    def take_back_from(self, match: int, pair: int) -> int:
        """Forget all games from this pair on, and who was to play them; how many games there were.

        Those are rounds of a tournament whose pairings follow from games that were taken back.
        """
        with self._database.writing() as connection:
            for table in (*list_times(connection), meetings, results):
                taken = connection.execute(delete(table).where(table.c.match == match, table.c.pair >= pair)).rowcount
            later = fixtures.c.match == match, fixtures.c.pair >= pair
            connection.execute(update(fixtures).where(*later).values(seats=seats_text(())))
        return taken

    def games(self, match: int) -> Iterator[tuple[Fixture, Played]]:
        """All games played so far, in the order of the schedule."""
        after = BEFORE_ALL
        while True:
            query = _select_games(match).where(tuple_(fixtures.c.pair, fixtures.c.side) > tuple_(*after)).limit(PAGE_GAMES)
            page = self._read_games(match, query)
            yield from page
            if len(page) < PAGE_GAMES:
                return
            after = page[-1][0].key

    def some_games(self, match: int, skip: int, most: int) -> list[tuple[Fixture, Played]]:
        """A page of a list of the games played so far, in the order of the schedule, without the first `skip`."""
        return self._read_games(match, _select_games(match).offset(skip).limit(most))

    def game(self, match: int, pair: int, side: int) -> tuple[Fixture, Played]:
        """One game that has been played."""
        query = _select_games(match).where(fixtures.c.pair == pair, fixtures.c.side == side)
        with self._database.reading() as connection:
            read_fixtures(connection, match, [(pair, side)])
            row = connection.execute(query).one_or_none()
        if row is None:
            raise StoreError(f"the game {pair}/{side} of match {match} has not been played yet")
        return to_fixture(row), _to_played(row)

    def _read_games(self, match: int, query: Any) -> list[tuple[Fixture, Played]]:
        with self._database.reading() as connection:
            match_row(connection, match)
            return [(to_fixture(row), _to_played(row)) for row in connection.execute(query)]

    def continuations(self, game: str, names: Sequence[str], most: int) -> list[NextMove]:
        """How stored games of matches went on that are of `game`, a spec, and began with these moves.

        Of those `most` that come last in the store.
        """
        begin = _json([*names, ""])[:-2]  # up to the quotation mark before the next name
        spec = f'"game": {json.dumps(game)}'
        plans = select(matches.c.number, matches.c.plan).where(matches.c.plan.contains(spec, autoescape=True))
        moves, text = results.c.moves, func.substr(results.c.moves, len(begin), LONGEST_NAME)
        with self._database.reading() as connection:
            numbers = [number for number, plan in connection.execute(plans) if spec in plan and POSITIONS not in plan]
            # LIKE finds names in capitals and in small letters alike, and is quick; then they are compared as they are.
            alike = moves.startswith(begin, autoescape=True), func.substr(moves, 1, len(begin)) == begin
            query = select(text, results.c.payoffs).where(results.c.match.in_(numbers), *alike, results.c.payoffs.is_not(None))
            newest = results.c.match.desc(), results.c.pair.desc(), results.c.side.desc()
            rows = connection.execute(query.order_by(*newest).limit(most))
            found = [(_first_text(rest), tuple(json.loads(paid))) for rest, paid in rows]
        return [NextMove(name, paid) for name, paid in found if name is not None]

    def meetings(self, match: int) -> list[Meeting]:
        """The points of each two players in each game, in the order of the schedule: data for ratings."""
        table = meetings.c
        query = select(table.pair, table.side, table.first, table.second, table.points).where(table.match == match)
        with self._database.reading() as connection:
            match_row(connection, match)
            rows = connection.execute(query.order_by(table.pair, table.side, table.first_seat, table.second_seat))
            return [Meeting(pair, side, first, second, points / 2) for pair, side, first, second, points in rows]

    def conduct(self, match: int, last: int | None = None) -> dict[int, Conduct]:
        """Thinking time and kinds of faults by player, as places in `Plan.players`; games of older stores have none."""
        with self._database.reading() as connection:
            return read_conduct(connection, match, last)

    def totals(self, match: int, last: int | None = None) -> Totals:
        """How a match stands at this moment; `last`: only the pairs up to this one count."""
        of = match, last
        with self._database.reading() as connection:
            scheduled = int(match_row(connection, match).games)
            played, distinct = _count_games(connection, *of)
            crosses, resultless = _crosses_of(connection, *of), _count_ends(connection, *of, results.c.reason.in_(RESULTLESS))
            _check_count(connection, match, crosses, range(played - resultless, played + 1))
            return Totals(
                scheduled,
                played,
                distinct,
                _count_ends(connection, *of, results.c.reason.not_in(SETTLED)),
                crosses,
                _count_pairs(connection, *of),
                _faults_of(connection, *of),
                resultless,
                _count(connection, *of, results.c.payoffs.is_(None), results.c.reason == RESIGNED),
                _count(connection, *of, results.c.payoffs.is_(None), results.c.reason == AGREED),
            )

    def crosses(self, matches: Collection[int]) -> dict[int, tuple[Cross, ...]]:
        """Wins by player for each of these matches, for a list of matches: a part of `totals`.

        `store.records.count_results` counts the wins of two players. A match that does not exist has no entry.
        """
        found: dict[int, list[Cross]] = {number: [] for number in matches}
        table = meetings.c
        query = _select_crosses(table.match).where(table.match.in_(found)).group_by(table.match).order_by(table.match)
        with self._database.reading() as connection:
            for number, *row in connection.execute(query.order_by(table.first, table.second)):
                found[number].append(Cross(*map(int, row)))
        return {number: tuple(rows) for number, rows in found.items()}

    def points(self, match: int, since: int = 0) -> list[int]:
        """The points of the first player in each pair of a match of two, in halves of a point: 0 to 4, 2 for one game each.

        In the order of the schedule, from pair `since` to the first that is not complete.
        """
        table = meetings.c
        query = (
            select(table.pair, func.sum(_choose(table.first == 0, table.points, 2 - table.points)))
            .where(table.match == match, table.pair >= since)
            .group_by(table.pair)
            .having(func.count() == 2)
            .order_by(table.pair)
        )
        with self._database.reading() as connection:
            rows = enumerate(connection.execute(query), since)
            return [int(points) for _, (_, points) in takewhile(lambda row: row[0] == row[1][0], rows)]


def _first_text(text: str) -> str | None:
    """The text that JSON begins with; None where it is cut off."""
    try:
        found: str = json.JSONDecoder().raw_decode(text)[0]
    except ValueError:
        return None
    return found


def _insert_results(connection: Connection, match: int, played: Sequence[Played]) -> int:
    """How many of the results were new."""
    new = 0
    # In one order, so that two who write to one server never wait for each other in a ring.
    ordered = sorted(played, key=lambda one: one.key)
    for begin in range(0, len(ordered), PAGE_GAMES):
        batch = ordered[begin : begin + PAGE_GAMES]
        found = read_fixtures(connection, match, (one.key for one in batch))
        new += insert_new(connection, results, [_result_row(match, one, found[one.key]) for one in batch])
        met = [row for one in batch if one.has_result for row in _meeting_rows(match, one, found[one.key].seats)]
        insert_new(connection, meetings, met)
        insert_times(connection, match, [(one, found[one.key].seats) for one in batch if one.times or one.fault])
    return new


def _select_games(match: int) -> Any:
    columns = [column for column in results.c if column.name not in ("match", "pair", "side")]
    query = select(fixtures, *columns).join_from(fixtures, results, same_game())
    return query.where(fixtures.c.match == match).order_by(fixtures.c.pair, fixtures.c.side)


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


def _to_played(row: Row[Any]) -> Played:
    """A row as a record. Payoffs that are not numbers, which older stores may hold, count as no result."""
    payoffs, reason = None if row.payoffs is None else tuple(json.loads(row.payoffs)), row.reason
    if payoffs and not all(isinstance(one, (int, float)) and math.isfinite(one) for one in payoffs):
        payments = ", ".join(map(str, payoffs))
        payoffs, reason = None, f"ended by payoffs that are not numbers ({payments}), and counts as it did"
    return Played(row.pair, row.side, tuple(json.loads(row.moves)), payoffs, row.forfeit, reason, row.seconds)


_json = json.JSONEncoder(separators=(",", ":"), default=float).encode  # json.dumps would make one anew for each value
_name_text = functools.lru_cache(maxsize=10_000)(_json)  # a game has few names of moves, and a match many moves


# How a match stands: queries, each of which reads no more than small rows in the order in which they lie.


def _count_games(connection: Connection, match: int, last: int | None) -> tuple[int, int]:
    """Games with a result, and how many of them differ."""
    here = _in_match(results, match, last)
    same = select(func.count().label("games")).where(*here).group_by(results.c.digest).subquery()
    row = connection.execute(select(func.coalesce(func.sum(same.c.games), 0), func.count()).select_from(same)).one()
    return int(row[0]), int(row[1])


def _check_count(connection: Connection, match: int, crosses: Sequence[Cross], games: range) -> None:
    """Raises ValueError where what each two players made of their games does not fit to the number of `games`."""
    seats = connection.scalar(select(fixtures.c.seats).where(fixtures.c.match == match).limit(1))
    met = sum(one.wins + one.draws + one.losses for one in crosses)
    pairs = 0 if seats is None else math.comb(len(json.loads(seats)), 2)
    if pairs and not games.start <= met / pairs <= games[-1]:
        raise ValueError(f"match {match} has {games[-1]} games, and {met} meetings of two players in them")


def _count_ends(connection: Connection, match: int, last: int | None, reason: ColumnElement[bool]) -> int:
    """Games that ended for such a reason, neither by the rules nor by a loss."""
    return _count(connection, match, last, results.c.payoffs.is_(None), results.c.loser.is_(None), reason)


def _count(connection: Connection, match: int, last: int | None, *which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(results).where(*_in_match(results, match, last), *which)
    return connection.scalar(query) or 0


def _crosses_of(connection: Connection, match: int, last: int | None) -> tuple[Cross, ...]:
    table = meetings.c
    query = _select_crosses().where(*_in_match(meetings, match, last)).order_by(table.first, table.second)
    return tuple(Cross(*map(int, row)) for row in connection.execute(query))


def _select_crosses(*more: ColumnElement[Any]) -> Select[Any]:
    """Wins, draws and losses of each pair of players, after the other columns."""
    table = meetings.c
    counts = [func.sum(case((table.points == points, 1), else_=0)) for points in (2, 1, 0)]
    return select(*more, table.first, table.second, *counts).group_by(table.first, table.second)


def _count_pairs(connection: Connection, match: int, last: int | None) -> dict[Pair, tuple[int, ...]]:
    """Of games of two: two results make a pair complete. The inner rows come in the order of the key, so nothing is sorted."""
    table = meetings.c
    ahead = table.first < table.second
    pairs = (
        select(
            func.min(_choose(ahead, table.first, table.second)).label("low"),
            func.max(_choose(ahead, table.second, table.first)).label("high"),
            func.sum(_choose(ahead, table.points, 2 - table.points)).label("points"),
        )
        .where(*_in_match(meetings, match, last), table.first != table.second)
        .group_by(table.pair)
        .having(func.count() == 2)
        .subquery()
    )
    found: dict[Pair, list[int]] = {}
    counted = select(pairs, func.count()).group_by(pairs.c.low, pairs.c.high, pairs.c.points)
    for low, high, points, count in connection.execute(counted):
        found.setdefault((low, high), [0] * 5)[int(points)] = count
    return {players: tuple(counts) for players, counts in sorted(found.items())}


def _faults_of(connection: Connection, match: int, last: int | None) -> dict[int, Faults]:
    table = results.c
    here = *_in_match(results, match, last), table.reason.not_in(SETTLED)
    lost = select(table.loser, func.count()).where(*here, table.loser.is_not(None)).group_by(table.loser)
    recent = select(table.reason).where(*here).order_by(table.kept.desc(), table.pair.desc(), table.side.desc())
    return {
        player: Faults(games, tuple(connection.scalars(recent.where(table.loser == player).limit(MAX_REASONS))))
        for player, games in sorted(tuple(row) for row in connection.execute(lost))
    }


def _in_match(table: Table, match: int, last: int | None) -> tuple[ColumnElement[bool], ...]:
    """The rows that count; without `last` an index over the match alone tells them."""
    rows: ColumnElement[bool] = table.c.match == match
    return (rows,) if last is None else (rows, table.c.pair <= last)


def _choose(condition: ColumnElement[bool], this: Any, other: Any) -> ColumnElement[int]:
    return case((condition, this), else_=other)
