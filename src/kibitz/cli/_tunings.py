"""A tuning in the games store: one that begins, one that goes on, and the games that one learns from."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kibitz.arena.tuning.steps import stored_games
from kibitz.arena.tuning.tuner import Record
from kibitz.arena.tuning.tuning import Task, settings
from kibitz.errors import TuningError

if TYPE_CHECKING:
    from kibitz.arena.store import Store


def add_tuning(store: Store, task: Task) -> int:
    """The number of a tuning that begins now; beside its settings it keeps what the files are that its specs name."""
    return store.add_tuning({**settings(task), "files": _hash_files(task)})


def resume_tuning(store: Store, number: int) -> tuple[int, Task]:
    """The tuning of that number (0: the last one). TuningError when a file of it is another one by now."""
    number = number or (store.tunings() or [0])[-1]
    kept = store.tuning(number)
    files = kept.pop("files", {})
    task = Task(**kept)
    now = _hash_files(task)
    if changed := ", ".join(path for path in files if now.get(path) != files[path]):
        raise TuningError(f"{changed} is not as it was when tuning {number} began, so its steps would not fit: begin another")
    return number, task


def load_games(task: Task, url: str | None) -> list[Record]:
    """The games of a stored match that a tuning learns from; none where it plays its own."""
    if task.match is None:
        return []
    from kibitz.arena.store import Store

    with Store.open(url, make=False) as store:
        return stored_games(store, task.match)


def _hash_files(task: Task) -> dict[str, str]:
    from kibitz.arena.crew.luggage import luggage

    found = luggage([task.game, task.player])
    return {path: hashlib.sha256(content).hexdigest() for path, content in sorted(found.items())}
