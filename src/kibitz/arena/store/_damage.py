"""A store's file that is damaged: by a disk, by a program that wrote into it, by a copy that was made while it grew."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.errors import StoreError

CHECK_SECONDS = 0.5  # to look through a file: a store of some 100,000 games
CHECK_STEPS = 10_000  # of SQLite, between two looks at the clock
GARBLED = (ValueError, TypeError, LookupError, AttributeError, RecursionError)  # what a row may be read as


def find_damage(file: sqlite3.Connection, seconds: float = CHECK_SECONDS) -> str | None:
    """Return the damage SQLite reports for a file, or None, as far as the time allows."""
    late = time.monotonic() + seconds
    file.set_progress_handler(lambda: time.monotonic() > late, CHECK_STEPS)
    try:
        found = str(file.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorname != "SQLITE_INTERRUPT":
            raise
        return None
    finally:
        file.set_progress_handler(None, 0)
    return None if found == "ok" else found.splitlines()[-1]


def damaged(address: object, what: object) -> StoreError:
    """The error for a damaged store."""
    return StoreError(
        f"the games store {address} is damaged ({' '.join(str(what).split())}): take a copy of it from before, or another file"
    )


@contextmanager
def garbled(address: object) -> Iterator[None]:
    """Rows that cannot be read are damaged, since `kibitz` itself wrote every row."""
    try:
        yield
    except GARBLED as problem:
        raise damaged(address, f"a row cannot be read: {problem or type(problem).__name__}") from problem
