"""Levels fitted to one game by play, and their files, which `kibitz levels GAME` writes.

`KIBITZ_LEVELS=none` turns them off: then a level is the same for all games (`players/levels.py`).
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LevelsError, SearchError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.game_files import GameFiles
from kibitz.search.descriptor import search_for

ENDING = ".levels"  # of the files that `kibitz levels` writes
FORMAT = "levels 1"
FITTED = 9  # levels of a game; the one above is all that the computer can, and is not fitted
APART, LEAST_APART, MOST_APART = 150.0, 50.0, 500.0  # Elo from one level to the next: usually, and what may be asked for
MOST_NODES = 10**9
EVEN = 0.5
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_NODES)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(frozen=True)
class FittedLevel:
    """One level of a game: `nodes` a move, `random` the share of moves that are any legal one, and how it was measured.

    `score` is the share of the points that it made against the level below (the first: against one who sees a win) in so many
    `games`, `elo` what that stands for, `error` half its 95 % interval; None where all was won, or the games say nothing of it.
    Without games it was not measured but spread over what the levels below left.
    """

    nodes: Count
    random: Share
    score: Share
    elo: float | None
    error: float | None
    games: Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True)
class LevelFile:
    """The fitted levels of a game, from the first up, of one search; `fingerprint` is of the rules.

    `first`: the opponent that measured the first level. `most`: nodes of the levels above these. `complete`: False if time ran
    out, not if the game has no more levels. `estimate`: the search's learned estimate, in words; None without.
    """

    game: str
    fingerprint: str
    search: str
    first: str
    most: Count
    levels: Annotated[tuple[FittedLevel, ...], msgspec.Meta(min_length=1, max_length=FITTED)]
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
        """The level as a player of its own."""
        return player_spec(self.search, self.level(number).nodes, self.level(number).random)

    def text(self) -> str:
        """The content of the file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, allow_nan=False) + "\n"

    def check(self, game: Game, is_trusted: bool = False) -> None:
        """LevelsError where these are levels of other rules; `is_trusted`: the rules are known to be those."""
        if not is_trusted and self.fingerprint != rules_fingerprint(from_usual_start(game)):
            raise LevelsError(
                f"these levels of {self.game} were fitted to other rules than {spec_of(game)} has now: fit them anew"
            )
        try:
            search_for(game, self.search)
        except SearchError as problem:
            raise LevelsError(f"these levels are of another kind of game: {problem}") from None


def player_spec(search: str, nodes: int, random: float) -> str:
    """A player that searches this many nodes, and plays this share of its moves at random."""
    return f"{search}:nodes={nodes}" + (f",random={random:g}" if random else "")


def read_levels(path: Path) -> LevelFile:
    """The content of a file. Raises LevelsError, one sentence, when it cannot be read or holds no levels."""
    try:
        held = msgspec.json.decode(path.expanduser().read_bytes())
    except OSError as problem:
        raise LevelsError(f"the levels {path} cannot be read: {problem.strerror or problem}") from problem
    except (msgspec.DecodeError, RecursionError):
        raise LevelsError(f"{path} holds no levels, for it is not JSON: `kibitz levels GAME` writes such files") from None
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise LevelsError(f"{path} holds no levels of this version of kibitz: `kibitz levels GAME` writes such files")
    try:
        return msgspec.convert(held, LevelFile)
    except msgspec.ValidationError:
        raise LevelsError(f"{path} is damaged: `kibitz levels {held.get('game', 'GAME')}` writes it anew") from None


def _read(path: Path, game: Game, is_trusted: bool) -> LevelFile:
    found = read_levels(path)
    found.check(game, is_trusted)
    return found


LEVEL_FILES = GameFiles("KIBITZ_LEVELS", "levels", ENDING, Path(__file__).parent / "data", LevelsError, _read)


def place_levels(game: Game, file: Path | None = None) -> Path:
    """The path to write fitted levels to: `file`, or where all players find them. LevelsError where that is impossible."""
    if file is not None and file.suffix != ENDING:
        raise LevelsError(f"{file.name} must end in {ENDING}: by that players know it; write --to {file.stem}{ENDING}")
    return LEVEL_FILES.place(game, file)
