"""The games store: matches, tunings, puzzles and people's games.

A store made by an older kibitz lacks the table of people's games; saving the first game adds it. An older kibitz ignores that
table.
"""

import json
import re
from types import TracebackType
from typing import Any

from kibitz.arena.store._connection import LIKE, escape_like
from kibitz.arena.store._database import file_database, parse_address, remove_empty, server_database, writable
from kibitz.arena.store._puzzles import PuzzleRows
from kibitz.arena.store._schema import add_table, list_tables, prepare_tables
from kibitz.arena.store.records import Sitting
from kibitz.errors import StoreError

KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)
KEY_DIGITS = 32
SITTINGS = "kibitz_sittings"


class Store(PuzzleRows):
    """An open games store. Every method is one transaction and raises StoreError, one sentence, if it fails."""

    @classmethod
    def open(cls, url: str | None = None, make: bool = True) -> "Store":
        """The store at `url`: a path, or the URL of a SQLite file or of a database of PostgreSQL.

        None: the value of KIBITZ_STORE, or the file in the user's data folder. `make`: create the store if it is missing.
        """
        place = parse_address(url)
        is_new = place.file is not None and not place.file.exists()
        database = file_database(place) if place.file else server_database(place)
        try:
            prepare_tables(database, make)
        except BaseException:
            database.close()
            if is_new:
                remove_empty(place)
            raise
        return cls(database)

    def close(self) -> None:
        """End all connections. Closing twice does no harm."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __str__(self) -> str:
        return str(self._database.address)

    @property
    def url(self) -> str:
        """The address for another process, including any password: never log or show it."""
        place = self._database.address
        return place.url or str(place.file)

    def keep_sitting(self, sitting: Sitting) -> bool:
        """Save a game of people: version 1 as a new game, version n in place of n-1.

        False, and nothing changes, if the store holds another version by now, or none.
        """
        row = _sitting_row(sitting)
        update = f"UPDATE {SITTINGS} SET {', '.join(f'{name} = ?' for name in row)} WHERE key = ? AND version = ?"
        with self._database.writing() as connection:
            add_table(connection, SITTINGS)
            if sitting.version == 1:
                return connection.insert_new(SITTINGS, [row]) == 1
            return bool(connection.run(update, *row.values(), sitting.key, sitting.version - 1).rowcount == 1)

    def sitting(self, key: str) -> Sitting | None:
        """The game of people with this key; None if there is no such game; any text may be looked up."""
        if KEY.fullmatch(key) is None:
            return None
        found = self._list_sittings("WHERE key = ?", key)
        return found[0] if found else None

    def sitting_named(self, begin: str) -> Sitting:
        """The game of people whose key begins with these digits, where only one does."""
        low, high = (begin.lower().ljust(KEY_DIGITS, digit) for digit in "0f")
        found = self._list_sittings("WHERE key BETWEEN ? AND ? LIMIT 2", low, high)
        if not found:
            raise StoreError(f"no game in this store has a key that begins with {begin}: it stands in the address of its page")
        if len(found) > 1:
            raise StoreError(f"more than one game in this store has a key that begins with {begin}: write more of it")
        return found[0]

    def sittings(self, owner: str | None = None, ended: bool | None = None, most: int = 50) -> list[Sitting]:
        """Games of people, the one that changed last first; of one owner, or of all. Games in progress also of a guest in them.

        `ended`: True for finished games, False for games in progress, None for both.
        """
        if owner is not None and owner != writable(owner):
            return []
        conditions, values = ["1 = 1"], list[object]()
        if owner is not None:
            conditions.append("owner = ?")
            values.append(owner)
        if owner and ended is False:
            mentioned = f'"{owner}"'
            conditions[-1] = f"(owner = ? OR sitting {LIKE})"
            values.append(f"%{escape_like(mentioned)}%")
        if ended is not None:
            conditions.append("ended <> ''" if ended else "ended = ''")
        return self._list_sittings(f"WHERE {' AND '.join(conditions)} ORDER BY changed DESC, key LIMIT ?", *values, most)

    def _list_sittings(self, rest: str, *values: object) -> list[Sitting]:
        with self._database.reading() as connection:
            there = SITTINGS in list_tables(connection)
            return [_to_sitting(row) for row in connection.rows(f"SELECT * FROM {SITTINGS} {rest}", *values)] if there else []

    def forget_sittings(self, before: float, ended: bool = False) -> int:
        """Deletes people's unfinished games that have not changed since `before` (in seconds since 1970); returns their number.

        With `ended`, those that are over or resigned as well.
        """
        unfinished = "" if ended else "AND ended = ''"
        with self._database.writing() as connection:
            if SITTINGS not in list_tables(connection):
                return 0
            return int(connection.run(f"DELETE FROM {SITTINGS} WHERE changed < ? {unfinished}", before).rowcount)


def _sitting_row(one: Sitting) -> dict[str, Any]:
    if KEY.fullmatch(one.key) is None:
        raise StoreError(f"{one.key!r} is not a key of a game: it has {KEY_DIGITS} digits from 0 to f")
    if one.owner != writable(one.owner):
        raise StoreError(f"{one.owner!r} cannot be stored as the owner of a game")
    facts = {name: getattr(one, name) for name in ("game", "seats", "moves", "loser", "payoffs")}
    facts["settings"] = dict(one.settings)
    columns = {name: getattr(one, name) for name in ("key", "owner", "ended", "created", "changed", "version")}
    return columns | {"sitting": json.dumps(facts, separators=(",", ":"), default=float)}  # numbers of NumPy are floats to JSON


def _to_sitting(row: Any) -> Sitting:
    facts = json.loads(row.sitting)
    lists = {name: facts[name] if facts[name] is None else tuple(facts[name]) for name in ("seats", "moves", "payoffs")}
    kept = {name: getattr(row, name) for name in ("key", "owner", "ended", "created", "changed", "version")}
    return Sitting(**facts | lists | kept)
