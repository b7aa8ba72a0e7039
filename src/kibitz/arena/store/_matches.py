"""Numbered things in the store: matches with their schedules, and tunings with their steps."""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, func, insert, select, update

from kibitz.arena.fixture import Fixture, Key, Plan
from kibitz.arena.store._database import Database, insert_new, insert_numbered
from kibitz.arena.store._schema import files, fixtures, match_files, matches, results, steps, tunings
from kibitz.arena.store.records import Summary
from kibitz.errors import StoreError


class MatchRows:
    """The store's matches to be played, and its tunings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, plan: Plan, fixtures: Sequence[Fixture]) -> int:
        """Stores a match and its whole schedule; the match's number. A kill in the middle leaves nothing of it."""
        with self._database.writing() as connection:
            return insert_match(connection, plan, fixtures)

    def plan(self, match: int) -> Plan:
        """The plan of a match, the files that its specs name included."""
        query = select(match_files.c.path, files.c.content).join_from(match_files, files)
        with self._database.reading() as connection:
            facts = json.loads(match_row(connection, match).plan)
            rows = connection.execute(query.where(match_files.c.match == match).order_by(match_files.c.path))
            contents = {path: bytes(content) for path, content in rows}
            return Plan(**facts | {"players": tuple(facts["players"]), "files": contents})

    def matches(self) -> list[Summary]:
        """All matches, the oldest first."""
        with self._database.reading() as connection:
            return _list_matches(connection, 0, None, newest=False)

    def some_matches(self, skip: int, most: int, newest: bool = False) -> tuple[list[Summary], int]:
        """A page of a list of the matches, without the first `skip`, and how many there are at all.

        The oldest come first; with `newest` the newest.
        """
        with self._database.reading() as connection:
            count = connection.scalar(select(func.count()).select_from(matches)) or 0
            return _list_matches(connection, skip, most, newest), count

    def fixtures(self, match: int) -> list[Fixture]:
        """The schedule of a match: by pair, and by side within a pair."""
        return self._schedule(match, only_open=False)

    def open_fixtures(self, match: int) -> list[Fixture]:
        """The games of a match that are left to be played."""
        return self._schedule(match, only_open=True)

    def _schedule(self, match: int, only_open: bool) -> list[Fixture]:
        query = select(fixtures).where(fixtures.c.match == match).order_by(fixtures.c.pair, fixtures.c.side)
        if only_open:
            query = query.join_from(fixtures, results, same_game(), isouter=True).where(results.c.match.is_(None))
        with self._database.reading() as connection:
            match_row(connection, match)
            return [to_fixture(row) for row in connection.execute(query)]

    def seat(self, match: int, pairs: Mapping[int, tuple[int, int]], games: int) -> None:
        """Say who plays these pairs, and how many games the match has by that; the seats of other pairs stay as they are."""
        with self._database.writing() as connection:
            of = fixtures.c.match == match
            for pair, (one, other) in pairs.items():
                for side, seats in enumerate(((one, other), (other, one))):
                    here = of, fixtures.c.pair == pair, fixtures.c.side == side
                    connection.execute(update(fixtures).where(*here).values(seats=seats_text(seats)))
            connection.execute(update(matches).where(matches.c.number == match).values(games=games))

    def add_tuning(self, settings: dict[str, Any]) -> int:
        """Stores a tuning that begins, with what JSON can hold; its number."""
        with self._database.writing() as connection:
            return insert_numbered(connection, tunings, {"settings": json.dumps(settings)})

    def tunings(self) -> list[int]:
        """The numbers of all tunings, the oldest first."""
        with self._database.reading() as connection:
            return list(connection.scalars(select(tunings.c.number).order_by(tunings.c.number)))

    def tuning(self, number: int) -> dict[str, Any]:
        """The settings that a tuning was begun with."""
        with self._database.reading() as connection:
            return _read_settings(connection, number)

    def tell(self, number: int, step: int, outcome: dict[str, Any]) -> bool:
        """Store the results of a tuning step; False if the step was stored before, and then nothing changes."""
        with self._database.writing() as connection:
            _read_settings(connection, number)
            return insert_new(connection, steps, [{"tuning": number, "step": step, "outcome": json.dumps(outcome)}]) == 1

    def steps(self, number: int) -> list[dict[str, Any]]:
        """The outcomes of a tuning's steps so far, in their order."""
        query = select(steps.c.outcome).where(steps.c.tuning == number).order_by(steps.c.step)
        with self._database.reading() as connection:
            _read_settings(connection, number)
            return [json.loads(text) for text in connection.scalars(query)]


def insert_match(connection: Connection, plan: Plan, fixtures: Sequence[Fixture]) -> int:
    """The number of a new match, which is put in with its whole schedule."""
    if len({one.key for one in fixtures}) < len(fixtures):
        raise StoreError("this schedule holds a game twice: pair and side must tell the games of a match apart")
    facts = {name.name: getattr(plan, name.name) for name in dataclasses.fields(plan) if name.name != "files"}
    facts["sprt"] = plan.sprt and dict(plan.sprt)
    number = insert_numbered(connection, matches, {"plan": json.dumps(facts), "games": len(fixtures)})
    _add_files(connection, number, plan)
    _add_fixtures(connection, number, fixtures)
    return number


def match_row(connection: Connection, number: int) -> Row[Any]:
    """The row of a match; StoreError if no match has this number."""
    row = connection.execute(select(matches).where(matches.c.number == number)).one_or_none()
    if row is None:
        last = connection.scalar(select(func.max(matches.c.number)))
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no match {number} in this games store; {known}: `kibitz match --list` shows them")
    return row


def same_game() -> Any:
    """The condition that a fixture and a result are of one game."""
    return and_(*(fixtures.c[name] == results.c[name] for name in ("match", "pair", "side")))


def to_fixture(row: Row[Any]) -> Fixture:
    """A row of the schedule as what travels."""
    return Fixture(row.pair, row.side, _seats(row.seats), row.opening)


def read_fixtures(connection: Connection, number: int, keys: Iterable[Key]) -> dict[Key, Fixture]:
    """The fixtures with these keys; StoreError when one is not in the schedule."""
    wanted = list(keys)
    of = fixtures.c.match == number, fixtures.c.pair.in_({pair for pair, _ in wanted})
    found = {(row.pair, row.side): to_fixture(row) for row in connection.execute(select(fixtures).where(*of))}
    for pair, side in wanted:
        if (pair, side) not in found:
            match_row(connection, number)
            ends = select(func.max(fixtures.c.pair), func.max(fixtures.c.side)).where(fixtures.c.match == number)
            last = connection.execute(ends).one()
            held = "no game at all" if last[0] is None else f"0/0 to {last[0]}/{last[1]}, pair and side counted from 0"
            raise StoreError(f"match {number} holds no game {pair}/{side}: it has {held}")
    return found


@functools.lru_cache(maxsize=1024)  # a match has few ways to sit, and many games
def _seats(text: str) -> tuple[int, ...]:
    return tuple(json.loads(text))


@functools.lru_cache(maxsize=1024)
def seats_text(seats: tuple[int, ...]) -> str:
    """The seats of a game as stored text."""
    return json.dumps(seats, separators=(",", ":"))


def _list_matches(connection: Connection, skip: int, most: int | None, newest: bool) -> list[Summary]:
    order = matches.c.number.desc() if newest else matches.c.number
    page = select(matches).order_by(order).offset(skip).limit(most).subquery()  # first: of what is skipped no game is counted
    played = select(func.count()).where(results.c.match == page.c.number).scalar_subquery()
    query = select(page, played.label("played")).order_by(page.c.number.desc() if newest else page.c.number)
    return [_to_summary(row, json.loads(row.plan)) for row in connection.execute(query)]


def _to_summary(row: Row[Any], facts: dict[str, Any]) -> Summary:
    players = tuple(facts["players"])
    return Summary(row.number, facts["game"], players, facts["form"], row.created, row.kibitz, row.games, row.played)


def _add_fixtures(connection: Connection, number: int, schedule: Sequence[Fixture]) -> None:
    rows = [
        {
            "match": number,
            "pair": one.pair,
            "side": one.side,
            "seats": seats_text(one.seats),
            "opening": one.opening,
        }
        for one in schedule
    ]
    insert_new(connection, fixtures, rows)


def _add_files(connection: Connection, match: int, plan: Plan) -> None:
    """The files that the specs of a match name are kept by their content, each once."""
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(plan.files.items())}
    rows = [{"hash": key, "content": plan.files[path]} for path, key in hashes.items()]
    insert_new(connection, files, sorted(rows, key=lambda row: str(row["hash"])))
    if hashes:
        connection.execute(insert(match_files), [{"match": match, "path": path, "hash": key} for path, key in hashes.items()])


def _read_settings(connection: Connection, number: int) -> dict[str, Any]:
    """The settings of a tuning; StoreError if no step has this number."""
    text = connection.scalar(select(tunings.c.settings).where(tunings.c.number == number))
    if text is None:
        last = connection.scalar(select(func.max(tunings.c.number)))
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no tuning {number} in this games store; {known}")
    found: dict[str, Any] = json.loads(text)
    return found
