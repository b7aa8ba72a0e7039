"""Parameters as people write them, `width=8,misere=true,heaps=3-5-7`, and the typed values a game takes."""

import dataclasses
import difflib
import typing
from typing import Any

from kibitz.data import Floats, Ints
from kibitz.errors import GameError


def read_parameters(cls: type, text: str, spec: str) -> dict[str, Any]:
    """The fields that `name=value,name=value` gives a dataclass; GameError names what it takes when one does not fit."""
    hints = typing.get_type_hints(cls)
    taken = {field.name: hints[field.name] for field in dataclasses.fields(cls) if field.init}
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            sample = f"{next(iter(taken))}={part}" if len(taken) == 1 else _sample(cls)
            raise GameError(f"{part!r} in {spec} is no parameter: write name=value, for instance {sample}")
        if name not in taken:
            raise GameError(f"{spec.partition(':')[0]} has no parameter {name!r}; {_offer(name, list(taken))}")
        try:
            values[name] = read_value(value, taken[name])
        except (ValueError, KeyError):
            raise GameError(f"{name}={value} in {spec} does not fit: {name} is {describe_kind(taken[name])}") from None
    return values


def write_value(value: Any) -> str:
    """A parameter as `read_parameters` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_value(text: str, kind: Any) -> Any:
    """The value of type `kind` that a text stands for; ValueError or KeyError when there is none."""
    if kind is bool:
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
    if kind is Ints or typing.get_origin(kind) is tuple:
        return (Ints if kind is Ints else tuple)(int(part) for part in text.split("-"))
    if kind is Floats:
        return Floats(float(part) for part in text.split("-"))
    if kind in (int, float, str):
        return kind(text)
    raise ValueError(kind)


def describe_kind(kind: Any) -> str:
    """A kind of values in words: "a whole number"."""
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    return words.get(kind, "whole numbers joined by -, such as 3-5-7")


def _sample(cls: type) -> str:
    return ",".join(f"{field.name}={_default(field)}" for field in dataclasses.fields(cls) if field.init)


def _default(field: "dataclasses.Field[Any]") -> str:
    return "..." if field.default is dataclasses.MISSING else write_value(field.default)


def _offer(name: str, taken: list[str]) -> str:
    near = difflib.get_close_matches(name, taken, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"it has {', '.join(taken)}" if taken else "it takes none"
