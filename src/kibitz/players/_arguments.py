"""What a function or a class of a user's file takes: which argument gets the dice, and which may be set behind its name."""

import inspect
import math
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter
from typing import Any

from kibitz.errors import PlayerError
from kibitz.laws import shown
from kibitz.parameters import read_value, said_of
from kibitz.players._settings import Setting, read_settings

SETTABLE = (int, float, bool, str)
IN_A_ROW = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class Arguments:
    """The arguments of what is called `name`, and as what each is declared."""

    name: str
    parameters: tuple[Parameter, ...]
    hints: Mapping[str, Any]

    @classmethod
    def of(cls, found: Any, name: str) -> "Arguments":
        """Those of a function or a class; PlayerError where Python cannot tell."""
        try:
            parameters = tuple(inspect.signature(found).parameters.values())
        except (TypeError, ValueError) as problem:
            raise PlayerError(f"what {shown(found)} takes cannot be seen: wrap it in a function of your own") from problem
        try:
            hints = typing.get_type_hints(getattr(found, "__init__", found) if isinstance(found, type) else found)
        except Exception:  # a name that is there for a type checker only, or something that has no hints
            hints = {}
        return cls(name, parameters, hints)

    def read(self, text: str, taken: int) -> dict[str, Any]:
        """The settings `name=value,...` for the arguments behind the first `taken`; PlayerError when one does not fit."""
        settings = {}
        for one in self.parameters[taken:]:
            kind = self.hints.get(one.name, type(one.default))
            if kind in SETTABLE and one.kind in BY_NAME:
                settings[one.name] = Setting(_reader(kind), said_of(kind))
        return read_settings(f"{self.name}:{text}", settings)

    def has_room(self, place: int, given: Mapping[str, Any]) -> bool:
        """Whether the argument at `place` is one that must be filled and is not set."""
        if len(self.parameters) <= place:
            return False
        one = self.parameters[place]
        return one.kind in IN_A_ROW and one.default is one.empty and one.name not in given

    def is_number_or_text(self, place: int) -> bool:
        """Whether the argument at `place` is declared one."""
        return self.hints.get(self.parameters[place].name) in SETTABLE

    def check_filled(self, taken: int, given: Mapping[str, Any]) -> None:
        """Raises PlayerError when an argument behind the first `taken` is left without a value."""
        for one in self.parameters[taken:]:
            if one.kind in (*IN_A_ROW, *BY_NAME) and one.default is one.empty and one.name not in given:
                raise PlayerError(f"{self.name} needs {one.name}: write {self.name}:{one.name}=..., or give it a default")


def _reader(kind: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            value = read_value(text, kind)
        except KeyError:  # no word for true or false
            raise ValueError(text) from None
        if kind is float and not math.isfinite(value):
            raise ValueError(text)
        return value

    return read
