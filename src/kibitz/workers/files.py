"""Files that travel with the work: those that specs name, read at home and laid out again where the work is done."""

import hashlib
import importlib.metadata
import os
import re
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from kibitz.core.parameters import split_spec
from kibitz.errors import CrewError
from kibitz.kernel import cache_root
from kibitz.patterns.library import ENDING, POLICY_ENDING
from kibitz.players import is_external
from kibitz.players.fitted_levels import ENDING as LEVELS


def version() -> str:
    """The version of kibitz: one version does all the work."""
    return importlib.metadata.version("kibitz")


# Files that travel with the work: what specs name on disk, read at home and laid out again where a game is played.
#
# A spec names a file where one of its parts ends in .py, .json, .learned, .policy or .levels: `./my_game.py:MyGame:size=5`,
# `players.py:careful`, `deepening:knowledge=wise.py:Mine,weights=best.json`. Only the files that are named
# travel. What they import from beside them does not, unless it is named too: files of one folder arrive in one folder.

SUFFIXES = (".py", ".json", ENDING, POLICY_ENDING, LEVELS)
_PARTS = re.compile(r"(,|:(?![\\/]))")  # the colon of a drive, `C:/wise.py`, parts nothing

_guard = threading.Lock()
_met: dict[Path, bytes] = {}  # what stood in a file when this process first used it: a module is loaded once


def collect_files(specs: Iterable[str]) -> dict[str, bytes]:
    """Every file that the specs name, with its content. Raises CrewError for one that is gone or cannot be read."""
    named = [path for spec in specs if not is_external(spec) for path in _parts(spec)]
    return {path: _read(path) for path in named if path.endswith(SUFFIXES)}


def changed_files(files: Mapping[str, bytes]) -> list[str]:
    """The files that are gone, or hold something else now."""
    return [path for path, content in sorted(files.items()) if not _holds(path, content)]


def materialize(specs: Iterable[str], files: Mapping[str, bytes]) -> list[str]:
    """The specs, so that they can be loaded here.

    When every file of a folder is where it was, with the same content, they stay as they are. Otherwise these files are laid
    out in a folder of the cache that is named by their content: the same in every process, so that machine code is found again;
    and the same for a game whose players have other weights each time. A learned estimate is laid out in any case, alone:
    it may be learned anew where it was, while games are played.
    """
    wanted, places = list(specs), dict[str, str]()
    staying = {path: content for path, content in files.items() if not path.endswith((ENDING, POLICY_ENDING))}
    with _guard:
        for path in files.keys() - staying.keys():
            places |= _lay_out({path: files[path]})
        for folder in sorted({str(Path(path).parent) for path in staying}):
            inside = {path: content for path, content in staying.items() if str(Path(path).parent) == folder}
            if not all(_is_here(path, content) for path, content in inside.items()):
                places |= _lay_out(inside)
    return [rename_files(spec, lambda path: places.get(path, path)) for spec in wanted]


def rename_files(spec: str, rename: Callable[[str], str]) -> str:
    """The spec with another path for each file that it names."""
    if is_external(spec):
        return spec
    return "".join(rename(part) if part.endswith(SUFFIXES) else part for part in _parts(spec))


def _parts(spec: str) -> list[str]:
    """Pieces that make up the spec; the folders of its game or player may have any names, `a=b` or `c,d`.

    A value may hold another `=`, as the file of what was learned of a game with parameters does.
    """
    name, rest = split_spec(spec)
    colon = spec[len(name) : len(spec) - len(rest)]
    return [name, colon, *(piece for part in _PARTS.split(rest) for piece in part.partition("="))]


def _read(path: str) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as problem:
        raise CrewError(f"{path} cannot be read ({problem.strerror}): it is needed while games are played") from None


def _holds(path: str, content: bytes) -> bool:
    try:
        return Path(path).expanduser().read_bytes() == content
    except OSError:
        return False


def _is_here(path: str, content: bytes) -> bool:
    """Whether the file is on this machine, and this process has met it with no other content."""
    place = Path(path).expanduser().resolve()
    try:
        return place.read_bytes() == content == _met.setdefault(place, content)
    except OSError:
        return False


def _lay_out(files: Mapping[str, bytes]) -> dict[str, str]:
    """Where each file of a folder is now: beside each other."""
    hashed = hashlib.sha256()
    for path, content in sorted(files.items()):
        hashed.update(f"{Path(path).name} {len(content)} ".encode() + content)
    root = cache_root() / f"luggage-{hashed.hexdigest()[:24]}"
    for path, content in files.items():
        _write(root / Path(path).name, content)
    os.utime(root)  # the cache drops what has not been used for long
    return {path: str(root / Path(path).name) for path in files}


def _write(place: Path, content: bytes) -> None:
    """Puts the file there whole, if it is not there yet; others may do the same at this moment."""
    if place.is_file() and place.read_bytes() == content:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f"{place.name}.{uuid.uuid4().hex}")
    beside.write_bytes(content)
    try:
        beside.replace(place)
    except PermissionError:  # on Windows, while another process reads what it has put there
        beside.unlink()
        if place.read_bytes() != content:
            raise
