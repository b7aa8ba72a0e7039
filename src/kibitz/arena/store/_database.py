"""An open database: how it is read, and how it is written."""

import errno
import importlib.metadata
import re
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Table, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import QueuePool

from kibitz.arena.store._address import Address
from kibitz.errors import StoreError

Alone = Callable[[], AbstractContextManager[object]]


class Database:
    """Connections to one database.

    `reader` and `writer` make them; `alone` is held as long as one may write. They are closed when the program ends, if not
    before.
    """

    def __init__(self, address: Address, reader: Engine, writer: Engine, alone: Alone) -> None:
        self.address = address
        self._reader, self._writer, self._alone = reader, writer, alone
        self.close = weakref.finalize(self, _close, reader, writer, alone)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database: all that is asked inside fits together."""
        with store_errors(self.address), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all that is done inside is kept, or nothing."""
        with store_errors(self.address), self._alone(), self._writer.begin() as connection:
            yield connection


def _close(reader: Engine, writer: Engine, alone: Alone) -> None:
    reader.dispose()
    pool = writer.pool
    if isinstance(pool, QueuePool) and pool.checkedin():  # else nothing was written, and no lock is needed
        with suppress(StoreError, OSError), alone():
            writer.dispose()


# What can go wrong with a database, told in one sentence.

NO_RIGHT, DISK_FULL = "42501", "53100"  # what PostgreSQL calls them
SAFE = "what was stored before is safe: make room, and go on; a match does so with --resume"


@contextmanager
def store_errors(address: Address) -> Iterator[None]:
    """Whatever the database, its file or its server fails at becomes a StoreError; our own mistakes stay as they are."""
    try:
        yield
    except DBAPIError as problem:
        ours = isinstance(problem, IntegrityError | ProgrammingError)
        if ours and getattr(problem.orig, "sqlstate", None) != NO_RIGHT:
            raise
        sentence = _of_file if address.file else _of_server
        raise StoreError(sentence(address, problem.orig)) from problem
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = SAFE if full else "choose another place with --store"
        raise StoreError(f"the games store {address} cannot be used ({problem.strerror or problem}): {remedy}") from problem


def _of_file(address: Address, problem: BaseException | None) -> str:
    name = getattr(problem, "sqlite_errorname", "")
    match re.sub(r"^SQLITE_([A-Z]+).*", r"\1", name):
        case "NOTADB":
            return f"{address} is no games store: choose another file with --store"
        case "CORRUPT":
            return f"the games store {address} is damaged ({problem}): take a copy of it from before, or another file"
        case "FULL":
            return f"the disk is full, and the games store {address} cannot grow; {SAFE}"
        case "IOERR":
            return f"the games store {address} does not work ({problem}): is there room on its disk? {SAFE}"
        case "CANTOPEN" | "READONLY" | "PERM":
            return f"the games store {address} cannot be opened or written ({problem}): choose another place with --store"
        case "BUSY" | "LOCKED":
            return f"another program keeps the games store {address} busy: try again when it is done"
    return f"the games store {address} does not work: {problem}"


def _of_server(address: Address, problem: BaseException | None) -> str:
    state, reason = getattr(problem, "sqlstate", None), " ".join(str(problem).split())
    if state == DISK_FULL:
        return f"the disk of the server {address} is full ({reason}); {SAFE}"
    if state == NO_RIGHT:
        return f"the server {address} does not allow this ({reason}): ask for the right to make tables there"
    if state is None:
        return f"there is no connection to the server {address}: {reason}; is it running, and are name and password right?"
    return f"the server {address} does not work: {reason}"


# Rows that are put into a table: numbered ones, those that may be there already, and what may stand in them.


def insert_numbered(connection: Connection, table: Table, facts: Mapping[str, Any]) -> int:
    """The number of a new row, which also says when it was made, and by which kibitz."""
    row = {**facts, "created": time.time(), "kibitz": importlib.metadata.version("kibitz")}
    key = connection.execute(insert(table).values(row)).inserted_primary_key
    assert key is not None
    return int(key[0])


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """How many of the rows were new; of two with one key the first stays, whoever brings the second."""
    if not rows:
        return 0
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(table).on_conflict_do_nothing()
    return connection.execute(statement, rows, execution_options={"preserve_rowcount": True}).rowcount


def writable(text: str) -> str:
    """The text without what a database may not take."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
