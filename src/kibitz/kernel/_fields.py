"""What the fields of a state hold, stirred into a hash or written into words; and a number for each player, written so too."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import types

from kibitz.kernel._bits import MASK, mixed
from kibitz.kernel._board import Board64Type, raw
from kibitz.kernel._overload import overload
from kibitz.kernel._words import write, write_number


def hash_fields(seed: int, field: Any) -> int:
    """`seed` with a field of a state stirred in: an int, a bool, a board, or a tuple of them."""
    if isinstance(field, tuple):
        for part in field:
            seed = hash_fields(seed, part)
        return seed
    return mixed(seed, getattr(field, "bits", field))


def store_fields(words: Any, at: int, field: Any) -> int:
    """Write what a field of a state holds into words from `at` on, one for each int, bool or board; gives the word behind."""
    if isinstance(field, tuple):
        for part in field:
            at = store_fields(words, at, part)
        return at
    write(words, at, int(getattr(field, "bits", field)) & MASK)
    return at + 1


@overload(hash_fields)
def _hash_fields(seed: Any, field: Any) -> Any:
    if isinstance(field, types.BaseTuple):
        return unrolled("seed, field", "seed = hash_fields(seed, field[{}])", len(field.types), hash_fields=hash_fields)
    if isinstance(field, Board64Type):
        return lambda seed, field: mixed(seed, raw(field))
    return lambda seed, field: mixed(seed, field)


@overload(store_fields)
def _store_fields(words: Any, at: Any, field: Any) -> Any:
    if isinstance(field, types.BaseTuple):
        return unrolled(
            "words, at, field", "at = store_fields(words, at, field[{}])", len(field.types), store_fields=store_fields
        )

    def board(words: Any, at: Any, field: Any) -> Any:
        word: Any = np.int64(raw(field))
        write(words, at, word)
        return at + 1

    def number(words: Any, at: Any, field: Any) -> Any:
        word: Any = np.int64(field)
        write(words, at, word)
        return at + 1

    return board if isinstance(field, Board64Type) else number


def unrolled(arguments: str, statement: str, count: int, **scope: Any) -> Any:
    """A function of a tuple whose parts may differ in type: one statement each, for Numba cannot loop over such."""
    lines = "".join(f"    {statement.format(i)}\n" for i in range(count))
    exec(f"def each({arguments}):\n{lines}    return {statement.partition(' ')[0]}\n", scope)
    return scope["each"]


# One number for each player, written into words: what they get, or what is thought that they will.


def store_payoffs(words: Any, at: int, end: int, amounts: Iterable[float]) -> int:
    """Write one number for each player into words from `at` on, up to `end`; the word behind, had there been room for all."""
    for amount in amounts:
        if at < end:
            write_number(words, at, float(amount))
        at += 1
    return at


def store_zero_sum(words: Any, at: int, worth: float, mover: int) -> int:
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


@overload(store_payoffs)
def _store_payoffs(words: Any, at: Any, end: Any, amounts: Any) -> Any:
    if isinstance(amounts, types.BaseTuple):
        return unrolled("words, at, end, amounts", "at = put(words, at, end, amounts[{}])", len(amounts.types), put=_put)

    def one_by_one(words: Any, at: Any, end: Any, amounts: Any) -> Any:
        for amount in amounts:
            at = _put(words, at, end, amount)
        return at

    return one_by_one


@overload(store_zero_sum)
def _store_zero_sum(words: Any, at: Any, worth: Any, mover: Any) -> Any:
    def share(words: Any, at: Any, worth: Any, mover: Any) -> Any:
        write_number(words, at + mover, worth)
        write_number(words, at + 1 - mover, 0.0 - worth)
        return at + 2

    return share
