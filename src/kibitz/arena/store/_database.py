"""The database of a store: where it is, how it is read and written, and what can go wrong with it."""

import ctypes
import errno
import importlib.metadata
import json
import os
import re
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import unquote

import filelock
import platformdirs

from kibitz.arena.store._connection import ConnectionPool, DatabaseConnection, list_marks
from kibitz.arena.store._damage import damaged, find_damage, garbled
from kibitz.errors import StoreError

VARIABLE = "KIBITZ_STORE"
FILE = "games.db"
CONNECT_SECONDS = 10  # for a server to answer
WANTED = "write a file such as games.db, or postgresql+psycopg://USER@HOST/DATABASE"
URL = re.compile(r"([\w+]+)://(.*)", re.DOTALL)  # kind, and the rest
PASSWORD = re.compile(r"(?<=://)([^:/?]*:)[^?]*(?=@)|([?&][^=&]*=)([^&]*)")


@dataclass(frozen=True)
class Address:
    """A file of SQLite, or the URL of a server where `file` is None."""

    file: Path | None
    url: str = field(default="", repr=False)

    def __str__(self) -> str:
        return str(self.file) if self.file else _without_password(self.url)


def parse_address(text: str | None) -> Address:
    """The address that `text` names: a URL, or a path. None: what KIBITZ_STORE says, or the file in the user's data folder."""
    text = text or os.environ.get(VARIABLE)
    if not text:
        return Address(Path(platformdirs.user_data_dir("kibitz")) / FILE)
    if "\0" in text:
        raise _not_an_address(text)
    if "://" not in text:
        return Address(Path(text).expanduser().absolute())
    if (parts := URL.fullmatch(text)) is None:
        raise _not_an_address(text)
    name, rest = parts.groups()
    kind, _, driver = name.partition("+")
    if kind == "sqlite":
        file = unquote(rest.partition("?")[0].partition("/")[2])
        if not file or file == ":memory:" or file.startswith("file:"):
            raise StoreError(f"{text!r} names no file, and a games store must be one: write a path such as games.db")
        return Address(Path(file).expanduser().absolute())
    if kind in ("postgresql", "postgres") and driver in ("", "psycopg"):
        if re.split("[/?]", rest)[0].count("@") > 1:  # the driver would take the end of the password for a host
            raise StoreError(f"{_without_password(text)!r} has an @ too many: write %40 for one in a name or a password")
        return Address(None, f"postgresql+psycopg{text[len(name) :]}")
    raise StoreError(f"a games store cannot be kept by {name}: {WANTED}")


def _not_an_address(text: str) -> StoreError:
    return StoreError(f"{_without_password(text)!r} is not an address of a games store: {WANTED}")


def _without_password(url: str) -> str:
    def hidden(found: re.Match[str]) -> str:
        if found[1] is None and "password" not in unquote(found[2]).lower():
            return found[0]
        return f"{found[1] or found[2]}***"

    return PASSWORD.sub(hidden, url)


WriteLock = Callable[[], AbstractContextManager[object]]
Begin = tuple[ConnectionPool, str]  # connections, and the statement with which a transaction on one begins


class Database:
    """Connections to one database by a driver: the module `sqlite3` or `psycopg`.

    `reader` and `writer` say which connections, and how a transaction begins; `write_lock` is held as long as one may write.
    They are closed when the program ends, if not before.
    """

    def __init__(self, address: Address, driver: Any, reader: Begin, writer: Begin, write_lock: WriteLock) -> None:
        self.address = address
        self._driver, self._reader, self._writer, self._write_lock = driver, reader, writer, write_lock
        self._is_checked = False
        self.close = weakref.finalize(self, _close, reader[0], writer[0], write_lock)

    @contextmanager
    def reading(self, checks: bool = True) -> Iterator[DatabaseConnection]:
        """One moment of the database: all reads inside are consistent, and anything that is not is damage: StoreError.

        With `checks` the whole file is checked first, since rows missing from an index would go unnoticed.
        """
        pool, begin = self._reader
        with store_errors(self.address, self._driver), garbled(self.address), pool.transaction(begin) as connection:
            if checks:
                self._check(connection)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[DatabaseConnection]:
        """One transaction: all that is done inside is kept, or nothing. A store that is damaged is not written to."""
        pool, begin = self._writer
        with store_errors(self.address, self._driver), self._write_lock(), pool.transaction(begin) as connection:
            self._check(connection)
            yield connection

    def _check(self, connection: DatabaseConnection) -> None:
        """Raises StoreError where a file is found to be damaged; once is enough."""
        if not self._is_checked and self.address.file is not None:
            found = find_damage(connection.raw)
            if found is not None:
                raise damaged(self.address, found)
        self._is_checked = True


def _close(reader: ConnectionPool, writer: ConnectionPool, write_lock: WriteLock) -> None:
    reader.close()
    with suppress(StoreError, OSError), write_lock() if writer.idle else nullcontext():  # nothing to lock where nobody wrote
        writer.close()


# A store in a file: SQLite, with one writer at a time.
#
# SQLite up to 3.51.2 can damage a file in WAL mode when one connection writes while another moves the log into the file. So
# whatever may write happens under a lock beside the file: every transaction, with the moving of the log that ends some of
# them, and the closing of a connection that may write. Those who read have connections that cannot write.

WAIT_SECONDS = 60.0  # for others who write; a transaction takes some milliseconds
POLL_SECONDS = 0.003
ATTEMPTS, PAUSE_SECONDS = 5, 0.05  # to make a file beside the store; between two of them
CACHE_KIB = 16_000
MOUNTS = Path("/proc/self/mounts")
DRIVE_REMOTE = 4  # of winbase.h
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "fuse.glusterfs"}


def file_database(address: Address) -> Database:
    """The database in a file, which is made when it is first written to."""
    file = address.file
    assert file is not None
    if file.is_dir():
        raise StoreError(f"{file} is a folder, and a games store is a file: write, for instance, {file / FILE}")
    if file.exists() and not file.is_file():
        raise StoreError(f"{file} is not an ordinary file, as a games store must be: choose another with --store")
    opened: set[tuple[int, int]] = set()
    lock = filelock.FileLock(file.with_name(file.name + ".lock"), timeout=WAIT_SECONDS, poll_interval=POLL_SECONDS)
    turn = threading.RLock()  # who waits for another thread goes on at once, and need not look again and again as for the file

    @contextmanager
    def write_lock() -> Iterator[None]:
        _make_folder(file.parent)
        _touch(file.with_name(file.name + ".lock"))
        late = time.monotonic() + WAIT_SECONDS
        mine = turn.acquire(timeout=WAIT_SECONDS)
        try:
            with lock.acquire(timeout=max(0.0, late - time.monotonic())):
                _check_same_file(file, opened)
                yield
                _check_same_file(file, opened)
        except filelock.Timeout:
            raise StoreError(f"another kibitz has been writing to {file} for {WAIT_SECONDS:.0f} s: end it, or wait") from None
        finally:
            if mine:
                turn.release()

    reader, writer = _file_pool(file, "ro"), _file_pool(file, "rwc", "WAL")
    return Database(address, sqlite3, (reader, "BEGIN"), (writer, "BEGIN IMMEDIATE"), write_lock)


def remove_empty(address: Address) -> None:
    """Remove the file if the store could not be created, unless another process is creating it."""
    assert address.file is not None
    file, lock = address.file, address.file.with_name(address.file.name + ".lock")
    with suppress(OSError, filelock.Timeout):
        if lock.exists():
            with filelock.FileLock(lock, timeout=0):
                if not file.exists() or file.stat().st_size == 0:
                    file.unlink(missing_ok=True)
                    lock.unlink()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(
            f"a games store cannot be made in {folder}, which is not a folder: choose another place with --store"
        ) from None


def _touch(lock: Path) -> None:
    """Makes the file of a lock. Where nothing can be made the system says so here; filelock would take it for contention."""
    for attempt in range(ATTEMPTS):
        try:
            os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o666))
            return
        except (FileNotFoundError, PermissionError):
            # For a moment, where another computer, or on Windows another process, deletes it; for ever in folders like /proc.
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(PAUSE_SECONDS)


def _check_same_file(file: Path, opened: set[tuple[int, int]]) -> None:
    """Raises StoreError when the file is gone or was replaced: new rows would be lost."""
    try:
        found = file.stat()
    except FileNotFoundError:
        if opened:
            raise StoreError(f"the games store {file} was deleted while it was in use: what was in it is lost") from None
        return
    opened.add((found.st_dev, found.st_ino))
    if len(opened) > 1:
        raise StoreError(
            f"the games store {file} was replaced by another while it was in use: end all that use it, and try again"
        )


def _file_pool(file: Path, mode: str, journal: str | None = None) -> ConnectionPool:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{write_uri(file)}?mode={mode}", uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute(f"PRAGMA cache_size={-CACHE_KIB}")
            if journal:
                connection.execute(f"PRAGMA journal_mode={'DELETE' if is_remote(file) else journal}")
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            connection.close()
            raise
        return connection

    return ConnectionPool(connect)


def write_uri(file: PurePath) -> str:
    """The URI of a file as SQLite reads it, that of a file on a server of Windows too."""
    return re.sub("^file://(?=[^/])", "file:////", file.as_uri())


def is_remote(file: Path, mounts: Path = MOUNTS) -> bool:
    """Whether the file lies on a network file system, where a WAL does not work; False where it cannot be found out."""
    if (windows := getattr(ctypes, "windll", None)) is not None:
        return bool(windows.kernel32.GetDriveTypeW(file.anchor) == DRIVE_REMOTE)
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    mounted = {Path(words[1].replace("\\040", " ")): words[2] for words in map(str.split, lines) if len(words) > 2}
    here = file.resolve()
    return next((mounted[folder] in REMOTE for folder in here.parents if folder in mounted), False)


# A store on a server: PostgreSQL through psycopg.


def server_database(address: Address) -> Database:
    """The database that a URL names; nothing is sent before it is used."""
    try:
        import psycopg
    except ImportError:
        raise StoreError(
            "a games store on a PostgreSQL server needs psycopg, which is not installed: pip install 'kibitz[postgres]'"
        ) from None
    place = f"postgresql://{address.url.partition('://')[2]}"
    try:
        ports = str(psycopg.conninfo.conninfo_to_dict(place).get("port", "")).split(",")
        if not all(int(port) in range(1, 1 << 16) for port in ports if port):
            raise ValueError
    except (ValueError, psycopg.ProgrammingError):
        raise _not_an_address(address.url) from None
    pool = ConnectionPool(lambda: psycopg.connect(place, connect_timeout=CONNECT_SECONDS, autocommit=True))
    return Database(address, psycopg, (pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), (pool, "BEGIN"), nullcontext)


# What can go wrong with a database, each in one sentence.

NO_RIGHT, DISK_FULL = "42501", "53100"  # codes of PostgreSQL
SAFE = "what was stored before is safe: make room, and go on; a match does so with --resume"


@contextmanager
def store_errors(address: Address, driver: Any) -> Iterator[None]:
    """Errors of the database, its file or its server become a StoreError; our own mistakes stay as they are.

    In a file rows that contradict each other are damage: each statement is written so that they never do.
    """
    try:
        yield
    except json.JSONDecodeError as problem:
        raise damaged(address, f"a row cannot be read: {problem}") from problem
    except driver.Error as problem:
        if isinstance(problem, driver.IntegrityError) and address.file is not None:
            raise damaged(address, problem) from problem
        ours = isinstance(problem, (driver.IntegrityError, driver.ProgrammingError))
        if ours and getattr(problem, "sqlstate", None) != NO_RIGHT:
            raise
        sentence = _describe_file_error if address.file else _describe_server_error
        raise StoreError(sentence(address, problem)) from problem
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = SAFE if full else "choose another place with --store"
        raise StoreError(f"the games store {address} cannot be used ({problem.strerror or problem}): {remedy}") from problem


def _describe_file_error(address: Address, problem: BaseException) -> str:
    name = getattr(problem, "sqlite_errorname", "")
    match re.sub(r"^SQLITE_([A-Z]+).*", r"\1", name):
        case "NOTADB":
            return f"{address} is not a games store: choose another file with --store"
        case "CORRUPT":
            return str(damaged(address, problem))
        case "FULL":
            return f"the disk is full, and the games store {address} cannot grow; {SAFE}"
        case "IOERR":
            return f"the games store {address} does not work ({problem}): is there room on its disk? {SAFE}"
        case "CANTOPEN" | "READONLY" | "PERM":
            return f"the games store {address} cannot be opened or written ({problem}): choose another place with --store"
        case "BUSY" | "LOCKED":
            return f"another program keeps the games store {address} busy: try again when it is done"
    return f"the games store {address} does not work: {problem}"


def _describe_server_error(address: Address, problem: BaseException) -> str:
    state, reason = getattr(problem, "sqlstate", None), " ".join(str(problem).split())
    if state == DISK_FULL:
        return f"the disk of the server {address} is full ({reason}); {SAFE}"
    if state == NO_RIGHT:
        return f"the server {address} does not allow this ({reason}): ask for the right to make tables there"
    if state is None and type(problem).__name__ != "DataError":  # of a value that the driver does not send
        return f"there is no connection to the server {address}: {reason}; is it running, and are name and password right?"
    return f"the server {address} does not work: {reason}"


# Rows that are put into a table: numbered ones, and what may stand in them.


def insert_numbered(connection: DatabaseConnection, table: str, facts: Mapping[str, Any]) -> int:
    """The number of a new row, which also says when it was made, and by which kibitz."""
    row = {**facts, "created": time.time(), "kibitz": importlib.metadata.version("kibitz")}
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({list_marks(row)})"
    if connection.is_file:
        return int(connection.run(sql, *row.values()).lastrowid)
    return int(connection.scalar(f"{sql} RETURNING number", *row.values()))


def writable(text: str) -> str:
    """The text without what a database may not take."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
