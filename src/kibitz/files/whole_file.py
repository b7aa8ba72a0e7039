"""Files that appear only when they are complete: an interruption or a full disk leaves the old file in place."""

import contextlib
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

ATTEMPTS, PAUSE_SECONDS = 10, 0.05  # to give a file its name; between two of them
_unfinished: set["WholeFile"] = set()


class WholeFile:
    """A file in progress, which takes its name when the `with` block ends well and is removed when it fails.

    Devices and pipes are written to directly. OSError names the file itself.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_direct = path.exists() and not path.is_file()
        self._beside = path if self._is_direct else path.with_name(f".{path.name[:40]}.{uuid.uuid4().hex}.part")
        with naming(path):
            self.out: BinaryIO = self._beside.open("wb")
        _unfinished.add(self)

    def keep(self) -> None:
        """Give the file its name, when all of it is on the disk."""
        with naming(self.path):
            self.out.flush()
            if not self._is_direct:
                os.fsync(self.out.fileno())
            self.out.close()
            if not self._is_direct:
                self._take_name()

    def _take_name(self) -> None:
        for attempt in range(ATTEMPTS):
            try:
                self._beside.replace(self.path)
                return
            except PermissionError:  # on Windows, as long as somebody reads the old one, if only to look for viruses
                if attempt == ATTEMPTS - 1:
                    raise
                time.sleep(PAUSE_SECONDS)

    def drop(self) -> None:
        """Leave no trace of what was not kept."""
        _unfinished.discard(self)
        with contextlib.suppress(OSError):
            self.out.close()
        if not self._is_direct:
            with contextlib.suppress(OSError):
                self._beside.unlink(missing_ok=True)

    def __enter__(self) -> BinaryIO:
        return self.out

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.keep()
        finally:
            self.drop()
        if isinstance(problem, OSError) and problem.filename is None:
            raise OSError(problem.errno, problem.strerror, str(self.path)) from problem


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as a whole: if that fails, the old one is still there. OSError names the file."""
    with WholeFile(path) as out:
        out.write(content)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """An OSError inside names this file: a failed write, as on a full disk, names none, or the `.part` file."""
    try:
        yield
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from problem


def drop_unfinished() -> None:
    """Leave no trace of files that threads are still writing: the process ends, and they with it."""
    for file in list(_unfinished):
        file.drop()
