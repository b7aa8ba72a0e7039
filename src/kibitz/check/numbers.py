"""What counts as a number where rules and knowledge give one."""

import sys
from typing import Any


def is_int(value: Any) -> bool:
    """Whether it is an int, and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_pair(value: Any) -> bool:
    """Whether it is a tuple of two ints."""
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_int, value))


def is_number(value: Any) -> bool:
    """Whether it is an int or a float (and not a bool) that is finite, and small enough to be a float."""
    return (is_int(value) or isinstance(value, float)) and abs(value) <= sys.float_info.max


def is_row(value: Any, players: int) -> bool:
    """Whether it is a tuple of one such number for each player."""
    return isinstance(value, tuple) and len(value) == players and all(map(is_number, value))
