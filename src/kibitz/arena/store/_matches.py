"""Numbered things in the store: matches with their schedules, and tunings with their steps."""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, insert, select

from kibitz.arena.fixture import Fixture, Key, Plan
from kibitz.arena.store._database import insert_new, insert_numbered
from kibitz.arena.store._schema import files, fixtures, match_files, matches, results, steps, tunings
from kibitz.arena.store.records import Summary
from kibitz.errors import StoreError


def add_match(connection: Connection, plan: Plan, schedule: Sequence[Fixture]) -> int:
    """Stores a match and all its games to be played; its number."""
    if len({one.key for one in schedule}) < len(schedule):
        raise StoreError("this schedule holds a game twice: pair and side must tell the games of a match apart")
    facts = {name.name: getattr(plan, name.name) for name in dataclasses.fields(plan) if name.name != "files"}
    facts["sprt"] = plan.sprt and dict(plan.sprt)
    number = insert_numbered(connection, matches, {"plan": json.dumps(facts), "games": len(schedule)})
    add_files(connection, number, plan.files)
    if schedule:
        connection.execute(insert(fixtures), [_fixture_row(number, one) for one in schedule])
    return number


def read_plan(connection: Connection, number: int) -> Plan:
    """The plan of a match, the files that its specs name included."""
    facts = json.loads(_match_row(connection, number).plan)
    return Plan(**facts | {"players": tuple(facts["players"]), "files": read_files(connection, number)})


def count_scheduled(connection: Connection, number: int) -> int:
    """How many games the schedule of a match holds."""
    return int(_match_row(connection, number).games)


def count_matches(connection: Connection) -> int:
    """How many matches there are."""
    return connection.scalar(select(func.count()).select_from(matches)) or 0


def list_matches(connection: Connection, skip: int = 0, most: int | None = None, newest: bool = False) -> list[Summary]:
    """`most` matches, or all, without the first `skip`: the oldest first, or the newest."""
    order = matches.c.number.desc() if newest else matches.c.number
    page = select(matches).order_by(order).offset(skip).limit(most).subquery()  # first: of what is skipped no game is counted
    played = select(func.count()).where(results.c.match == page.c.number).scalar_subquery()
    query = select(page, played.label("played")).order_by(page.c.number.desc() if newest else page.c.number)
    return [_summary(row, json.loads(row.plan)) for row in connection.execute(query)]


def read_schedule(connection: Connection, number: int, only_open: bool) -> list[Fixture]:
    """The games of a match by pair and side, or those of them that have no result yet."""
    _match_row(connection, number)
    query = select(fixtures).where(fixtures.c.match == number).order_by(fixtures.c.pair, fixtures.c.side)
    if only_open:
        query = query.join_from(fixtures, results, same_game(), isouter=True).where(results.c.match.is_(None))
    return [to_fixture(row) for row in connection.execute(query)]


def same_game() -> Any:
    """The condition that a fixture and a result are of one game."""
    return and_(*(fixtures.c[name] == results.c[name] for name in ("match", "pair", "side")))


def to_fixture(row: Row[Any]) -> Fixture:
    """A row of the schedule as what travels."""
    return Fixture(row.pair, row.side, _seats(row.seats), row.opening)


def read_seats(connection: Connection, number: int, keys: Iterable[Key]) -> dict[Key, tuple[int, ...]]:
    """Who sits where in the games with these keys; StoreError when one is not in the schedule."""
    wanted = list(keys)
    query: Select[Any] = select(fixtures.c.pair, fixtures.c.side, fixtures.c.seats)
    query = query.where(fixtures.c.match == number, fixtures.c.pair.in_({pair for pair, _ in wanted}))
    found = {(row.pair, row.side): _seats(row.seats) for row in connection.execute(query)}
    for pair, side in wanted:
        if (pair, side) not in found:
            _match_row(connection, number)
            last = connection.execute(
                select(func.max(fixtures.c.pair), func.max(fixtures.c.side)).where(fixtures.c.match == number)
            ).one()
            held = "no game at all" if last[0] is None else f"0/0 to {last[0]}/{last[1]}, pair and side counted from 0"
            raise StoreError(f"match {number} holds no game {pair}/{side}: it has {held}")
    return found


@functools.lru_cache(maxsize=1024)  # a match has few ways to sit, and many games
def _seats(text: str) -> tuple[int, ...]:
    return tuple(json.loads(text))


def _match_row(connection: Connection, number: int) -> Row[Any]:
    row = connection.execute(select(matches).where(matches.c.number == number)).one_or_none()
    if row is None:
        last = connection.scalar(select(func.max(matches.c.number)))
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no match {number} in this games store; {known}: `kibitz match --list` shows them")
    return row


def _fixture_row(number: int, one: Fixture) -> dict[str, Any]:
    return {
        "match": number,
        "pair": one.pair,
        "side": one.side,
        "seats": json.dumps(one.seats, separators=(",", ":")),
        "opening": one.opening,
    }


def _summary(row: Row[Any], facts: dict[str, Any]) -> Summary:
    players = tuple(facts["players"])
    return Summary(row.number, facts["game"], players, facts["form"], row.created, row.kibitz, row.games, row.played)


# The files that the specs of a match name: kept by their content, each once.


def add_files(connection: Connection, match: int, contents: Mapping[str, bytes]) -> None:
    """Stores the files of a match, each path with its content."""
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(contents.items())}
    rows = [{"hash": key, "content": contents[path]} for path, key in hashes.items()]
    insert_new(connection, files, sorted(rows, key=lambda row: str(row["hash"])))
    if hashes:
        connection.execute(insert(match_files), [{"match": match, "path": path, "hash": key} for path, key in hashes.items()])


def read_files(connection: Connection, match: int) -> dict[str, bytes]:
    """The files of a match."""
    query = select(match_files.c.path, files.c.content).join_from(match_files, files)
    rows = connection.execute(query.where(match_files.c.match == match).order_by(match_files.c.path))
    return {path: bytes(content) for path, content in rows}


# Tunings and their steps.


def add_tuning(connection: Connection, settings: dict[str, Any]) -> int:
    """Stores a tuning that begins; its number."""
    return insert_numbered(connection, tunings, {"settings": json.dumps(settings)})


def read_settings(connection: Connection, number: int) -> dict[str, Any]:
    """The settings that a tuning was begun with; StoreError when there is none of this number."""
    text = connection.scalar(select(tunings.c.settings).where(tunings.c.number == number))
    if text is None:
        last = connection.scalar(select(func.max(tunings.c.number)))
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no tuning {number} in this games store; {known}")
    found: dict[str, Any] = json.loads(text)
    return found


def add_step(connection: Connection, number: int, step: int, outcome: dict[str, Any]) -> bool:
    """Stores what a step brought, unless it is there; whether it was new."""
    read_settings(connection, number)
    return insert_new(connection, steps, [{"tuning": number, "step": step, "outcome": json.dumps(outcome)}]) == 1


def list_outcomes(connection: Connection, number: int) -> list[dict[str, Any]]:
    """The outcomes of all steps so far, in their order."""
    read_settings(connection, number)
    query = select(steps.c.outcome).where(steps.c.tuning == number).order_by(steps.c.step)
    return [json.loads(text) for text in connection.scalars(query)]


def list_tunings(connection: Connection) -> list[int]:
    """The numbers of all tunings, the oldest first."""
    return list(connection.scalars(select(tunings.c.number).order_by(tunings.c.number)))
