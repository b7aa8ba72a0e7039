"""Levels fitted to one game by play: their file, and where players find it: the user's own first, then what comes along.

`kibitz levels GAME` writes such files. The user's lie in the folder `levels` of the data folder, or in the one that
KIBITZ_LEVELS names; `KIBITZ_LEVELS=none` turns all off, and then a level is the same for all games (`players/levels.py`).
"""

import functools
import json
import math
import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LevelsError, SearchError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.replaced import replacing
from kibitz.files.whole_file import WholeFile
from kibitz.patterns.library import ENDING as LEARNED
from kibitz.patterns.library import NONE, file_name, serving_file, user_folder
from kibitz.search.descriptor import search_for

VARIABLE = "KIBITZ_LEVELS"
ENDING = ".levels"  # of the files that `kibitz levels` writes
SHIPPED = Path(__file__).parent / "data"
FORMAT = "levels 1"
FITTED = 9  # levels of a game; the one above is all that the computer can, and is not fitted
MOST_NODES = 10**9
EVEN = 0.5


@dataclass(frozen=True)
class FittedLevel:
    """One level of a game: `nodes` a move, `random` the share of moves that are any legal one, and how it was measured.

    `score` is the share of the points that it made against the level below (the first: against one who sees a win) in so many
    `games`, `elo` what that stands for, `error` half its 95 % interval; None where all was won, or the games say nothing of it.
    Without games it was not measured but spread over what the levels below left.
    """

    nodes: int
    random: float
    score: float
    elo: float | None
    error: float | None
    games: int


@dataclass(frozen=True)
class LevelFile:
    """The fitted levels of a game, from the first up, of one search; `fingerprint` is that of the rules.

    `first`: whom the first level was measured against. `most`: nodes of the levels above these. `complete`: False where there
    was no time for more levels, not because the game has none. `estimate`: the learned estimate that the search had, in words;
    None for none.
    """

    game: str
    fingerprint: str
    search: str
    first: str
    most: int
    levels: tuple[FittedLevel, ...]
    complete: bool
    command: str
    date: str
    estimate: str | None = None

    def level(self, number: int) -> FittedLevel:
        """The level of that number; one above those that were fitted has the most nodes, and was not measured."""
        if number <= len(self.levels):
            return self.levels[number - 1]
        return FittedLevel(max(self.most, self.levels[-1].nodes), 0.0, EVEN, None, None, 0)

    def spec(self, number: int) -> str:
        """That level as a player of its own."""
        return player_spec(self.search, self.level(number).nodes, self.level(number).random)

    def text(self) -> str:
        """The content of the file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, allow_nan=False) + "\n"

    def check(self, game: Game, is_trusted: bool = False) -> None:
        """LevelsError where these are levels of other rules; `is_trusted`: the rules are known to be those."""
        if not is_trusted and self.fingerprint != rules_fingerprint(from_usual_start(game)):
            raise LevelsError(f"these levels are of {self.game} by other rules than those of {spec_of(game)}: fit them anew")
        try:
            search_for(game, self.search)
        except SearchError as problem:
            raise LevelsError(f"these levels are of another kind of game: {problem}") from None


def player_spec(search: str, nodes: int, random: float) -> str:
    """A player that searches so many nodes, and plays that share of its moves at random."""
    return f"{search}:nodes={nodes}" + (f",random={random:g}" if random else "")


def read_levels(path: Path) -> LevelFile:
    """The content of a file. Raises LevelsError, one sentence, when it cannot be read or holds no levels."""
    try:
        held = json.loads(path.expanduser().read_text(encoding="utf-8"))
    except OSError as problem:
        raise LevelsError(f"the levels {path} cannot be read: {problem.strerror or problem}") from problem
    except (ValueError, RecursionError):
        raise LevelsError(f"{path} holds no levels, for it is no JSON: `kibitz levels GAME` writes such files") from None
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise LevelsError(f"{path} holds no levels of this version of kibitz: `kibitz levels GAME` writes such files")
    texts = ("game", "fingerprint", "search", "first", "command", "date")
    rows, estimate = held.get("levels"), held.get("estimate")
    is_told = all(isinstance(held.get(name), str) for name in texts) and isinstance(held.get("complete"), bool)
    is_told = is_told and _is_count(held.get("most"))
    if not is_told or not isinstance(estimate, str | None) or not isinstance(rows, list) or not _are_levels(rows):
        raise LevelsError(f"{path} is damaged: `kibitz levels {held.get('game', 'GAME')}` writes it anew")
    levels = tuple(FittedLevel(**{name: row[name] for name in FittedLevel.__dataclass_fields__}) for row in rows)
    return LevelFile(
        **{name: held[name] for name in (*texts, "most")}, levels=levels, complete=held["complete"], estimate=estimate
    )


def _are_levels(rows: list[Any]) -> bool:
    return 1 <= len(rows) <= FITTED and all(_is_level(row) for row in rows)


def _is_level(row: Any) -> bool:
    if not isinstance(row, Mapping):
        return False
    numbers = [row.get(name) for name in ("nodes", "random", "score", "games")]
    perhaps = [row.get(name) for name in ("elo", "error")]
    if not all(_is_number(number) for number in numbers) or not all(one is None or _is_number(one) for one in perhaps):
        return False
    is_counted = _is_count(row["nodes"]) and isinstance(row["games"], int) and row["games"] >= 0
    return is_counted and 0 <= row["random"] <= 1 and 0 <= row["score"] <= 1


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_NODES


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


# Where the files lie.


def levels_name(game: Game) -> str:
    """The name of a game's file."""
    return file_name(game).removesuffix(LEARNED) + ENDING


def user_levels(game: Game) -> Path:
    """Where the user's own levels of a game lie."""
    return user_folder(VARIABLE, "levels") / levels_name(game)


def place_levels(game: Game, file: Path | None = None) -> Path:
    """Where levels go that are to be fitted: `file`, or where all players find them. LevelsError where that cannot be."""
    if file is None and os.environ.get(VARIABLE) == NONE:
        raise LevelsError(f"{VARIABLE}={NONE} turns off levels that were fitted: name a file with --to, or take that away")
    place = user_levels(game) if file is None else file.expanduser()
    if place.suffix != ENDING:
        raise LevelsError(f"{place.name} must end in {ENDING}: by that players know it; write --to {place.stem}{ENDING}")
    try:
        if file is None:
            place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise LevelsError(f"{place.parent} cannot be made: {problem.strerror or problem}") from None
    if not place.parent.is_dir() or not os.access(place.parent, os.W_OK):
        raise LevelsError(f"{place} cannot be written: name a file in a folder that is there and may be written to")
    return place


def keep_levels(held: LevelFile, place: Path, replaces: bool = False) -> None:
    """Write levels into their file, whole or not at all. `replaces`: what they take the place of can be brought back."""
    try:
        with replacing(place) if replaces else nullcontext(), WholeFile(place) as out:
            out.write(held.text().encode())
    except OSError as problem:
        raise LevelsError(f"{problem.filename or place} cannot be written: {problem.strerror or problem}") from None


def levels_of(game: Game, own: bool = True) -> tuple[Path, LevelFile] | None:
    """The fitted levels that players of a game take, and where they lie; None without. `own`: whether the user's count.

    A file that does not serve is left aside, with a warning where it is the user's.
    """
    if os.environ.get(VARIABLE) == NONE:
        return None
    mine = user_levels(game) if own else None
    return serving_file((mine, SHIPPED / levels_name(game)), game, load_levels, LevelsError)


def load_levels(path: Path, game: Game, is_trusted: bool = False) -> LevelFile:
    """The levels of a file, for this game, read once as long as the file is the same. LevelsError when it does not serve."""
    path = path.expanduser()
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):  # reading it says why
        changed = 0
    try:
        return _checked(path, changed, game, is_trusted)
    except TypeError:  # a field of the game that cannot be hashed
        return _checked.__wrapped__(path, changed, game, is_trusted)


@functools.lru_cache(maxsize=32)
def _checked(path: Path, changed: int, game: Game, is_trusted: bool) -> LevelFile:
    found = read_levels(path)
    found.check(game, is_trusted)
    return found
