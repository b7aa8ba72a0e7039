"""How a match stands: queries, each of which reads no more than small rows in the order in which they lie."""

from collections.abc import Collection
from itertools import takewhile
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, case, func, select

from kibitz.arena.store import _matches
from kibitz.arena.store._schema import meetings, results
from kibitz.arena.store.counts import Cross, Faults, Pair, Totals

MOST_REASONS = 3  # reasons of each player's faults


def totals(connection: Connection, match: int, last: int | None) -> Totals:
    """All counts of a match, of one moment; of its pairs up to `last`, if that is given."""
    scheduled = _matches.scheduled(connection, match)
    of = match, last
    played, distinct = _games(connection, *of)
    return Totals(
        scheduled,
        played,
        distinct,
        _stopped(connection, *of),
        _crosses(connection, *of),
        _pentas(connection, *of),
        _faults(connection, *of),
    )


def points(connection: Connection, match: int, since: int) -> list[int]:
    """What player 0 made of each pair of a match of two, in halves of a point, 0 to 4, from pair `since` to the first gap."""
    table = meetings.c
    query = (
        select(table.pair, func.sum(_either(table.first == 0, table.points, 2 - table.points)))
        .where(table.match == match, table.pair >= since)
        .group_by(table.pair)
        .having(func.count() == 2)
        .order_by(table.pair)
    )
    rows = enumerate(connection.execute(query), since)
    return [int(points) for _, (_, points) in takewhile(lambda row: row[0] == row[1][0], rows)]


def crosses(connection: Connection, numbers: Collection[int]) -> dict[int, tuple[Cross, ...]]:
    """Who won how often in each of these matches; those that are not there have no crosses."""
    found: dict[int, list[Cross]] = {number: [] for number in numbers}
    table = meetings.c
    query = _crossed(table.match).where(table.match.in_(found)).group_by(table.match).order_by(table.match)
    for number, *row in connection.execute(query.order_by(table.first, table.second)):
        found[number].append(Cross(*map(int, row)))
    return {number: tuple(rows) for number, rows in found.items()}


def _games(connection: Connection, match: int, last: int | None) -> tuple[int, int]:
    """Games with a result, and how many of them differ."""
    here = _here(results, match, last)
    same = select(func.count().label("games")).where(*here).group_by(results.c.digest).subquery()
    row = connection.execute(select(func.coalesce(func.sum(same.c.games), 0), func.count()).select_from(same)).one()
    return int(row[0]), int(row[1])


def _stopped(connection: Connection, match: int, last: int | None) -> int:
    """Games that came to no end, and that nobody lost by a fault."""
    cut_short = results.c.payoffs.is_(None), results.c.loser.is_(None)
    return connection.scalar(select(func.count()).select_from(results).where(*_here(results, match, last), *cut_short)) or 0


def _crosses(connection: Connection, match: int, last: int | None) -> tuple[Cross, ...]:
    table = meetings.c
    query = _crossed().where(*_here(meetings, match, last)).order_by(table.first, table.second)
    return tuple(Cross(*map(int, row)) for row in connection.execute(query))


def _crossed(*more: ColumnElement[Any]) -> Select[Any]:
    """Wins, draws and losses of each two players, after what else is asked."""
    table = meetings.c
    counts = [func.sum(case((table.points == points, 1), else_=0)) for points in (2, 1, 0)]
    return select(*more, table.first, table.second, *counts).group_by(table.first, table.second)


def _pentas(connection: Connection, match: int, last: int | None) -> dict[Pair, tuple[int, ...]]:
    """Of games of two: two results make a pair complete. The inner rows come in the order of the key, so nothing is sorted."""
    table = meetings.c
    ahead = table.first < table.second
    pairs = (
        select(
            func.min(_either(ahead, table.first, table.second)).label("low"),
            func.max(_either(ahead, table.second, table.first)).label("high"),
            func.sum(_either(ahead, table.points, 2 - table.points)).label("points"),
        )
        .where(*_here(meetings, match, last), table.first != table.second)
        .group_by(table.pair)
        .having(func.count() == 2)
        .subquery()
    )
    found: dict[Pair, list[int]] = {}
    counted = select(pairs, func.count()).group_by(pairs.c.low, pairs.c.high, pairs.c.points)
    for low, high, points, count in connection.execute(counted):
        found.setdefault((low, high), [0] * 5)[int(points)] = count
    return {players: tuple(counts) for players, counts in sorted(found.items())}


def _faults(connection: Connection, match: int, last: int | None) -> dict[int, Faults]:
    table = results.c
    here = _here(results, match, last)
    lost = select(table.loser, func.count()).where(*here, table.loser.is_not(None)).group_by(table.loser)
    recent = select(table.reason).where(*here).order_by(table.kept.desc(), table.pair.desc(), table.side.desc())
    return {
        player: Faults(games, tuple(connection.scalars(recent.where(table.loser == player).limit(MOST_REASONS))))
        for player, games in sorted(tuple(row) for row in connection.execute(lost))
    }


def _here(table: Table, match: int, last: int | None) -> tuple[ColumnElement[bool], ...]:
    """The rows that count; without `last` an index over the match alone tells them."""
    rows: ColumnElement[bool] = table.c.match == match
    return (rows,) if last is None else (rows, table.c.pair <= last)


def _either(condition: ColumnElement[bool], this: Any, other: Any) -> ColumnElement[int]:
    return case((condition, this), else_=other)
