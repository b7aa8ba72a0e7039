"""The games there are, with what a face tells of each: its title, who plays, and the parameters it takes."""

import dataclasses
import typing
import warnings
from dataclasses import dataclass
from typing import Any

from kibitz.core import registry
from kibitz.core.data import Ints
from kibitz.core.parameters import describe_kind, write_value
from kibitz.core.rules import Game, says
from kibitz.errors import KibitzError, RulesWarning


@dataclass(frozen=True)
class Parameter:
    """A field of a game that follows the game's name: `width` in `connect_four:width=8`.

    `default` applies if it is not set; None if it must be given. `kind` is its declared type: int, float, bool or str, or the
    type of several numbers, written as 3-5-7. `choices`: values that ship with kibitz, though others may work. `is_setup`: the
    text is the position at the start of the game, and does not name a file.
    """

    name: str
    default: Any
    kind: Any
    choices: tuple[str, ...] = ()
    is_setup: bool = False

    @property
    def text(self) -> str | None:
        """The default as it is written in a spec; None where there is none."""
        return None if self.default is None else write_value(self.default)

    @property
    def meaning(self) -> str:
        """The kind of its values, in words: "a whole number"."""
        return describe_kind(self.kind)

    @property
    def form(self) -> str:
        """How a form asks for it: "yes or no", "whole number", "whole numbers", "one of" its choices; "" where none can."""
        if self.kind is bool:
            return "yes or no"
        if self.kind is int:
            return "whole number"
        if self.kind is Ints or typing.get_origin(self.kind) is tuple:
            return "whole numbers"
        return "one of" if self.text in self.choices else ""


@dataclass(frozen=True)
class Entry:
    """One game of the catalogue. `name` is how a spec begins; `game` is what goes by the name alone.

    A family of games, which has a parameter that must be given, has no such game: None.
    """

    name: str
    cls: type[Game]
    game: Game | None

    @property
    def title(self) -> str:
        """A sentence or two about the game: the beginning of its docstring."""
        return registry.title(self.cls)

    @property
    def players(self) -> int | None:
        """How many play; None for a family, within which that may differ."""
        return self.game.players if self.game else None

    @property
    def chance(self) -> bool | None:
        """Whether dice or cards decide too; None for a family."""
        return says(self.game, "chances") if self.game else None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters, in the order of the class."""
        held: Any = self.cls  # a dataclass, as `registry.load` has seen to
        kinds = typing.get_type_hints(held)
        fields = [field for field in dataclasses.fields(held) if field.init]
        return tuple(
            Parameter(
                one.name,
                getattr(self.game or held, one.name, None),
                kinds[one.name],
                tuple(one.metadata.get("choices", ())),
                bool(one.metadata.get("setup")),
            )
            for one in fields
        )

    def as_json(self) -> dict[str, Any]:
        """The game as `kibitz games --json` and the page tell it to programs."""
        return {
            "name": self.name,
            "title": self.title,
            "players": self.players,
            "chance": self.chance,
            "parameters": {one.name: one.default for one in self.parameters},
        }


def entry(name: str) -> Entry | None:
    """The game or the family called `name`; None, with a RulesWarning that says why, when its file does not work."""
    try:
        return named(name)
    except (KibitzError, ImportError) as problem:
        warnings.warn(f"the game {name} is left out: {problem}", RulesWarning, stacklevel=1)
        return None


def named(spec: str) -> Entry:
    """The game of a spec, or the family of that name; GameError when there is none."""
    name, _, rest = spec.partition(":")
    if not rest and not name.endswith((".py", ".json")):
        cls = registry.game_class(name)
        return Entry(name, cls, None if registry.required(cls) else registry.load(name))
    game = registry.load(spec)
    return Entry(spec, type(game), game)


def entries() -> list[Entry]:
    """All games that are installed, by name, families among them; without those whose file does not work."""
    return [found for name in registry.names("games") if (found := entry(name)) is not None]


def games() -> dict[str, Game]:
    """The games that go by their names alone: what can be played without a question. Families are left out."""
    return {one.name: one.game for one in entries() if one.game is not None}
