"""The settings after a player's name, `deepening:depth=6,table=16MB`, read and checked; and its knowledge."""

import dataclasses
import json
import math
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core import parameters
from kibitz.core.data import Floats, Ints
from kibitz.core.parameters import Setting, near_names
from kibitz.core.registry import knowledge_of, spec_of
from kibitz.core.rules import Game, Knowledge, says
from kibitz.errors import PlayerError
from kibitz.patterns.library import AUTO, HAND, NONE, describe_estimate, find_knowledge

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}  # a MB is 2**20 bytes, as on the command line


def read_settings(spec: str, known: Mapping[str, Setting]) -> dict[str, Any]:
    """Read `name=value,name=value` after the colon; PlayerError names the settings the player takes."""
    kind, text = parameters.split_spec(spec)
    names = [name for name, _, _ in parameters.split_settings(text)]
    if names and not known:
        raise PlayerError(f"{kind} takes no settings: write just {kind}, not {spec}")
    values = parameters.read_settings(spec, text, known, "setting", PlayerError)
    if len(values) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise PlayerError(f"{twice} is set twice in {spec}: leave one out")
    return values


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return read


def above(low: float) -> Callable[[str], float]:
    """Reads a number above `low`."""

    def read(text: str) -> float:
        number = float(text)
        if not low < number < math.inf:
            raise ValueError(text)
        return number

    return read


def from_zero(text: str) -> float:
    """Reads a number from 0 up."""
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number


def share(text: str) -> float:
    """Reads a number from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def one_of(names: Sequence[str]) -> Callable[[str], str]:
    """Reads one of these names."""

    def read(text: str) -> str:
        if text not in names:
            raise ValueError(text)
        return text

    return read


def seconds(text: str) -> float:
    """Reads a time above 0, such as 0.5 or 2s."""
    time = float(text.removesuffix("s"))
    if not 0 < time < math.inf:
        raise ValueError(text)
    return time


def size(text: str) -> int:
    """Reads an amount of memory such as 64MB, in bytes."""
    found = re.fullmatch(r"([0-9]{1,12})([kmg]?)b?", text.lower())
    if found is None or not 0 < int(found[1]) * UNITS[found[2]] < 2**48:
        raise ValueError(text)
    return int(found[1]) * UNITS[found[2]]


# A file of weights, as `kibitz tune` writes it, and a knowledge with these numbers in the place of its own.
#
#     {"game": "othello", "knowledge": "OthelloKnowledge", "weights": {"scales": [1.1, 0.7]}}
#
# Each weight is a field of the knowledge: a number, or, for `Floats` and `Ints`, a list as long as the one it replaces. The
# game's parameters may differ from those of the file.

SHAPE = '{"game": "...", "knowledge": "...", "weights": {...}}'


@dataclass(frozen=True)
class Weights:
    """The content of a file of weights; `file` is its name."""

    file: str
    game: str
    knowledge: str
    weights: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path) -> "Weights":
        """Raises PlayerError, one sentence, when the file cannot be read or is none of weights."""
        try:
            held = json.loads(path.expanduser().read_text(encoding="utf-8"))
        except OSError as problem:
            raise PlayerError(f"the weights {path} cannot be read: {problem.strerror or problem}") from problem
        except (ValueError, RecursionError) as problem:
            raise PlayerError(
                f"{path} holds no weights: it is not JSON ({problem}); `kibitz tune` writes such files"
            ) from problem
        kinds = (("game", str), ("knowledge", str), ("weights", dict))
        if not isinstance(held, dict) or not all(isinstance(held.get(name), kind) for name, kind in kinds):
            raise PlayerError(f"{path} holds no weights: it must be {SHAPE}, as `kibitz tune` writes it")
        return cls(path.name, held["game"], held["knowledge"], held["weights"])

    def applied(self, knowledge: Knowledge | None, game: Game) -> Knowledge:
        """The knowledge with these weights. Raises PlayerError when they are for another game, or another knowledge."""
        if _kind(self.game) != _kind(spec_of(game)):
            raise PlayerError(f"{self.file} holds weights for {self.game}, not for {spec_of(game)}")
        if knowledge is None:
            raise PlayerError(f"{self.file} holds weights of {self.knowledge}, and the player has no knowledge to take them")
        if type(knowledge).__name__ != self.knowledge:
            here = type(knowledge).__name__
            raise PlayerError(f"{self.file} holds weights of {self.knowledge}, and here is {here}: name it with knowledge=")
        hints = typing.get_type_hints(type(knowledge))
        known = [field.name for field in dataclasses.fields(knowledge) if field.init and field.name != "game"]
        for name in self.weights:
            if name not in known:
                raise PlayerError(f"{self.knowledge} has no weight {name!r}, which {self.file} sets; {near_names(name, known)}")
        fitted = {name: self._fitted(name, value, hints[name], knowledge) for name, value in self.weights.items()}
        try:
            return dataclasses.replace(knowledge, **fitted)
        except (TypeError, ValueError) as problem:
            raise PlayerError(f"{self.knowledge} does not take the weights of {self.file}: {problem}") from problem

    def _fitted(self, name: str, value: Any, kind: Any, knowledge: Knowledge) -> Any:
        if kind in (Floats, Ints):
            count = len(getattr(knowledge, name))
            if not isinstance(value, list) or len(value) != count:
                given = f"{len(value)} numbers" if isinstance(value, list) else repr(value)
                raise PlayerError(f"{name} in {self.file} is a list of {count} numbers, not {given}")
            return kind(self._number(name, one, kind is Ints) for one in value)
        if kind not in (int, float):
            raise PlayerError(
                f"{name} of {self.knowledge} is neither a number nor a list of numbers, so {self.file} cannot set it"
            )
        return self._number(name, value, kind is int)

    def _number(self, name: str, value: Any, whole: bool) -> float:
        is_number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value) or abs(value) >= 2**63:
            raise PlayerError(f"{name} in {self.file} holds {value!r}, which is not a {'whole' if whole else 'finite'} number")
        return value if whole else float(value)


def _kind(spec: str) -> str:
    """The game that a spec names, without its parameters and the folder of its file."""
    name, rest = parameters.split_spec(spec)
    chosen = rest.partition(":")[0]
    return f"{Path(name).name}:{'' if '=' in chosen else chosen}" if name.endswith(".py") else name


# A player's knowledge: the settings `knowledge=none|hand|auto|NAME|FILE.py:NAME|FILE.learned` and `weights=FILE.json`.

KNOWLEDGE_SETTINGS = {
    "knowledge": Setting(str, "none, hand, auto, the name of a class, FILE.py:Class, FILE.learned or FILE.policy"),
    "weights": Setting(Path, "a file of weights, such as weights=tuned.json"),
}


def wisdom_of(player: Any) -> "Wisdom | None":
    """Where a player's knowledge comes from; None for one that looks through none."""
    found = getattr(player, "wisdom", None)
    return found if isinstance(found, Wisdom) else None


@dataclass
class Wisdom:
    """The knowledge a player is given, asked for game by game: `auto` is the learned estimate, else the hand-written one.

    `weights` take the place of the numbers that the knowledge brings. They are data: other weights need no compiling.
    """

    knowledge: str = AUTO
    weights: Weights | None = None
    _known: tuple[Game, Knowledge | None] | None = None
    _auto: str = AUTO  # what auto stands for

    @classmethod
    def from_settings(cls, given: dict[str, Any]) -> "Wisdom":
        """The knowledge that a player is set to. Raises PlayerError, one sentence, for a file that does not serve."""
        weights = given.get("weights")
        return cls(given.get("knowledge", AUTO), None if weights is None else Weights.read(weights))

    def of(self, game: Game) -> Knowledge | None:
        """The knowledge of a player about a game. Raises PlayerError if its knowledge or its weights are not for that game."""
        if self._known is None or self._known[0] != game:
            found = self._found(game)
            self._known = game, self.weights.applied(found, game) if self.weights is not None else found
        return self._known[1]

    @property
    def is_auto(self) -> bool:
        """Whether it is what was learned, where something was."""
        return self.knowledge == AUTO and self.weights is None

    def check(self, game: Game) -> None:
        """Raises the same; what every game has is not looked for, which may bring the compiler."""
        if self.weights is not None or self._source not in (AUTO, HAND, NONE):
            self.of(game)

    def settle(self, knowledge: str) -> None:
        """Take this for `auto`, even if something else has been learned on this machine since."""
        self._auto, self._known = knowledge, None

    def estimates(self, game: Game) -> bool:
        """Whether its knowledge has an opinion of positions of the game that are not over."""
        wise = self.of(game)
        return says(wise, "evaluate") or says(wise, "estimates")

    def learned(self, game: Game) -> str | None:
        """Where its estimates come from, if they were learned."""
        return describe_estimate(self.of(game))

    def _found(self, game: Game) -> Knowledge | None:
        if self.knowledge == AUTO and self.weights is not None:
            return knowledge_of(game)
        return find_knowledge(game, self._source, PlayerError)

    @property
    def _source(self) -> str:
        return self._auto if self.is_auto else self.knowledge
