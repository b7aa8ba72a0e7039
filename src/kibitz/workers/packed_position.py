"""A position on its way to a worker: its game with the files that it needs, and the moves that were made."""

import functools
from dataclasses import dataclass, field

from kibitz.core.registry import load, spec_of
from kibitz.errors import CrewError, GameError, KibitzError
from kibitz.position import Position
from kibitz.workers.files import collect_files, materialize, version


@dataclass(frozen=True)
class PackedPosition:
    """The game's spec, the files that it names, and the moves from the start."""

    spec: str
    files: tuple[tuple[str, bytes], ...]
    moves: tuple[int, ...]
    version: str = field(default_factory=version)

    @classmethod
    def of(cls, position: Position) -> "PackedPosition":
        """Pack a position. GameError for a game that its spec does not lead to, or moves that do not."""
        spec = spec_of(position.game)
        try:
            is_same = load(spec) == position.game
        except KibitzError:
            is_same = False
        if not is_same:
            raise GameError(f"{spec} cannot be loaded by a worker: put the game into a file, and name it FILE.py:CLASS")
        if Position.after(position.game, position.moves) != position:
            raise GameError("workers are sent moves, and those of this position do not lead to it: use Position.after")
        return cls(spec, tuple(sorted(collect_files([spec]).items())), position.moves)

    @functools.lru_cache(maxsize=4)  # noqa: B019  # few, and small
    def unpack(self) -> Position:
        """The position, in a worker. CrewError where another version of kibitz has sent it."""
        if self.version != version():
            raise CrewError(f"kibitz {self.version} sends work, and a worker has {version()}: install the same on both")
        (spec,) = materialize([self.spec], dict(self.files))
        return Position.after(load(spec), self.moves)
