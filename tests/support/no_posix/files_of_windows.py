"""Files as Windows has them, where /proc says which ones this process has open.

A file that is open or mapped is neither removed nor renamed, nor another put in its place; one that is mapped is not
shortened. Renaming replaces nothing. Some letters and names are not for files. Text has the code page 1252, unless Python is to
take UTF-8 everywhere, and its lines end with two letters.
"""

import builtins
import io
import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import PurePath
from typing import Any

OPEN, MAPPED = "/proc/self/fd", "/proc/self/maps"
IN_USE = "The process cannot access the file because it is being used by another process"
LETTERS = set('<>:"|?*').union(map(chr, range(32)))
NAMELESS = ("TemporaryFile", "opener")  # of tempfile
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
_open, _unlink, _rename, _replace = io.open, os.unlink, os.rename, os.replace
_truncate, _mkdir = os.truncate, os.mkdir


def _mapped() -> set[str]:
    with _open(MAPPED, encoding="utf-8", errors="replace") as lines:
        return {words[5] for words in (line.rstrip("\n").split(None, 5) for line in lines) if len(words) == 6}


def _in_use() -> set[str]:
    found = _mapped()
    for number in os.listdir(OPEN):
        with suppress(OSError):
            found.add(os.readlink(f"{OPEN}/{number}"))
    return found


def _check_free(path: Any) -> None:
    """Raises PermissionError for a file that is in use, and for a folder with one."""
    place = os.path.realpath(os.fsdecode(path))
    if any(one == place or one.startswith(f"{place}/") for one in _in_use()):
        raise PermissionError(13, IN_USE, os.fspath(path))


def _check_name(path: Any) -> None:
    for part in PurePath(os.fsdecode(path)).parts:
        if LETTERS & set(part) or part.partition(".")[0].lower() in DEVICES or (part.strip(".") and part[-1] in ". "):
            raise OSError(22, "Invalid argument", path)


def _is_regular(path: Any) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def unlink(path: Any, **named: Any) -> None:
    """Remove a file that nobody has open; `tempfile` removes its nameless files at once, where it may."""
    caller = sys._getframe(1)
    is_nameless = caller.f_code.co_name in NAMELESS and caller.f_globals.get("__name__") == "tempfile"
    if not is_nameless and _is_regular(path):
        _check_free(path)
    _unlink(path, **named)


def rename(old: Any, new: Any, **named: Any) -> None:
    """Rename a file, unless there is one of the new name."""
    _check_name(new)
    _check_free(old)
    if os.path.exists(new):
        raise FileExistsError(17, "Cannot create a file when that file already exists", os.fspath(new))
    _rename(old, new, **named)


def replace(old: Any, new: Any, **named: Any) -> None:
    """Rename a file, also where there is one of the new name that nobody has open."""
    _check_name(new)
    _check_free(old)
    _check_free(new)
    _replace(old, new, **named)


def truncate(path: Any, length: int) -> None:
    """Shorten a file that is not mapped."""
    if not isinstance(path, int) and os.path.realpath(path) in _mapped():
        raise OSError(22, "Invalid argument", path)
    _truncate(path, length)


def mkdir(path: Any, *args: Any, **named: Any) -> None:
    """Make a folder."""
    _check_name(path)
    _mkdir(path, *args, **named)


def open_(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    *more: Any,
    **named: Any,
) -> Any:
    """Open a file."""
    if not isinstance(file, int):
        _check_name(file)
        if "w" in mode and _is_regular(file) and os.path.realpath(os.fsdecode(file)) in _mapped():
            raise OSError(22, "Invalid argument", file)
    if "b" not in mode:
        encoding = encoding or ("utf-8" if sys.flags.utf8_mode else "cp1252")
        if newline is None and "r" not in mode:
            newline = "\r\n"
    return _open(file, mode, buffering, encoding, errors, newline, *more, **named)


if os.path.isdir(OPEN):
    system: Any = os
    system.unlink = system.remove = unlink
    system.rename, system.replace, system.truncate, system.mkdir = rename, replace, truncate, mkdir
    io.open = builtins.open = open_
    shutil._use_fd_functions = False  # type: ignore[attr-defined]  # or it would remove files by the number of their folder
