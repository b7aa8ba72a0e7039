"""Connections to a database through its own driver, sqlite3 or psycopg, each of which is used for one transaction at a time."""

import functools
import re
import sqlite3
import threading
from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

MOST_AT_ONCE, MOST_IDLE = 15, 5  # connections of one kind
LIKE = "LIKE ? ESCAPE '/'"  # a pattern that `escape_like` helps to write


class DatabaseConnection:
    """A transaction. Its SQL is what both databases understand, with a `?` for each value."""

    def __init__(self, raw: Any) -> None:
        self.raw, self.is_file = raw, isinstance(raw, sqlite3.Connection)
        self._mark = "?" if self.is_file else "%s"

    def run(self, sql: str, *values: object) -> Any:
        """Execute a statement; the cursor of the driver."""
        return self.raw.execute(sql.replace("?", self._mark), values)

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows, with their columns as attributes."""
        cursor = self.run(sql, *values)
        return list(map(_row_type(tuple(column[0] for column in cursor.description))._make, cursor))

    def row(self, sql: str, *values: object) -> Any:
        """The only row, or None; ValueError where there are several."""
        (row,) = self.rows(sql, *values) or [None]
        return row

    def column(self, sql: str, *values: object) -> list[Any]:
        """The first value of each row."""
        return [row[0] for row in self.run(sql, *values)]

    def scalar(self, sql: str, *values: object) -> Any:
        """The first value of the first row, or None."""
        row = self.run(sql, *values).fetchone()
        return row and row[0]

    def insert_new(self, table: str, rows: Sequence[Mapping[str, Any]]) -> int:
        """How many of the rows, which all have the same columns, were new; of two with one key the first stays."""
        if not rows:
            return 0
        columns = tuple(rows[0])
        marks = list_marks(columns).replace("?", self._mark)
        cursor = self.raw.cursor()
        cursor.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT DO NOTHING",
            [tuple(map(row.__getitem__, columns)) for row in rows],
        )
        return int(cursor.rowcount)


def list_marks(values: Collection[object]) -> str:
    """As many question marks as there are values, for `IN (...)`; NULL for none, since PostgreSQL takes no empty list."""
    return ", ".join("?" * len(values)) or "NULL"


def escape_like(text: str) -> str:
    """The text as a part of a pattern in which each letter stands for itself."""
    return re.sub("[/%_]", r"/\g<0>", text)


@functools.lru_cache(maxsize=128)
def _row_type(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names, rename=True)  # the query says which names


class ConnectionPool:
    """Connections that `connect` makes; those that are `idle` stay open for the next transaction."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect, self.idle, self._closed = connect, list[Any](), False
        self._places = threading.Semaphore(MOST_AT_ONCE)

    @contextmanager
    def transaction(self, begin: str) -> Iterator[DatabaseConnection]:
        """A transaction that the statement `begin` opens; an exception rolls it back."""
        with self._places:
            raw = self._begin(begin)
            try:
                yield DatabaseConnection(raw)
                raw.execute("COMMIT")
            except BaseException:
                try:
                    raw.execute("ROLLBACK")
                except Exception:  # the first exception says more
                    raw.close()
                else:
                    self._give_back(raw)
                raise
            self._give_back(raw)

    def _give_back(self, raw: Any) -> None:
        if self._closed or len(self.idle) >= MOST_IDLE:
            raw.close()
        else:
            self.idle.append(raw)

    def _begin(self, begin: str) -> Any:
        while True:
            try:
                raw, was_idle = self.idle.pop(), True
            except IndexError:
                raw, was_idle = self._connect(), False
            try:
                raw.execute(begin)
                return raw
            except BaseException:
                is_lost = was_idle and getattr(raw, "closed", False)  # the server has ended it: another one may do
                raw.close()
                if not is_lost:
                    raise

    def close(self) -> None:
        """Close the connections that are idle now, and those in use when they have done their work."""
        self._closed = True
        while self.idle:
            self.idle.pop().close()
