"""What the fields of a state hold, taken one after the other: stirred into a hash, or laid out in words."""

from typing import Any

import numpy as np
from numba import types

from kibitz.kernel._bits import MASK, mixed
from kibitz.kernel._board import Board64Type, raw
from kibitz.kernel._overload import overload
from kibitz.kernel._words import write


def absorbed(seed: int, field: Any) -> int:
    """`seed` with a field of a state stirred in: an int, a bool, a board, or a tuple of them."""
    if isinstance(field, tuple):
        for part in field:
            seed = absorbed(seed, part)
        return seed
    return mixed(seed, getattr(field, "bits", field))


def laid(words: Any, at: int, field: Any) -> int:
    """Write what a field of a state holds into words from `at` on, one for each int, bool or board; gives the word behind."""
    if isinstance(field, tuple):
        for part in field:
            at = laid(words, at, part)
        return at
    write(words, at, int(getattr(field, "bits", field)) & MASK)
    return at + 1


@overload(absorbed)
def _absorbed(seed: Any, field: Any) -> Any:
    if isinstance(field, types.BaseTuple):
        return unrolled("seed, field", "seed = absorbed(seed, field[{}])", len(field.types), absorbed=absorbed)
    if isinstance(field, Board64Type):
        return lambda seed, field: mixed(seed, raw(field))
    return lambda seed, field: mixed(seed, field)


@overload(laid)
def _laid(words: Any, at: Any, field: Any) -> Any:
    if isinstance(field, types.BaseTuple):
        return unrolled("words, at, field", "at = laid(words, at, field[{}])", len(field.types), laid=laid)

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
