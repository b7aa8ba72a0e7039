"""One number for each player, written into words: what they get, or what is thought that they will."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import types

from kibitz.kernel._fields import unrolled
from kibitz.kernel._overload import overload
from kibitz.kernel._words import write_number


def poured(words: Any, at: int, end: int, amounts: Iterable[float]) -> int:
    """Write one number for each player into words from `at` on, up to `end`; the word behind, had there been room for all."""
    for amount in amounts:
        if at < end:
            write_number(words, at, float(amount))
        at += 1
    return at


def shared(words: Any, at: int, worth: float, mover: int) -> int:
    """Write the payoff of one of two players, and the opposite for the other; the word behind."""
    write_number(words, at + mover, worth)
    write_number(words, at + 1 - mover, 0.0 - worth)
    return at + 2


def _put(words: Any, at: int, end: int, amount: float) -> int:
    """Write a number, if there is room for it before `end`; the word behind. For compiled code, which cannot raise."""
    raise NotImplementedError


@overload(_put)
def _put_one(words: Any, at: Any, end: Any, amount: Any) -> Any:
    def put(words: Any, at: Any, end: Any, amount: Any) -> Any:
        if at < end:
            number: Any = np.float64(amount)
            write_number(words, at, number)
        return at + 1

    return put


@overload(poured)
def _poured(words: Any, at: Any, end: Any, amounts: Any) -> Any:
    if isinstance(amounts, types.BaseTuple):
        return unrolled("words, at, end, amounts", "at = put(words, at, end, amounts[{}])", len(amounts.types), put=_put)

    def one_by_one(words: Any, at: Any, end: Any, amounts: Any) -> Any:
        for amount in amounts:
            at = _put(words, at, end, amount)
        return at

    return one_by_one


@overload(shared)
def _shared(words: Any, at: Any, worth: Any, mover: Any) -> Any:
    def share(words: Any, at: Any, worth: Any, mover: Any) -> Any:
        write_number(words, at + mover, worth)
        write_number(words, at + 1 - mover, 0.0 - worth)
        return at + 2

    return share
