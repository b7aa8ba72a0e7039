"""Machine code that is kept: one folder per game, parameters, knowledge and version of everything compiled in.

The folder's name is a hash of all that, so an edited rule can never meet old code. A lock per folder lets one process
compile while others wait and then load. The user's cache folder is taken (or KIBITZ_CACHE_DIR); a temporary one when
that cannot be written. Folders not used for a month are removed, and the oldest ones beyond 500 MB.
"""

import functools
import hashlib
import os
import pickle
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import platformdirs

MONTH = 30 * 24 * 3600.0
MOST_BYTES = 500 * 2**20
PATIENCE = 120.0  # seconds to wait for another process that compiles the same; it may have been halted
LOOK = 0.1  # seconds between two looks whether anybody still waits here
CHECK = 32  # bytes of SHA-256 before the content: a damaged file is compiled anew, never run


@functools.cache
def cache_root() -> Path:
    """The folder for everything compiled; it exists and can be written."""
    wanted = Path(os.environ.get("KIBITZ_CACHE_DIR") or platformdirs.user_cache_dir("kibitz"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            pass
    except OSError:
        return _temporary_root()
    _prune(wanted)
    return wanted


def _temporary_root() -> Path:
    """A folder that goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True)
    _kept_alive.append(folder)
    return Path(folder.name)


_kept_alive: list[tempfile.TemporaryDirectory[str]] = []


class CodeFolder:
    """Where the machine code for one key lies; reading and writing never fail, they find or keep nothing."""

    def __init__(self, key: str) -> None:
        self.path = cache_root() / hashlib.sha256(key.encode()).hexdigest()[:24]

    def load(self, name: str) -> Any | None:
        """Return the object that `save` kept under this name, or None."""
        try:
            content = (self.path / f"{name}.code").read_bytes()
            if hashlib.sha256(content[CHECK:]).digest() != content[:CHECK]:
                return None
            os.utime(self.path)
            return pickle.loads(content[CHECK:])
        except Exception:  # whatever is wrong with a kept file, compiling anew is right
            return None

    def save(self, name: str, content: bytes) -> None:
        """Keep `content`, a pickle, under this name; a full or read-only disk means it is not kept."""
        temporary = self.path / f"{name}.{uuid.uuid4().hex}"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(content).digest() + content)
            temporary.replace(self.path / f"{name}.code")
        except OSError:
            temporary.unlink(missing_ok=True)

    @contextmanager
    def locked(self, check: Callable[[], None]) -> Iterator[None]:
        """One process at a time compiles for this key; the lock ends with its process, however that ends.

        `check` is called again and again while another process has it; what it raises ends the waiting.
        """
        lock, ours = filelock.FileLock(self.path / "lock"), False
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            ours = _acquired(lock, check)
        except OSError:  # two that compile the same do no harm: files are replaced whole
            pass
        try:
            yield
        finally:
            if ours:
                lock.release()


def _acquired(lock: filelock.BaseFileLock, check: Callable[[], None]) -> bool:
    """Whether the lock was free before patience was at its end."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            lock.acquire(timeout=LOOK)
            return True
        except filelock.Timeout:
            check()
    return False


def _prune(root: Path) -> None:
    """Remove what has not been used for a month, then the oldest beyond the size allowed."""
    try:
        folders = sorted((folder for folder in root.iterdir() if folder.is_dir()), key=lambda one: one.stat().st_mtime)
        sizes = {folder: sum(file.stat().st_size for file in folder.iterdir()) for folder in folders}
        total = sum(sizes.values())
        for folder in folders:
            if time.time() - folder.stat().st_mtime > MONTH or total > MOST_BYTES:
                shutil.rmtree(folder, ignore_errors=True)
                total -= sizes[folder]
    except OSError:
        return
