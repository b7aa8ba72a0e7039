"""The search that fits a game: by matches between searches (`kibitz choose`), kept in a file; else a rule of thumb.

The user's files lie in the system's data folder, or in the folder that KIBITZ_CHOICES names; kibitz ships some for its own
games. `KIBITZ_CHOICES=none` turns all off.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from kibitz.core.laws import short_repr
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game
from kibitz.errors import ChoiceError, KibitzError, SearchError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.game_files import GameFiles
from kibitz.position import Position
from kibitz.search.descriptor import declared_by, may_fit
from kibitz.search.monte_carlo.options import PlayoutOptions

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
        """The content of its file, which `read_choice` reads."""
        held = asdict(self)
        return held | {"options": {name: value for name, value in held["options"].items() if value != _usual(name)}}

    def text(self) -> str:
        """The same as JSON."""
        return json.dumps(self.to_json(), indent=1) + "\n"

    def check(self, game: Game, is_trusted: bool = False) -> None:
        """Raises ChoiceError or SearchError for a choice of other rules, or of a search that does not fit the game."""
        declared = declared_by(self.search)
        if declared is None or not may_fit(game, self.search):
            raise ChoiceError(f"it names the search {short_repr(self.search)}, which does not fit this game")
        self.options.check(self.search, declared.has_playouts)
        if not is_trusted and self.fingerprint != rules_fingerprint(from_usual_start(game)):
            raise ChoiceError(f"{type(game).__name__} has other rules now: choose again")


def _usual(name: str) -> Any:
    return next(one.default for one in fields(PlayoutOptions) if one.name == name)


def spec_options(options: PlayoutOptions) -> str:
    """Options as a player's settings."""
    given = {name: value for name, value in asdict(options).items() if value != _usual(name)}
    return ",".join(f"{name}={value if isinstance(value, str) else f'{value:g}'}" for name, value in given.items())


def read_choice(path: Path, game: Game, is_trusted: bool = False) -> SearchChoice:
    """The choice in a file. Raises ChoiceError, one sentence, for a file that cannot be used.

    `is_trusted`: the rules are known to be those that it was made for.
    """
    try:
        held = msgspec.json.decode(path.read_bytes())
        found = msgspec.convert(held, SearchChoice)
        if not held["options"].keys() <= asdict(found.options).keys():
            raise msgspec.ValidationError("an option of a newer kibitz")
        found.check(game, is_trusted)
    except OSError as wrong:
        raise ChoiceError(f"{path} cannot be read: {wrong.strerror or wrong}") from None
    except (msgspec.DecodeError, RecursionError):
        raise ChoiceError(f"{path} does not serve: it is not a choice that `kibitz choose` has written") from None
    except (ChoiceError, SearchError) as wrong:
        raise ChoiceError(f"{path} does not serve: {wrong}") from None
    return found


CHOICE_FILES = GameFiles("KIBITZ_CHOICES", "choices", ".json", Path(__file__).parent / "choices", ChoiceError, read_choice)


def choice_for(game: Game) -> SearchChoice | None:
    """The choice for a game: the user's, or the shipped one; None without. Warns of a file that cannot be used."""
    found = CHOICE_FILES.find(game)
    return found and found[1]


# Without a choice, and where nothing is known of a game.

SAMPLES, LONGEST = 12, 400  # random games that are looked at, and plies of one
BRANCHES, LATE = 4.0, 0.5  # legal moves on average, and how long the shortest game is, as a part of the mean


def rule_of_thumb(game: Game) -> str:
    """The search to take where nothing estimates positions: mcts where there is much to choose from and games end late; or "".

    Then no search looks as far as the end, and what random games bring says more than nothing. Where a game may end at any
    time it is decided by single moves, which a search by depth does not overlook.
    """
    if CHOICE_FILES.is_off:
        return ""
    return _sampled(game)


@remembered(64)
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
        return ""  # the player gets a message
    if not choices or max(lengths) >= LONGEST:
        return ""
    return PLAYOUTS if fmean(choices) >= BRANCHES and min(lengths) >= LATE * fmean(lengths) else ""
