"""Parameters as people write them, `width=8,misere=true,heaps=3-5-7`, and the typed values that a game or a player takes."""

import dataclasses
import difflib
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kibitz.core.data import Floats, Ints
from kibitz.errors import GameError, KibitzError

BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Setting:
    """How one setting is read (ValueError when the text does not fit), and what it is, in words."""

    read: Callable[[str], Any]
    description: str


def split_spec(spec: str) -> tuple[str, str]:
    """The name of a game or a player, and what follows its colon; a file on a drive of Windows, `C:/my_game.py`, is a name."""
    drive = 2 if re.match(r"[A-Za-z]:[\\/]", spec) else 0
    name, _, rest = spec[drive:].partition(":")
    return spec[:drive] + name, rest


def split_settings(text: str) -> list[tuple[str, str, str]]:
    """The parts of `name=value,name=value`: each as its name, "=" and its value; "" for both where a part has no "=".

    A position of checkers holds commas itself: `fen=B:W30:BK22,K21` is one part, and its commas become underscores.
    """
    parts = list[str]()
    for part in filter(None, text.split(",")):
        if parts and parts[-1].startswith("fen=") and "=" not in part:
            parts[-1] += f"_{part}"
        else:
            parts.append(part)
    return [part.partition("=") for part in parts]


def read_settings(
    spec: str, text: str, known: Mapping[str, Setting], noun: str, error: type[KibitzError], example: str = "", there: str = ""
) -> dict[str, Any]:
    """The values that `name=value,name=value` sets; `error`, in one sentence, when a part of it does not fit.

    `noun`: what a setting is called. `example`: how one is written, instead of the names; `there`: the names, in a clause.
    """
    values: dict[str, Any] = {}
    for name, equals, value in split_settings(text):
        if not equals:
            how = f", for instance {example}" if example else f"; {near_names(name, known, there, most=1)}"
            raise error(f"{name!r} in {spec} is not a {noun}: write name=value{how}")
        if name not in known:
            raise error(f"{split_spec(spec)[0]} has no {noun} {name!r}; {near_names(name, known, there, most=1)}")
        try:
            values[name] = known[name].read(value)
        except ValueError:
            raise error(f"{name}={value} in {spec} does not fit: {name} is {known[name].description}") from None
    return values


def near_names(name: str, known: Iterable[str], otherwise: str = "", most: int = 3) -> str:
    """ "did you mean ...?" with a few names; or `otherwise`, by default all there are."""
    known = list(known)
    near = difflib.get_close_matches(name, known, n=most, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return otherwise or (f"there are {', '.join(known)}" if known else "there are none")


def read_parameters(cls: type, text: str, spec: str) -> dict[str, Any]:
    """The fields that `name=value,name=value` gives a dataclass; GameError names what it takes when one does not fit."""
    hints = typing.get_type_hints(cls)
    kinds = {field.name: hints[field.name] for field in dataclasses.fields(cls) if field.init}
    known = {name: Setting(partial(read_value, kind=kind), describe_kind(kind)) for name, kind in kinds.items()}
    bare = next((name for name, equals, _ in split_settings(text) if not equals), "")
    example = f"{next(iter(kinds))}={bare}" if len(kinds) == 1 else _sample(cls)
    there = f"it has {', '.join(kinds)}" if kinds else "it takes none"
    return read_settings(spec, text, known, "parameter", GameError, example, there)


def write_value(value: Any) -> str:
    """A parameter as `read_parameters` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value).replace(",", "_")


def read_value(text: str, kind: Any) -> Any:
    """The value of type `kind` that a text stands for; ValueError when there is none."""
    if kind is bool:
        if text.lower() not in BOOLS:
            raise ValueError(text)
        return BOOLS[text.lower()]
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
