"""Where learned estimates lie, and which of them a game's players take: one's own first, then those that come with the package.

The user's lie in the data folder of the system, or in the one that KIBITZ_LEARNED names; `KIBITZ_LEARNED=none` turns all off.
"""

import dataclasses
import functools
import hashlib
import os
import re
import warnings
from pathlib import Path
from typing import Any

import platformdirs

from kibitz.errors import LearningError, RulesWarning
from kibitz.patterns.estimate import PatternEstimate
from kibitz.patterns.file import ENDING, read_estimate
from kibitz.registry import knowledge_of
from kibitz.rules import Game, Knowledge

VARIABLE = "KIBITZ_LEARNED"
AUTO, HAND, NONE = "auto", "hand", "none"
SHIPPED = Path(__file__).parent / "data"


def named_knowledge(game: Game, name: str) -> Knowledge | None:
    """What a word names: auto, hand, none, or the file of a learned estimate. LearningError for a file that does not serve."""
    if name == AUTO:
        return knowledge_for(game)
    if name == HAND:
        return knowledge_of(game)
    return None if name == NONE else load_estimate(Path(name), game)


def is_named(name: str) -> bool:
    """Whether `named_knowledge` takes a word; all others name classes."""
    return name in (AUTO, HAND, NONE) or name.endswith(ENDING)


def knowledge_for(game: Game) -> Knowledge | None:
    """What is wise in a game: with a learned estimate where there is one, else as its file or the package says; or None."""
    return learned_for(game) or knowledge_of(game)


def learned_for(game: Game) -> PatternEstimate | None:
    """The estimate that was learned of a game: the user's, or the one that comes along; None without."""
    if os.environ.get(VARIABLE) == NONE:
        return None
    own = user_file(game)
    if own.is_file():
        try:
            return _loaded(own, own.stat().st_mtime_ns, game)
        except LearningError as wrong:
            warnings.warn(f"{wrong} ({own} is left aside)", RulesWarning, stacklevel=3)
    shipped = SHIPPED / file_name(game)
    if not shipped.is_file():
        return None
    if type(game).__module__.startswith("kibitz.games."):
        return _trusted(shipped, game)
    try:
        return _loaded(shipped, 0, game)
    except LearningError:  # another game of the same name
        return None


def load_estimate(path: Path, game: Game) -> PatternEstimate:
    """The knowledge of a game with the estimate of a file. LearningError when the file does not serve, or is of another."""
    path = path.expanduser()
    return _loaded(path, path.stat().st_mtime_ns if path.is_file() else 0, game)


def user_file(game: Game) -> Path:
    """Where the user's estimate of a game lies."""
    folder = os.environ.get(VARIABLE)
    return (Path(folder) if folder and folder != NONE else Path(platformdirs.user_data_dir("kibitz")) / "learned") / file_name(
        game
    )


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


@functools.lru_cache(maxsize=32)
def _loaded(path: Path, changed: int, game: Game) -> PatternEstimate:
    """The estimate of a file, whose rules must be the game's; `changed`: the time, so that a new one is read again."""
    return read_estimate(path).estimate(game)


@functools.lru_cache(maxsize=32)
def _trusted(path: Path, game: Game) -> PatternEstimate:
    """The estimate that comes along with a game of the package: tests compare their rules, which takes a tenth of a second."""
    return read_estimate(path).trusted(game)


def describe_estimate(knowledge: Knowledge | None) -> str | None:
    """Where the estimate of a knowledge comes from, for people; None where it was not learned."""
    return knowledge.title if isinstance(knowledge, PatternEstimate) else None
