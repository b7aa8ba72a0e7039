"""Files that kibitz keeps for games, one a game: learned estimates, chosen searches, fitted levels.

The user's own lie in the system's data folder, or in the folder that an environment variable names; kibitz ships some for its
own games. Set the variable to `none` to turn all files of that kind off.
"""

import dataclasses
import hashlib
import os
import re
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from kibitz.core.remembered import remembered
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, RulesWarning
from kibitz.files.replaced import replacing
from kibitz.files.whole_file import WholeFile

NONE = "none"
Content = TypeVar("Content")


@dataclass(eq=False)
class GameFiles(Generic[Content]):
    """The files of one kind.

    `variable`: the environment variable; `folder`: their name in the data folder; `ending`: of their names, such as ".levels";
    `shipped`: the folder in the package; `error`: raised with one sentence for a file that cannot be used. `read` gives the
    content of a file for a game; its last argument says whether the rules are known to be those that the file was made for.
    """

    variable: str
    folder: str
    ending: str
    shipped: Path
    error: type[KibitzError]
    read: Callable[[Path, Game, bool], Content]

    @property
    def is_off(self) -> bool:
        """Whether the environment turns these files off."""
        return os.environ.get(self.variable) == NONE

    def name(self, game: Game) -> str:
        """The name of a game's file: its class, and its parameters where they are not the defaults."""
        held: Any = game
        fields = [(field.name, getattr(game, field.name), field.default) for field in dataclasses.fields(held)]
        other = [(name, value) for name, value, default in fields if value != default and not isinstance(value, str)]
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(game).__name__).lower()
        if other:
            name += "-" + "-".join(f"{field}={value}" for field, value in other)
        if len(name) > 60 or not re.fullmatch(r"[\w=.-]+", name):
            name = f"{name[:30].split('-')[0]}-{hashlib.sha256(repr(other).encode()).hexdigest()[:12]}"
        return name + self.ending

    def user_file(self, game: Game) -> Path:
        """The path of the user's own file for a game."""
        return user_folder(self.variable, self.folder) / self.name(game)

    def shipped_file(self, game: Game) -> Path:
        """The path of the file that comes with the package, whether or not there is one."""
        return self.shipped / self.name(game)

    def find(self, game: Game, own: bool = True) -> tuple[Path, Content] | None:
        """The file that players of a game use, and its content: the user's (if `own`), else the shipped one.

        A user's file that cannot be used is skipped with a warning. Tests check the shipped files against the rules of the
        package's own games, so they are not checked again, which would take a tenth of a second.
        """
        if self.is_off:
            return None
        mine = self.user_file(game) if own else None
        if mine is not None and mine.is_file():
            try:
                return mine, self.load(mine, game)
            except self.error as wrong:
                name = "it" if str(mine) in str(wrong) else mine
                warnings.warn(f"{wrong} ({name} is left aside)", RulesWarning, stacklevel=4)
        shipped = self.shipped_file(game)
        if not shipped.is_file():
            return None
        try:
            return shipped, self.load(shipped, game, type(game).__module__.startswith("kibitz.games."))
        except self.error:  # another game of the same name
            return None

    def load(self, path: Path, game: Game, is_trusted: bool = False) -> Content:
        """The content of a file, read once while the file stays the same. Raises `error`."""
        path = path.expanduser()
        try:
            changed = path.stat().st_mtime_ns
        except (OSError, ValueError):  # reading it says why
            changed = 0
        found = _read(self, path, changed, game, is_trusted)
        if isinstance(found, _Unusable):
            raise self.error(found.sentence)
        content: Content = found
        return content

    def place(self, game: Game, to: Path | None = None) -> Path:
        """The path to write a new file to: `to`, or where all players find it. Raises `error` where that is impossible."""
        if to is None and self.is_off:
            raise self.error(f"{self.variable}={NONE} turns {self.folder} off: name a file with --to, or unset {self.variable}")
        file = self.user_file(game) if to is None else to.expanduser()
        try:
            if to is None:
                file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("ab"):
                pass
            if file.stat().st_size == 0:
                file.unlink()
        except OSError as problem:
            raise self.error(f"{file} cannot be written: {problem.strerror or problem}") from None
        return file

    def keep(self, content: str, file: Path, replaces: bool = False) -> None:
        """Write a file, whole or not at all. `replaces`: what was there can be brought back. Raises `error`."""
        try:
            with replacing(file) if replaces else nullcontext(), WholeFile(file) as out:
                out.write(content.encode())
        except OSError as problem:
            raise self.error(f"{problem.filename or file} cannot be written: {problem.strerror or problem}") from None


def user_folder(variable: str, name: str) -> Path:
    """The folder that an environment variable names; else the user's data folder of this name."""
    folder = os.environ.get(variable)
    if folder and folder != NONE:
        return Path(folder)
    import platformdirs  # takes as long as all else here

    return Path(platformdirs.user_data_dir("kibitz")) / name


@dataclass(frozen=True)
class _Unusable:
    sentence: str


@remembered(128)
def _read(files: GameFiles[Any], path: Path, changed: int, game: Game, is_trusted: bool) -> Any:
    try:
        return files.read(path, game, is_trusted)
    except files.error as wrong:
        return _Unusable(str(wrong))
