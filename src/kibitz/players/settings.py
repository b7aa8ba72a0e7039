"""The settings behind a player's name, `deepening:depth=6,table=16MB`, read and checked."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from kibitz import parameters
from kibitz.errors import PlayerError
from kibitz.parameters import Setting

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}  # a MB is 2**20 bytes, as on the command line


def read_settings(spec: str, known: Mapping[str, Setting]) -> dict[str, Any]:
    """What `name=value,name=value` behind the colon says; PlayerError names what the player takes when it does not fit."""
    kind, _, text = spec.partition(":")
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
