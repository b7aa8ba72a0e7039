"""Where learned estimates lie, and which of them a game's players take: one's own first, then those that come with the package.

The user's lie in the data folder of the system, or in the one that KIBITZ_LEARNED names; `KIBITZ_LEARNED=none` turns all off.
Without a file nothing is read, and no compiler imported.
"""

import dataclasses
import functools
import hashlib
import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.core.parameters import near_names
from kibitz.core.registry import as_game, knowledge_classes, knowledge_of
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import GameError, KibitzError, LearningError, RulesWarning

if TYPE_CHECKING:
    from kibitz.patterns.estimate import LearnedKnowledge

VARIABLE = "KIBITZ_LEARNED"
AUTO, HAND, NONE = "auto", "hand", "none"
ENDING = ".learned"  # of the files that `kibitz learn` writes
SHIPPED = Path(__file__).parent / "data"
Content = TypeVar("Content")


def load_knowledge(game: Game | str, name: str | os.PathLike[str] = AUTO) -> Knowledge | None:
    """What is held to be wise in a game, by a word or by the file of a learned estimate.

    `name`: "auto" for what was learned of it, or else is written by hand; "hand" for the latter alone; "none"; the name of a
    Knowledge class; or "FILE.learned", any path among them. Raises LearningError, one sentence, for a file that does not serve,
    GameError for a word that names nothing.
    """
    game = as_game(game)
    if not isinstance(name, str | os.PathLike):
        raise GameError(f"{name!r} is no knowledge: give 'auto', 'hand', 'none', the name of a class or a file")
    if not isinstance(name, str) or name.endswith(ENDING):
        return load_estimate(Path(name), game)
    if name in (AUTO, HAND, NONE):
        return knowledge_for(game) if name == AUTO else knowledge_of(game) if name == HAND else None
    found = knowledge_of(game, name)
    if found is None:
        known = [cls.__name__ for cls in knowledge_classes(game)]
        raise GameError(f"there is no knowledge called {name!r} of this game; {near_names(name, [*known, NONE, HAND])}")
    return found


def knowledge_for(game: Game) -> Knowledge | None:
    """What is wise in a game: with a learned estimate where there is one, else as its file or the package says; or None."""
    return learned_for(game) or knowledge_of(game)


def learned_for(game: Game) -> "LearnedKnowledge | None":
    """The estimate that was learned of a game: the user's, or the one that comes along; None without."""
    found = _found(game)
    return found and found[1]


def learned_file(game: Game) -> Path | None:
    """Where that estimate lies."""
    found = _found(game)
    return found and found[0]


def load_estimate(path: Path, game: Game) -> "LearnedKnowledge":
    """The knowledge of a game with the estimate of a file. LearningError when the file does not serve, or is of another."""
    return _loaded(path.expanduser(), game)


def describe_estimate(knowledge: Any) -> str | None:
    """Where the estimate of a knowledge comes from, for people; None where it was not learned."""
    is_learned = type(knowledge).__module__ == "kibitz.patterns.estimate"  # which brings the compiler: not imported to ask
    return str(knowledge.title) if is_learned else None


def user_file(game: Game) -> Path:
    """Where the user's estimate of a game lies."""
    return user_folder(VARIABLE, "learned") / file_name(game)


def user_folder(variable: str, name: str) -> Path:
    """The folder that an environment variable names; else that of this name in the user's data folder."""
    folder = os.environ.get(variable)
    if folder and folder != NONE:
        return Path(folder)
    import platformdirs  # takes as long as all else here

    return Path(platformdirs.user_data_dir("kibitz")) / name


def file_name(game: Game) -> str:
    """The name of a game's file: its class, and its parameters where they are not those it has by itself."""
    held: Any = game
    fields = [(field.name, getattr(game, field.name), field.default) for field in dataclasses.fields(held)]
    other = [(name, value) for name, value, default in fields if value != default and not isinstance(value, str)]
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(game).__name__).lower()
    if other:
        name += "-" + "-".join(f"{field}={value}" for field, value in other)
    if len(name) > 60 or not re.fullmatch(r"[\w=.-]+", name):
        name = f"{name[:30].split('-')[0]}-{hashlib.sha256(repr(other).encode()).hexdigest()[:12]}"
    return name + ENDING


def _found(game: Game) -> "tuple[Path, LearnedKnowledge] | None":
    if os.environ.get(VARIABLE) == NONE:
        return None
    return serving_file((user_file(game), SHIPPED / file_name(game)), game, _loaded, LearningError)


def serving_file(
    places: tuple[Path | None, Path], game: Game, read: Callable[[Path, Game, bool], Content], error: type[KibitzError]
) -> tuple[Path, Content] | None:
    """The file of a game that serves, and what `read` makes of it: the user's (None: not asked), else the one that comes along.

    A file of the user's that raises `error` is left aside, with a warning. `read` is told whether the rules are known to be
    those that the file was made for: of the package's own games tests compare them, which takes a tenth of a second.
    """
    own, shipped = places
    if own is not None and own.is_file():
        try:
            return own, read(own, game, False)
        except error as wrong:
            name = "it" if str(own) in str(wrong) else own
            warnings.warn(f"{wrong} ({name} is left aside)", RulesWarning, stacklevel=5)
    if not shipped.is_file():
        return None
    try:
        return shipped, read(shipped, game, type(game).__module__.startswith("kibitz.games."))
    except error:  # another game of the same name
        return None


def _loaded(path: Path, game: Game, is_trusted: bool = False) -> "LearnedKnowledge":
    """The estimate of a file, read once as long as the file is the same: machine code is kept for each knowledge.

    `is_trusted`: the rules are those that it was learned of.
    """
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):  # reading it says why
        changed = 0
    try:
        found = _read(path, changed, game, is_trusted)
    except TypeError:  # a field of the game that cannot be hashed
        found = _read.__wrapped__(path, changed, game, is_trusted)
    if isinstance(found, LearningError):
        raise LearningError(str(found))
    return found


@functools.lru_cache(maxsize=32)
def _read(path: Path, changed: int, game: Game, is_trusted: bool) -> "LearnedKnowledge | LearningError":
    from kibitz.patterns.file import read_estimate  # here and no sooner: it brings the compiler

    try:
        content = read_estimate(path)
        return content.trusted(game) if is_trusted else content.estimate(game)
    except LearningError as wrong:
        return wrong
