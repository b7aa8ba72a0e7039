"""The files of a stored match against the disk: which of them have changed, and how to have them all again."""

import re
from dataclasses import replace
from pathlib import Path

from kibitz.arena.fixture import Plan


def changed_files(plan: Plan) -> list[str]:
    """The paths whose file is gone, or has another content than it had when the match was stored."""
    return [path for path, content in plan.files.items() if not _is_same(Path(path), content)]


def unpack(plan: Plan, folder: Path) -> Plan:
    """Writes the files of a match below `folder`, neighbours beside each other; the plan whose specs name them there."""
    places: dict[str, str] = {}
    rooms: dict[Path, Path] = {}
    for path, content in plan.files.items():
        room = rooms.setdefault(Path(path).parent, folder / str(len(rooms)))
        room.mkdir(parents=True, exist_ok=True)
        (room / Path(path).name).write_bytes(content)
        places[path] = str(room / Path(path).name)
    players = tuple(_moved(spec, places) for spec in plan.players)
    there = {places[path]: content for path, content in plan.files.items()}
    return replace(plan, game=_moved(plan.game, places), players=players, files=there)


def _moved(spec: str, places: dict[str, str]) -> str:
    """The spec with other paths in the places of those it names."""
    longest_first = sorted(places, key=len, reverse=True)
    if not longest_first:
        return spec
    named = re.compile(rf"(?<![^:=,])(?:{'|'.join(map(re.escape, longest_first))})(?![^:,])")
    return named.sub(lambda found: places[found[0]], spec)


def _is_same(file: Path, content: bytes) -> bool:
    try:
        return file.expanduser().read_bytes() == content
    except OSError:
        return False
