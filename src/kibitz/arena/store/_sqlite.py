"""A store in a file: SQLite, with one writer at a time.

SQLite up to 3.51.2 can damage a file in WAL mode when one connection writes while another moves the log into the file. So
whatever may write happens under a lock beside the file: every transaction, with the moving of the log that ends some of
them, and the closing of a connection that may write. Those who read have connections that cannot write.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from kibitz.arena.store._database import FILE, Address, Database
from kibitz.errors import StoreError

WAIT_SECONDS = 60.0  # for others who write; a transaction takes some milliseconds
POLL_SECONDS = 0.003
ATTEMPTS, PAUSE_SECONDS = 5, 0.05  # to make a file beside the store; between two of them
CACHE_KIB = 16_000
MOUNTS = Path("/proc/self/mounts")
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "fuse.glusterfs"}


def file_database(address: Address) -> Database:
    """The database in a file, which is made when it is first written to."""
    file = address.file
    assert file is not None
    if file.is_dir():
        raise StoreError(f"{file} is a folder, and a games store is a file: write, for instance, {file / FILE}")
    if file.exists() and not file.is_file():
        raise StoreError(f"{file} is no ordinary file, and a games store is one: choose another with --store")
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

    return Database(address, _engine(file, "ro", "BEGIN"), _engine(file, "rwc", "BEGIN IMMEDIATE", "WAL"), write_lock)


def _make_folder(folder: Path) -> None:
    """The folder of a store, where there is none yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(
            f"a games store cannot be made in {folder}, which is no folder: choose another place with --store"
        ) from None


def _touch(lock: Path) -> None:
    """Makes the file of a lock. Where nothing can be made the system says so here; filelock would take it for contention."""
    for attempt in range(ATTEMPTS):
        try:
            os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o666))
            return
        except FileNotFoundError:  # for a moment, where another computer has deleted it; for ever in folders like /proc
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(PAUSE_SECONDS)


def _check_same_file(file: Path, opened: set[tuple[int, int]]) -> None:
    """Raises StoreError when the file that was written to first is not there any more: what is written now would be lost."""
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


def _engine(file: Path, mode: str, begin: str, journal: str | None = None) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{file.as_uri()}?mode={mode}", uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
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

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def is_remote(file: Path, mounts: Path = MOUNTS) -> bool:
    """Whether the file lies on a network file system, where a WAL does not work; False where nobody can tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    mounted = {Path(words[1].replace("\\040", " ")): words[2] for words in map(str.split, lines) if len(words) > 2}
    here = file.resolve()
    return next((mounted[folder] in REMOTE for folder in here.parents if folder in mounted), False)
