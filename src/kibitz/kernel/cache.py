"""Machine code that is kept: one folder per game, parameters, knowledge and version of everything compiled in.

The folder's name is a hash of all that, so an edited rule can never meet old code. A lock per folder lets one process
compile while others wait and then load. The user's cache folder is taken (or KIBITZ_CACHE_DIR); a temporary one when
that cannot be written. Folders not used for a month are removed, and the oldest ones beyond 500 MB. Code that came with the
package, or that `kibitz build` made, is looked for first.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import struct
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import filelock
import platformdirs

from kibitz.kernel.artefact import Artefact, Damaged

MONTH = 30 * 24 * 3600.0
MOST_BYTES = 500 * 2**20
PATIENCE = 120.0  # seconds to wait for another process that compiles the same; it may have been halted
LOOK = 0.1  # seconds between two looks whether anybody still waits here
SHIPPED = Path(__file__).parents[1] / "code"  # of a wheel for one platform; as safe as the modules beside it
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


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
    """Where the machine code for one key lies; reading never fails, it finds nothing."""

    def __init__(self, key: str, root: Path | None = None) -> None:
        """`root`: the folder of such folders; None for the user's cache."""
        self._name, self.root = hashlib.sha256(key.encode()).hexdigest()[:24], root

    @functools.cached_property
    def path(self) -> Path:
        """The folder that is written to; it need not be there."""
        return (self.root or cache_root()) / self._name

    def load(self, name: str, targets: Sequence[str]) -> Artefact | None:
        """The artefact that `save` kept under this name for the first of these targets that there is; None without one."""
        for root in (SHIPPED, *_folders(), self.root or cache_root()):
            for target in targets:
                file = root / self._name / f"{name}.{target}.code"
                found = _read(file, f"{self._name}/{name}", target) if root == SHIPPED or not _open_to_others(file) else None
                if found is not None:
                    return found
        return None

    def save(self, name: str, artefact: Artefact) -> None:
        """Keep an artefact under this name. OSError where the disk is full or read-only: then nothing is left of it."""
        artefact = replace(artefact, key=f"{self._name}/{name}")
        temporary = self.path / f"{name}.{uuid.uuid4().hex}"
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary.write_bytes(artefact.to_bytes())
            temporary.replace(self.path / f"{name}.{artefact.target}.code")
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise

    @contextmanager
    def locked(self, check: Callable[[], None], waiting: AbstractContextManager[Any]) -> Iterator[None]:
        """One process at a time compiles for this key; the lock ends with its process, however that ends.

        While another process has it, `waiting` is open, and `check` is called again and again; what it raises ends the waiting.
        """
        lock, ours = filelock.FileLock(self.path / "lock"), False
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            ours = _acquired(lock, check, waiting)
        except OSError:  # two that compile the same do no harm: files are replaced whole
            pass
        try:
            yield
        finally:
            if ours:
                lock.release()


def _folders() -> list[Path]:
    """The folders of `kibitz build --to` that KIBITZ_CODE names."""
    return [Path(one) for one in os.environ.get("KIBITZ_CODE", "").split(os.pathsep) if one]


def _read(file: Path, key: str, target: str) -> Artefact | None:
    """The artefact in a file; None for one that is missing, damaged or of something else."""
    try:
        found = Artefact.from_bytes(file.read_bytes())
        if (found.key, found.target) != (key, target):
            return None
        with contextlib.suppress(OSError):
            os.utime(file.parent)
        return found
    except (OSError, Damaged, ValueError, TypeError, struct.error):
        return None


def _open_to_others(file: Path) -> bool:
    """Whether somebody else could have put it there: another user, but root, owns it or its folder, or may write to one."""
    if not hasattr(os, "geteuid"):
        return False
    try:
        known = [path.stat() for path in (file, file.parent)]
    except OSError:
        return True
    return any(one.st_mode & OTHERS_WRITE or one.st_uid not in (0, os.geteuid()) for one in known)


def _acquired(lock: filelock.BaseFileLock, check: Callable[[], None], waiting: AbstractContextManager[Any]) -> bool:
    """Whether the lock was free before patience was at its end."""
    if _take(lock, 0.0):
        return True
    with waiting:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            check()
            if _take(lock, LOOK):
                return True
    return False


def _take(lock: filelock.BaseFileLock, seconds: float) -> bool:
    """Take the lock, waiting at most so many seconds; returns whether it is ours."""
    try:
        lock.acquire(timeout=seconds)
    except filelock.Timeout:
        return False
    return True


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
