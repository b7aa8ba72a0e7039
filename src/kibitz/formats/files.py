"""Files of games as a whole: which format a file has, its games one after the other, and games written to a file."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from kibitz.core import registry
from kibitz.core.arguments import checked
from kibitz.core.rules import Game
from kibitz.errors import FormatError
from kibitz.files.whole_file import WholeFile, naming
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.reading import FileReading, read_within
from kibitz.formats.source import PIECE, Source, decode, file_pieces

FAMILY = "formats"
STANDARD = "-"  # standard input, or standard output
ANY_TEXT = "txt"


def format_named(name: str) -> ModuleType:
    """The format of that name; FormatError lists the near ones."""
    found: ModuleType = registry.member(FAMILY, name, FormatError, "format")
    return found


def format_by_suffix(name: str) -> ModuleType | None:
    """The format whose files end so."""
    suffix = Path(name).suffix.casefold()
    return next((found for found in map(format_named, registry.names(FAMILY)) if suffix in found.SUFFIXES), None)


def format_of(source: Source, name: str, game: Game | None) -> ModuleType:
    """The format of a file: its name says it, or else how it begins; lines of moves where only `game` is known. FormatError."""
    found = format_by_suffix(name)
    if found is not None and found is not format_named(ANY_TEXT):
        return found
    beginning = decode(source.beginning()).removeprefix("\ufeff").removeprefix("ï»¿").replace("\0", "")
    seen = next((one for one in map(format_named, registry.names(FAMILY)) if one.recognizes(beginning)), None)
    if seen is not None:
        return seen
    if game is not None or found is not None:
        return format_named(ANY_TEXT)
    raise FormatError(f"nobody can tell its format: say --from and one of {', '.join(registry.names(FAMILY))}")


def holds_games(name: str) -> bool:
    """Whether a file has a format that says which games it holds; False for lines of moves and for unknown formats."""
    source = Source(file_pieces(Path(name)))
    try:
        return format_of(source, name, None) is not format_named(ANY_TEXT)
    except FormatError:
        return False


@checked()
def read_games(
    name: str | os.PathLike[str],
    format_name: str | None = None,
    game: Game | str | None = None,
    plies: int | None = None,
) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file of kibitz or of another program, with what could not be read, one after the other.

    Each is an `AnnotatedGame`, whose `record` is a GameRecord, or a `Flaw`, with the `line` and a `reason`. `name`: a path, or
    `-` for standard input. `format_name`: pgn, sgf and so on, None for what the file looks like. `game`: a game or its spec,
    for files that do not say it. `plies`: at most this many moves of each game are read; a longer one then has no result, and
    no variations. FormatError where there is nothing to begin with.
    """
    name, game = os.fspath(name), None if game is None else registry.as_game(game)
    pieces = file_pieces(Path(name)) if name != STANDARD else iter(lambda: sys.stdin.buffer.read(PIECE), b"")
    source = Source(pieces, None if name == STANDARD else Path(name))
    reader = format_of(source, name, game) if format_name is None else format_named(format_name)
    yield from read_within(FileReading(plies, compiles=True), reader.read(source, game))


class Writing:
    """Games on their way to a file (None: standard output), which is there when all are, and not before."""

    def __init__(self, written: ModuleType, path: Path | None) -> None:
        self.written, self.path, self.games = written, path, 0
        self._held: list[AnnotatedGame] = []  # for a format whose files say first how many games they hold
        self._files: list[WholeFile] = []
        self._out: BinaryIO | None = None if path is None else self._begin(path)

    def add(self, game: AnnotatedGame) -> None:
        """Writes a game; FormatError when the format cannot hold it."""
        if hasattr(self.written, "write_all"):
            self.written.check(game)
            self._held.append(game)
        else:
            self._write(self.written.write(game).encode(errors="replace"))
        self.games += 1

    def _write(self, content: bytes) -> None:
        (self._out or sys.stdout.buffer).write(content)

    def _begin(self, path: Path) -> BinaryIO:
        self._files.append(WholeFile(path))
        return self._files[-1].out

    def __enter__(self) -> "Writing":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, *_: object) -> None:
        try:
            if kind is None and self._held:
                with naming(self.path or Path("the output")):
                    self._write_held()
            for file in self._files if kind is None and self.games else ():
                file.keep()
        finally:
            for file in self._files:
                file.drop()
        if isinstance(problem, OSError) and problem.filename is None and self.path is not None:
            raise OSError(problem.errno, problem.strerror, str(self.path)) from problem

    def _write_held(self) -> None:
        """Writes what a format has in several files: those with names lie beside the games."""
        for suffix, content in self.written.write_all(self._held).items():
            if suffix in self.written.SUFFIXES:
                self._write(content)
            elif self.path is not None:
                self._begin(self.path.with_suffix(suffix)).write(content)
