"""The database of a store: where it is, how it is read and written, and what can go wrong with it."""

import errno
import importlib.metadata
import os
import re
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, Table, create_engine, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import QueuePool

from kibitz.errors import StoreError

VARIABLE = "KIBITZ_STORE"
FILE = "games.db"
CONNECT_SECONDS = 10  # for a server to answer
WANTED = "write a file such as games.db, or postgresql+psycopg://USER@HOST/DATABASE"


@dataclass(frozen=True)
class Address:
    """A file of SQLite, or a URL for SQLAlchemy where `file` is None."""

    file: Path | None
    url: URL | None = None

    def __str__(self) -> str:
        return str(self.file) if self.url is None else self.url.render_as_string(hide_password=True)


def parse_address(text: str | None) -> Address:
    """The address that `text` names: a URL, or a path. None: what KIBITZ_STORE says, or the file in the user's data folder."""
    text = text or os.environ.get(VARIABLE)
    if not text:
        return Address(Path(platformdirs.user_data_dir("kibitz")) / FILE)
    if "://" not in text:
        return Address(Path(text).expanduser().absolute())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"{_without_password(text)!r} is no address of a games store: {WANTED}") from None
    kind, _, driver = url.drivername.partition("+")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise StoreError(f"{text!r} names no file, and a games store must be one: write a path such as games.db")
        return Address(Path(url.database).expanduser().absolute())
    if kind in ("postgresql", "postgres") and driver in ("", "psycopg"):
        return Address(None, url.set(drivername="postgresql+psycopg"))
    raise StoreError(f"a games store cannot be kept by {url.drivername}: {WANTED}")


def _without_password(text: str) -> str:
    return re.sub(r"://[^/]*@", "://***@", text)


WriteLock = Callable[[], AbstractContextManager[object]]


class Database:
    """Connections to one database.

    `reader` and `writer` make them; `write_lock` is held as long as one may write. They are closed when the program ends, if
    not before.
    """

    def __init__(self, address: Address, reader: Engine, writer: Engine, write_lock: WriteLock) -> None:
        self.address = address
        self._reader, self._writer, self._write_lock = reader, writer, write_lock
        self.close = weakref.finalize(self, _close, reader, writer, write_lock)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database: all that is asked inside fits together."""
        with store_errors(self.address), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all that is done inside is kept, or nothing."""
        with store_errors(self.address), self._write_lock(), self._writer.begin() as connection:
            yield connection


def _close(reader: Engine, writer: Engine, write_lock: WriteLock) -> None:
    reader.dispose()
    pool = writer.pool
    if isinstance(pool, QueuePool) and pool.checkedin():  # else nothing was written, and no lock is needed
        with suppress(StoreError, OSError), write_lock():
            writer.dispose()


# A store on a server: PostgreSQL through psycopg.


def server_database(address: Address) -> Database:
    """The database that a URL names; nothing is sent before it is used."""
    assert address.url is not None
    try:
        engine = create_engine(address.url, connect_args={"connect_timeout": CONNECT_SECONDS}, pool_pre_ping=True)
    except ImportError:
        raise StoreError(
            "a games store on a PostgreSQL server needs psycopg, which is not installed: pip install 'kibitz[postgres]'"
        ) from None
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(address, reader, engine, nullcontext)


# What can go wrong with a database, each in one sentence.

NO_RIGHT, DISK_FULL = "42501", "53100"  # codes of PostgreSQL
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
        sentence = _describe_file_error if address.file else _describe_server_error
        raise StoreError(sentence(address, problem.orig)) from problem
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = SAFE if full else "choose another place with --store"
        raise StoreError(f"the games store {address} cannot be used ({problem.strerror or problem}): {remedy}") from problem


def _describe_file_error(address: Address, problem: BaseException | None) -> str:
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


def _describe_server_error(address: Address, problem: BaseException | None) -> str:
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
