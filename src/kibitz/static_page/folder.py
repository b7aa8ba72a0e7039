"""A folder of files that appears only when it is complete; a folder from another source is left alone."""

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

from kibitz.errors import PageError

LIST = "kibitz-page.txt"
UNWRITABLE = "cannot be written: name a folder in one that is there and may be written to"
HEAD = "Written by `kibitz page`, which may write it anew as long as it holds these files and no others:"


def check_folder(folder: Path) -> None:
    """Raises PageError, in one sentence, if the page cannot be written or the folder holds other files."""
    above = folder.absolute().parent
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise PageError(f"{folder} {UNWRITABLE}")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise PageError(f"{folder} is a file: name a folder")
    if folder.resolve() == Path.cwd().resolve():
        raise PageError(f"{folder} is where you are: name another folder, such as {folder / 'page'}")
    found = {one.name for one in folder.iterdir()}
    strange = sorted(found - _files_of(folder))
    if strange:
        raise PageError(f"{folder} holds {strange[0]}, which `kibitz page` has not written: name a new folder, or an empty one")


def _files_of(folder: Path) -> set[str]:
    """The files that a folder says were written into it."""
    try:
        head, *names = (folder / LIST).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return set()
    return {LIST, *names} if head == HEAD else set()


@contextlib.contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A folder to write files into, which takes the place of `folder` when the block ends well, and is gone when it fails."""
    folder = folder.absolute()
    beside = folder.with_name(f".{folder.name[:40]}.{uuid.uuid4().hex}.part")
    try:
        beside.mkdir()
    except OSError:
        raise PageError(f"{folder} {UNWRITABLE}") from None
    try:
        yield beside
        names = sorted(one.name for one in beside.iterdir())
        (beside / LIST).write_text("\n".join([HEAD, *names]) + "\n", "utf-8")
        check_folder(folder)  # once more: meanwhile somebody may have put something there
        _exchange(beside, folder.resolve())
    except OSError as problem:
        if problem.errno and (
            problem.filename is None or Path(problem.filename).is_relative_to(beside)
        ):  # a write that fails names no file
            raise OSError(problem.errno, problem.strerror, str(folder)) from problem
        raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _exchange(new: Path, folder: Path) -> None:
    """Put `new` in the place of the folder."""
    old = folder.with_name(f"{new.name}.old")
    was_there = folder.exists()
    if was_there:
        folder.rename(old)
    try:
        new.rename(folder)
    except BaseException:
        if was_there:
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
