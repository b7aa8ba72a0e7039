"""Numbered things in the store: matches with their schedules, and tunings with their steps."""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz.arena.fixture import Fixture, Key, Plan
from kibitz.arena.store._connection import DatabaseConnection, list_marks
from kibitz.arena.store._database import Database, insert_numbered
from kibitz.arena.store.records import Summary
from kibitz.errors import StoreError

ALL = 2**63 - 1  # rows
SAME_GAME = "f.match = r.match AND f.pair = r.pair AND f.side = r.side"  # a fixture and its result


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
        query = "SELECT path, content FROM kibitz_match_files JOIN kibitz_files USING (hash) WHERE match = ? ORDER BY path"
        with self._database.reading() as connection:
            facts = json.loads(match_row(connection, match).plan)
            contents = {path: bytes(content) for path, content in connection.run(query, match)}
            return Plan(**facts | {"players": tuple(facts["players"]), "files": contents})

    def matches(self) -> list[Summary]:
        """All matches, the oldest first."""
        with self._database.reading() as connection:
            return _list_matches(connection, 0, ALL, newest=False)

    def some_matches(self, skip: int, most: int, newest: bool = False) -> tuple[list[Summary], int]:
        """A page of a list of the matches, without the first `skip`, and how many there are at all.

        The oldest come first; with `newest` the newest.
        """
        with self._database.reading() as connection:
            count = connection.scalar("SELECT count(*) FROM kibitz_matches")
            return _list_matches(connection, skip, most, newest), count

    def fixtures(self, match: int) -> list[Fixture]:
        """The schedule of a match: by pair, and by side within a pair."""
        return self._schedule(match, only_open=False)

    def open_fixtures(self, match: int) -> list[Fixture]:
        """The games of a match that are left to be played."""
        return self._schedule(match, only_open=True)

    def _schedule(self, match: int, only_open: bool) -> list[Fixture]:
        played = f"AND NOT EXISTS (SELECT 1 FROM kibitz_results r WHERE {SAME_GAME})" if only_open else ""
        query = f"SELECT * FROM kibitz_fixtures f WHERE match = ? {played} ORDER BY pair, side"
        with self._database.reading() as connection:
            match_row(connection, match)
            return [to_fixture(row) for row in connection.rows(query, match)]

    def seat(self, match: int, pairs: Mapping[int, tuple[int, int]], games: int) -> None:
        """Say who plays these pairs, and how many games the match has by that; the seats of other pairs stay as they are."""
        with self._database.writing() as connection:
            for pair, (one, other) in pairs.items():
                for side, seats in enumerate(((one, other), (other, one))):
                    update = "UPDATE kibitz_fixtures SET seats = ? WHERE match = ? AND pair = ? AND side = ?"
                    connection.run(update, seats_text(seats), match, pair, side)
            connection.run("UPDATE kibitz_matches SET games = ? WHERE number = ?", games, match)

    def add_tuning(self, settings: dict[str, Any]) -> int:
        """Stores a tuning that begins, with what JSON can hold; its number."""
        with self._database.writing() as connection:
            return insert_numbered(connection, "kibitz_tunings", {"settings": json.dumps(settings)})

    def tunings(self) -> list[int]:
        """The numbers of all tunings, the oldest first."""
        with self._database.reading() as connection:
            return connection.column("SELECT number FROM kibitz_tunings ORDER BY number")

    def tuning(self, number: int) -> dict[str, Any]:
        """The settings that a tuning was begun with."""
        with self._database.reading() as connection:
            return _read_settings(connection, number)

    def tell(self, number: int, step: int, outcome: dict[str, Any]) -> bool:
        """Store the results of a tuning step; False if the step was stored before, and then nothing changes."""
        with self._database.writing() as connection:
            _read_settings(connection, number)
            row = {"tuning": number, "step": step, "outcome": json.dumps(outcome)}
            return connection.insert_new("kibitz_tuning_steps", [row]) == 1

    def steps(self, number: int) -> list[dict[str, Any]]:
        """The outcomes of a tuning's steps so far, in their order."""
        query = "SELECT outcome FROM kibitz_tuning_steps WHERE tuning = ? ORDER BY step"
        with self._database.reading() as connection:
            _read_settings(connection, number)
            return [json.loads(text) for text in connection.column(query, number)]


def insert_match(connection: DatabaseConnection, plan: Plan, fixtures: Sequence[Fixture]) -> int:
    """The number of a new match, which is put in with its whole schedule."""
    if len({one.key for one in fixtures}) < len(fixtures):
        raise StoreError("this schedule holds a game twice: pair and side must tell the games of a match apart")
    facts = {name.name: getattr(plan, name.name) for name in dataclasses.fields(plan) if name.name != "files"}
    facts["sprt"] = plan.sprt and dict(plan.sprt)
    number = insert_numbered(connection, "kibitz_matches", {"plan": json.dumps(facts), "games": len(fixtures)})
    _add_files(connection, number, plan)
    _add_fixtures(connection, number, fixtures)
    return number


def match_row(connection: DatabaseConnection, number: int) -> Any:
    """The row of a match; StoreError if no match has this number."""
    row = connection.row("SELECT * FROM kibitz_matches WHERE number = ?", number) if abs(number) < 1 << 63 else None
    if row is None:
        last = connection.scalar("SELECT max(number) FROM kibitz_matches")
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no match {number} in this games store; {known}: `kibitz match --list` shows them")
    return row


def to_fixture(row: Any) -> Fixture:
    """A row of the schedule as what travels."""
    return Fixture(row.pair, row.side, _seats(row.seats), row.opening)


def read_fixtures(connection: DatabaseConnection, number: int, keys: Iterable[Key]) -> dict[Key, Fixture]:
    """The fixtures with these keys; StoreError when one is not in the schedule."""
    wanted = list(keys)
    pairs = {pair for pair, _ in wanted}
    query = f"SELECT * FROM kibitz_fixtures WHERE match = ? AND pair IN ({list_marks(pairs)})"
    found = {(row.pair, row.side): to_fixture(row) for row in connection.rows(query, number, *pairs)}
    for pair, side in wanted:
        if (pair, side) not in found:
            match_row(connection, number)
            last = connection.row("SELECT max(pair), max(side) FROM kibitz_fixtures WHERE match = ?", number)
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


def _list_matches(connection: DatabaseConnection, skip: int, most: int, newest: bool) -> list[Summary]:
    order = "ORDER BY number DESC" if newest else "ORDER BY number"
    page = f"SELECT * FROM kibitz_matches {order} LIMIT ? OFFSET ?"  # first: of what is skipped no game is counted
    played = "SELECT count(*) FROM kibitz_results WHERE match = page.number"
    query = f"SELECT page.*, ({played}) AS played FROM ({page}) page {order}"
    return [_to_summary(row, json.loads(row.plan)) for row in connection.rows(query, most, skip)]


def _to_summary(row: Any, facts: dict[str, Any]) -> Summary:
    players, form = tuple(facts["players"]), facts.get("form", Plan.form)
    return Summary(row.number, facts["game"], players, form, row.created, row.kibitz, row.games, row.played)


def _add_fixtures(connection: DatabaseConnection, number: int, schedule: Sequence[Fixture]) -> None:
    rows = [
        {"match": number, "pair": one.pair, "side": one.side, "seats": seats_text(one.seats), "opening": one.opening}
        for one in schedule
    ]
    connection.insert_new("kibitz_fixtures", rows)


def _add_files(connection: DatabaseConnection, match: int, plan: Plan) -> None:
    """The files that the specs of a match name are kept by their content, each once."""
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(plan.files.items())}
    rows = [{"hash": key, "content": plan.files[path]} for path, key in hashes.items()]
    connection.insert_new("kibitz_files", sorted(rows, key=lambda row: str(row["hash"])))
    connection.insert_new("kibitz_match_files", [{"match": match, "path": path, "hash": key} for path, key in hashes.items()])


def _read_settings(connection: DatabaseConnection, number: int) -> dict[str, Any]:
    """The settings of a tuning; StoreError if no step has this number."""
    text = connection.scalar("SELECT settings FROM kibitz_tunings WHERE number = ?", number)
    if text is None:
        last = connection.scalar("SELECT max(number) FROM kibitz_tunings")
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no tuning {number} in this games store; {known}")
    found: dict[str, Any] = json.loads(text)
    return found
