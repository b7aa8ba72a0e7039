"""The settings behind a player's name, `deepening:depth=6,table=16MB`, read and checked."""

import difflib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.errors import PlayerError

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}  # a MB is 2**20 bytes, as on the command line


@dataclass(frozen=True)
class Setting:
    """How one setting is read (ValueError when the text does not fit), and what it is, in words."""

    read: Callable[[str], Any]
    description: str


def read_settings(spec: str, known: Mapping[str, Setting]) -> dict[str, Any]:
    """What `name=value,name=value` behind the colon says; PlayerError names what the player takes when it does not fit."""
    kind, _, text = spec.partition(":")
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not known:
            raise PlayerError(f"{kind} takes no settings: write just {kind}, not {spec}")
        if not equals:
            raise PlayerError(f"{part!r} in {spec} is no setting: write name=value; {_offer(name, list(known))}")
        if name not in known:
            raise PlayerError(f"{kind} has no setting {name!r}; {_offer(name, list(known))}")
        if name in values:
            raise PlayerError(f"{name} is set twice in {spec}: leave one out")
        try:
            values[name] = known[name].read(value)
        except ValueError:
            raise PlayerError(f"{name}={value} in {spec} does not fit: {name} is {known[name].description}") from None
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


def _offer(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
