"""The files of users as they were when the server started: an edited one has other rules than those that are served."""

from collections.abc import Iterable
from pathlib import Path

from kibitz.errors import GameError

Stamp = tuple[int, int]  # bytes, and when it was written, in nanoseconds


class Files:
    """Looked at often: a file is read again only where its size or its time is another."""

    def __init__(self, specs: Iterable[str]) -> None:
        """Of the games of these specs; to be made before the games are loaded."""
        self._known: dict[Path, tuple[Stamp, bytes]] = {}
        for spec in specs:
            path = _path(spec)
            if path is not None and path.is_file():
                self._known[path] = _stamp(path), path.read_bytes()

    def check(self, spec: str) -> None:
        """Raises GameError where the file of this game has changed since, or is gone."""
        path = _path(spec)
        if path is None or path not in self._known:
            return
        stamp, content = self._known[path]
        try:
            now = _stamp(path)
            if now == stamp:
                return
            if path.read_bytes() == content:
                self._known[path] = now, content
                return
        except OSError:
            pass
        raise GameError(f"the file {path.name} has changed since the start: start kibitz serve again")


def _path(spec: str) -> Path | None:
    name = spec.partition(":")[0]
    return Path(name).expanduser().resolve() if name.endswith(".py") else None


def _stamp(path: Path) -> Stamp:
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns
