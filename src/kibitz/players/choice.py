"""Which search fits a game: what matches between searches have shown (`kibitz choose`), kept in a file; else a rule of thumb.

The user's files lie in the data folder of the system, or in the one that KIBITZ_CHOICES names; those of the package's games
come along. `KIBITZ_CHOICES=none` turns all off.
"""

import functools
import json
import os
import random
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from statistics import fmean
from typing import Any

from kibitz.core.laws import is_number, short_repr
from kibitz.core.rules import Game
from kibitz.errors import ChoiceError, KibitzError, SearchError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.replaced import replacing
from kibitz.files.whole_file import WholeFile
from kibitz.patterns.library import ENDING, NONE, file_name, serving_file, user_folder
from kibitz.position import Position
from kibitz.search.descriptor import declared_by, may_fit
from kibitz.search.monte_carlo.options import PlayoutOptions

VARIABLE = "KIBITZ_CHOICES"
SHIPPED = Path(__file__).parent / "choices"
PLAYOUTS = "mcts"


@dataclass(frozen=True)
class SearchChoice:
    """A search for a game, with its options; and the matches by which it was chosen, as a table for people.

    `seconds`: of thinking for each move in these matches. `fingerprint`: of the rules of the game.
    """

    search: str
    options: PlayoutOptions
    seconds: float
    fingerprint: str
    date: str = ""
    matches: tuple[Mapping[str, Any], ...] = field(default=())

    @property
    def player(self) -> str:
        """The player that it is, without a limit."""
        given = spec_options(self.options)
        return f"{self.search}:{given}" if given else self.search

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        held = asdict(self)
        return held | {"options": {name: value for name, value in held["options"].items() if value != _usual(name)}}

    @classmethod
    def from_json(cls, held: Any, game: Game, is_trusted: bool = False) -> "SearchChoice":
        """The choice that a file holds. ChoiceError where it is none, or one for a game with other rules.

        `is_trusted`: the rules are known to be those that it was made for.
        """
        try:
            options = PlayoutOptions(**held["options"])
            found = cls(
                str(held["search"]),
                options,
                float(held["seconds"]),
                str(held["fingerprint"]),
                str(held["date"]),
                tuple(dict(row) for row in held["matches"]),
            )
            declared = declared_by(found.search)
            if declared is None or not may_fit(game, found.search):
                raise ChoiceError(f"it names the search {short_repr(found.search)}, which does not fit this game")
            options.check(found.search, declared.has_playouts)
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise ChoiceError("it is no choice that `kibitz choose` has written") from wrong
        except SearchError as wrong:
            raise ChoiceError(str(wrong)) from None
        if not is_number(found.seconds) or not (is_trusted or found.fingerprint == rules_fingerprint(from_usual_start(game))):
            raise ChoiceError(f"it was made for other rules than those of {type(game).__name__} now: choose again")
        return found


def _usual(name: str) -> Any:
    return next(one.default for one in fields(PlayoutOptions) if one.name == name)


def spec_options(options: PlayoutOptions) -> str:
    """Options as a player's settings."""
    given = {name: value for name, value in asdict(options).items() if value != _usual(name)}
    return ",".join(f"{name}={value if isinstance(value, str) else f'{value:g}'}" for name, value in given.items())


def choice_file(game: Game) -> Path:
    """Where the user's choice for a game lies."""
    return user_folder(VARIABLE, "choices") / _name(game)


def place_choice(game: Game, to: Path | None = None) -> Path:
    """Where a choice goes, `to` or where all players find it; ChoiceError where it cannot be written."""
    if to is None and os.environ.get(VARIABLE) == NONE:
        raise ChoiceError(f"{VARIABLE}={NONE} turns choices off: name a file with --to, or take that away")
    file = (choice_file(game) if to is None else to).expanduser()
    try:
        if to is None:
            file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8"):
            pass
        if file.stat().st_size == 0:
            file.unlink()
    except OSError as problem:
        raise ChoiceError(f"nothing can be written into {file}: {problem.strerror or problem}") from None
    return file


def keep_choice(found: SearchChoice, file: Path, replaces: bool = False) -> None:
    """Write a choice into its file, whole or not at all. `replaces`: what it takes the place of can be brought back."""
    try:
        with replacing(file) if replaces else nullcontext(), WholeFile(file) as out:
            out.write((json.dumps(found.to_json(), indent=1) + "\n").encode())
    except OSError as problem:
        raise ChoiceError(f"{problem.filename or file} cannot be written: {problem.strerror or problem}") from None


def read_choice(path: Path, game: Game, is_trusted: bool = False) -> SearchChoice:
    """The choice in a file. Raises ChoiceError, one sentence, where it does not serve.

    `is_trusted`: the rules are known to be those that it was made for.
    """
    try:
        return SearchChoice.from_json(json.loads(path.read_text(encoding="utf-8")), game, is_trusted)
    except OSError as wrong:
        raise ChoiceError(f"{path} cannot be read: {wrong.strerror or wrong}") from None
    except (ValueError, ChoiceError) as wrong:
        why = wrong if isinstance(wrong, ChoiceError) else "it is no choice that `kibitz choose` has written"
        raise ChoiceError(f"{path} does not serve: {why}") from None


def choice_for(game: Game) -> SearchChoice | None:
    """The choice for a game: the user's, or the one that comes along; None without. A file that does not serve is told of."""
    if os.environ.get(VARIABLE) == NONE:
        return None
    found = serving_file((choice_file(game), SHIPPED / _name(game)), game, _loaded, ChoiceError)
    return found and found[1]


def _loaded(path: Path, game: Game, is_trusted: bool) -> SearchChoice:
    """The choice of a file, read once as long as the file is the same."""
    try:
        found = _kept(path, path.stat().st_mtime_ns, game, is_trusted)
    except TypeError:  # a field of the game that cannot be hashed
        found = _kept.__wrapped__(path, 0, game, is_trusted)
    if isinstance(found, str):
        raise ChoiceError(found)
    return found


@functools.lru_cache(maxsize=64)
def _kept(path: Path, changed: int, game: Game, is_trusted: bool) -> SearchChoice | str:
    try:
        return read_choice(path, game, is_trusted)
    except ChoiceError as wrong:
        return str(wrong)


def _name(game: Game) -> str:
    return file_name(game).removesuffix(ENDING) + ".json"


# Without a choice, and where nothing is known of a game.

SAMPLES, LONGEST = 12, 400  # random games that are looked at, and plies of one
BRANCHES, LATE = 4.0, 0.5  # legal moves on average, and how long the shortest game is, as a part of the mean


def rule_of_thumb(game: Game) -> str:
    """The search to take where nothing estimates positions: mcts where there is much to choose from and games end late; or "".

    Then no search looks as far as the end, and what random games bring says more than nothing. Where a game may end at any
    time it is decided by single moves, which a search by depth does not overlook.
    """
    if os.environ.get(VARIABLE) == NONE:
        return ""
    try:
        return _sampled(game)
    except TypeError:  # a field of the game that cannot be hashed
        return _sampled.__wrapped__(game)


@functools.lru_cache(maxsize=64)
def _sampled(game: Game) -> str:
    dice, lengths, choices = random.Random(0), list[int](), list[int]()
    try:
        for _ in range(SAMPLES):
            position = Position.after(game, [])
            while not position.is_over and len(position.moves) < LONGEST:
                legal = position.legal()
                choices += [] if position.is_chance else [len(legal)]
                position = position.play(dice.choice(legal))
            lengths.append(len(position.moves))
    except KibitzError:
        return ""  # whoever plays is told
    if not choices or max(lengths) >= LONGEST:
        return ""
    return PLAYOUTS if fmean(choices) >= BRANCHES and min(lengths) >= LATE * fmean(lengths) else ""
