"""Games played, in the store."""

import hashlib
import json
import math
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, Row, select, tuple_

from kibitz.arena.fixture import Fixture, Key, Played
from kibitz.arena.store import _matches
from kibitz.arena.store._database import insert_new, writable
from kibitz.arena.store._schema import fixtures, meetings, results
from kibitz.arena.store.counts import Meeting
from kibitz.errors import StoreError

PAGE = 1000  # games that are read at once


def keep(connection: Connection, match: int, played: Sequence[Played]) -> int:
    """Stores results, except of games that have one; how many were new."""
    new = 0
    # In one order, so that two who write to one server never wait for each other in a ring.
    ordered = sorted(played, key=lambda one: one.key)
    for begin in range(0, len(ordered), PAGE):
        batch = ordered[begin : begin + PAGE]
        seats = _matches.seats_of(connection, match, (one.key for one in batch))
        new += insert_new(connection, results, [_row(match, one, seats[one.key]) for one in batch])
        insert_new(connection, meetings, [row for one in batch for row in _met(match, one, seats[one.key])])
    return new


def page(connection: Connection, match: int, after: Key) -> list[tuple[Fixture, Played]]:
    """The next games that have been played, by pair and side."""
    query = _games(match).where(tuple_(fixtures.c.pair, fixtures.c.side) > tuple_(*after))
    rows = connection.execute(query.order_by(fixtures.c.pair, fixtures.c.side).limit(PAGE))
    return [(_matches.fixture(row), _played(row)) for row in rows]


def some(connection: Connection, match: int, skip: int, most: int) -> list[tuple[Fixture, Played]]:
    """At most so many games that have been played, by pair and side, without the first ones."""
    rows = connection.execute(_games(match).order_by(fixtures.c.pair, fixtures.c.side).offset(skip).limit(most))
    return [(_matches.fixture(row), _played(row)) for row in rows]


def one(connection: Connection, match: int, key: Key) -> tuple[Fixture, Played]:
    """The game with this key; StoreError when it is not in the schedule, or not played yet."""
    _matches.seats_of(connection, match, [key])
    row = connection.execute(_games(match).where(fixtures.c.pair == key[0], fixtures.c.side == key[1])).one_or_none()
    if row is None:
        raise StoreError(f"the game {key[0]}/{key[1]} of match {match} has not been played yet")
    return _matches.fixture(row), _played(row)


def met(connection: Connection, match: int) -> list[Meeting]:
    """All meetings of a match, by pair and side."""
    table = meetings.c
    query = select(table.pair, table.side, table.first, table.second, table.points).where(table.match == match)
    rows = connection.execute(query.order_by(table.pair, table.side, table.first_seat, table.second_seat))
    return [Meeting(pair, side, first, second, points / 2) for pair, side, first, second, points in rows]


def _games(match: int) -> Any:
    columns = [column for column in results.c if column.name not in ("match", "pair", "side")]
    query = select(fixtures, *columns).join_from(fixtures, results, _matches.same_game())
    return query.where(fixtures.c.match == match)


def _row(match: int, one: Played, seats: tuple[int, ...]) -> dict[str, Any]:
    return {
        "match": match,
        "pair": one.pair,
        "side": one.side,
        "moves": _json(one.moves),
        "payoffs": None if one.payoffs is None else _json(one.payoffs),
        "forfeit": one.forfeit,
        "loser": None if one.forfeit is None else seats[one.forfeit],
        "reason": writable(one.reason),
        "seconds": one.seconds,
        "kept": time.time(),
        "digest": int.from_bytes(hashlib.sha256(_json((seats, one.moves)).encode()).digest()[:8], signed=True),
    }


def _met(match: int, one: Played, seats: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """What each two players of a game made of it; who lost by a fault lost to each of the others, who are even."""
    worth = one.payoffs or tuple(float(seat != one.forfeit) for seat in range(len(seats)))
    for first, second in combinations(range(len(seats)), 2):
        yield {
            "match": match,
            "pair": one.pair,
            "side": one.side,
            "first_seat": first,
            "second_seat": second,
            "first": seats[first],
            "second": seats[second],
            "points": 1 + (worth[first] > worth[second]) - (worth[first] < worth[second]),
        }


def _played(row: Row[Any]) -> Played:
    """A row as what travels. Payoffs that are no numbers, which rules could pay in stores of older days, are no result."""
    payoffs, reason = None if row.payoffs is None else tuple(json.loads(row.payoffs)), row.reason
    if payoffs and not all(isinstance(one, (int, float)) and math.isfinite(one) for one in payoffs):
        payments = ", ".join(map(str, payoffs))
        payoffs, reason = None, f"ended by payoffs that are no numbers ({payments}), and counts as it did"
    return Played(row.pair, row.side, tuple(json.loads(row.moves)), payoffs, row.forfeit, reason, row.seconds)


_json = json.JSONEncoder(separators=(",", ":"), default=float).encode  # json.dumps would make one anew for each value
