"""Bits of a word, picked by a mask: one instruction where the processor has it."""

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.kernel._board import BoardType, raw
from kibitz.kernel._functions import overload
from kibitz.kernel._hashes import MASK

HAS_PEXT = bool(binding.get_host_cpu_features().get("bmi2"))


def extract(word: int, mask: int) -> int:
    """The bits of `word` where `mask` has ones, side by side, the lowest first."""
    found, place, mask = 0, 0, mask & MASK
    while mask:
        low = mask & -mask
        if word & low:
            found |= 1 << place
        place, mask = place + 1, mask ^ low
    return found


@intrinsic
def _pext(context: Any, word: Any, mask: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number, number])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64"), args)

    return types.int64(types.uint64, types.uint64), code


@overload(extract)
def _extract(word: Any, mask: Any) -> Any:
    if HAS_PEXT:
        return lambda word, mask: _pext(np.uint64(word), np.uint64(mask))

    def by_loop(word: Any, mask: Any) -> Any:
        one, found, place, left = np.uint64(1), np.uint64(0), np.uint64(0), np.uint64(mask)
        while left != np.uint64(0):
            low = left & (~left + one)
            if np.uint64(word) & low != np.uint64(0):
                found |= one << place
            place += one
            left ^= low
        return np.int64(found)

    return by_loop


def bits_of(field: Any) -> int:
    """A field of a state, a number from 0 or the first 64 squares of a board, as 64 bits."""
    return int(getattr(field, "bits", field)) & MASK


@overload(bits_of)
def _bits_of(field: Any) -> Any:
    return (lambda field: raw(field)) if isinstance(field, BoardType) else (lambda field: np.uint64(field))


def count_ones(word: int) -> int:
    """How many bits of a word are set."""
    return (word & MASK).bit_count()


@intrinsic
def _ctpop(context: Any, word: Any) -> Any:
    return types.int64(types.uint64), lambda ctx, builder, sig, args: builder.ctpop(args[0])


@overload(count_ones)
def _count_ones(word: Any) -> Any:
    return lambda word: _ctpop(np.uint64(word))


def squares_with(cells: tuple[int, ...], value: int) -> int:
    """A bit for each cell of a tuple, at most 64, that holds `value`."""
    return sum(1 << place for place, cell in enumerate(cells) if cell == value)


@overload(squares_with)
def _squares_with(cells: Any, value: Any) -> Any:
    def found(cells: Any, value: Any) -> Any:
        word = np.uint64(0)
        for place in range(len(cells)):
            word |= np.uint64(cells[place] == value) << np.uint64(place)
        return word

    return found
